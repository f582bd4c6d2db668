/* Functions of mathematics in a program that is run: those of the system. */
long long __hw_system_mathematics(const char *, long long, long long);

union number {
    double value;
    long long bits;
};

static double ask(const char *name, double x, double y)
{
    union number first = {x}, second = {y}, result;
    result.bits = __hw_system_mathematics(name, first.bits, second.bits);
    return result.value;
}

double acos(double x) { return ask("acos", x, 0); }
double asin(double x) { return ask("asin", x, 0); }
double atan(double x) { return ask("atan", x, 0); }
double cbrt(double x) { return ask("cbrt", x, 0); }
double cos(double x) { return ask("cos", x, 0); }
double cosh(double x) { return ask("cosh", x, 0); }
double exp(double x) { return ask("exp", x, 0); }
double exp2(double x) { return ask("exp2", x, 0); }
double expm1(double x) { return ask("expm1", x, 0); }
double log(double x) { return ask("log", x, 0); }
double log10(double x) { return ask("log10", x, 0); }
double log1p(double x) { return ask("log1p", x, 0); }
double log2(double x) { return ask("log2", x, 0); }
double sin(double x) { return ask("sin", x, 0); }
double sinh(double x) { return ask("sinh", x, 0); }
double tan(double x) { return ask("tan", x, 0); }
double tanh(double x) { return ask("tanh", x, 0); }
double atan2(double x, double y) { return ask("atan2", x, y); }
double hypot(double x, double y) { return ask("hypot", x, y); }
double pow(double x, double y) { return ask("pow", x, y); }
