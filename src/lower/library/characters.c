/* Characters in the C locale. */
int __VERIFIER_nondet_int(void);

/* Of what a test returns, only whether it is zero is specified. Left out where the program looks at nothing else. */
static int __hw_any_of_sign(int truth)
{
    int any;
    if (!truth)
        return 0;
    any = __VERIFIER_nondet_int();
    return any <= 0 ? truth : any;
}

int isdigit(int c) { return __hw_any_of_sign(c >= '0' && c <= '9'); }
int isupper(int c) { return __hw_any_of_sign(c >= 'A' && c <= 'Z'); }
int islower(int c) { return __hw_any_of_sign(c >= 'a' && c <= 'z'); }
int isalpha(int c) { return __hw_any_of_sign((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')); }
int isalnum(int c) { return __hw_any_of_sign((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')); }
int isxdigit(int c) { return __hw_any_of_sign((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f')); }
int isspace(int c) { return __hw_any_of_sign(c == ' ' || (c >= '\t' && c <= '\r')); }
int isprint(int c) { return __hw_any_of_sign(c >= ' ' && c <= '~'); }
int ispunct(int c)
{
    return __hw_any_of_sign(c > ' ' && c <= '~'
        && !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')));
}
int isgraph(int c) { return __hw_any_of_sign(c > ' ' && c <= '~'); }
int iscntrl(int c) { return __hw_any_of_sign((c >= 0 && c < ' ') || c == 127); }
int isblank(int c) { return __hw_any_of_sign(c == ' ' || c == '\t'); }
int isascii(int c) { return c >= 0 && c <= 127; }
int toascii(int c) { return c & 127; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

/* The table behind glibc's macros. Element 128 is the character 0; what is not ASCII is of no class. */
static const unsigned short classes[384] = {
    [128 + 0 ... 128 + 8] = 0x2, [128 + 9] = 0x2003, [128 + 10 ... 128 + 13] = 0x2002,
    [128 + 14 ... 128 + 31] = 0x2, [128 + 32] = 0x6001, [128 + 33 ... 128 + 47] = 0xc004,
    [128 + 48 ... 128 + 57] = 0xd808, [128 + 58 ... 128 + 64] = 0xc004, [128 + 65 ... 128 + 70] = 0xd508,
    [128 + 71 ... 128 + 90] = 0xc508, [128 + 91 ... 128 + 96] = 0xc004, [128 + 97 ... 128 + 102] = 0xd608,
    [128 + 103 ... 128 + 122] = 0xc608, [128 + 123 ... 128 + 126] = 0xc004, [128 + 127] = 0x2,
};
static const unsigned short *classes_at_zero = classes + 128;

const unsigned short **__ctype_b_loc(void) { return &classes_at_zero; }
