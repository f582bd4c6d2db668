/* What runs after `main`. */
void exit(int);
/* Has no body, so that nothing is proved or refuted where it is called. */
void many_functions_at_exit_without_a_model(void *);

static void (*functions[32])(void);
static int count;

int atexit(void (*function)(void))
{
    if (count == 32) {
        many_functions_at_exit_without_a_model(functions);
        return 1;
    }
    functions[count++] = function;
    return 0;
}

void __hw_run_exits(void)
{
    while (count > 0) {
        count--;
        functions[count]();
    }
}

void __hw_exit(int status)
{
    __hw_run_exits();
    exit(status);
}
