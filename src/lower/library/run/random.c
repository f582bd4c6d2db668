/* Random numbers, as GNU's library makes them. */
static int numbers[34];
static int front, back;
static _Bool seeded;

static int next(void)
{
    unsigned sum = (unsigned)numbers[front] + (unsigned)numbers[back];
    numbers[front] = (int)sum;
    front = (front + 1) % 31;
    back = (back + 1) % 31;
    return (int)(sum >> 1);
}

void srandom(unsigned int seed)
{
    numbers[0] = seed ? (int)seed : 1;
    for (int i = 1; i < 31; i++) {
        int high = numbers[i - 1] / 127773, low = numbers[i - 1] % 127773;
        int word = 16807 * low - 2836 * high;
        numbers[i] = word < 0 ? word + 2147483647 : word;
    }
    front = 3;
    back = 0;
    seeded = 1;
    for (int i = 0; i < 310; i++)
        next();
}

long random(void)
{
    if (!seeded)
        srandom(1);
    return next();
}

int rand(void) { return (int)random(); }
void srand(unsigned int seed) { srandom(seed); }

int rand_r(unsigned *seed)
{
    unsigned next = *seed;
    int result;
    next = next * 1103515245 + 12345;
    result = (int)(next / 65536 % 2048);
    next = next * 1103515245 + 12345;
    result = result << 10 ^ (int)(next / 65536 % 1024);
    next = next * 1103515245 + 12345;
    result = result << 10 ^ (int)(next / 65536 % 1024);
    *seed = next;
    return result;
}

static unsigned long long state = 0x1234abcd330e;

static unsigned long long step(void)
{
    state = (state * 0x5deece66d + 0xb) & 0xffffffffffff;
    return state;
}

void srand48(long seed) { state = (unsigned long long)(unsigned)seed << 16 | 0x330e; }
long lrand48(void) { return (long)(step() >> 17); }
long mrand48(void) { return (int)(step() >> 16); }
double drand48(void) { return (double)step() / 281474976710656.0; }
