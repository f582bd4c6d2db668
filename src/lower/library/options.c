/* Options on the command line, as POSIX has them: the arguments are not reordered. */
char *optarg;
int optind = 1, opterr = 1, optopt;
static int place; /* within a group of options; 0 before it */
/* Has no body, so that nothing is proved or refuted where it is called. */
void reordered_arguments_without_a_model(char **);

int getopt(int count, char *const *arguments, const char *options)
{
    const char *text, *option;
    optarg = 0;
    if (optind <= 0) {
        optind = 1;
        place = 0;
    }
    if (place == 0) {
        if (optind >= count || !arguments[optind])
            return -1;
        text = arguments[optind];
        if (text[0] != '-' || !text[1]) {
            /* GNU looks for options behind this argument. */
            if (options[0] != '+' && optind + 1 < count)
                reordered_arguments_without_a_model((char **)arguments);
            return -1;
        }
        if (text[1] == '-' && !text[2]) {
            optind++;
            return -1;
        }
        place = 1;
    }
    text = arguments[optind];
    optopt = text[place++];
    option = options;
    while (*option && (*option != optopt || optopt == ':' || optopt == '+'))
        option++;
    if (!*option || optopt == ':') {
        if (!text[place]) {
            optind++;
            place = 0;
        }
        return '?';
    }
    if (option[1] != ':') {
        if (!text[place]) {
            optind++;
            place = 0;
        }
        return optopt;
    }
    if (text[place])
        optarg = (char *)text + place;
    else if (option[2] != ':') {
        optind++;
        if (optind >= count) {
            place = 0;
            return options[0] == ':' ? ':' : '?';
        }
        optarg = arguments[optind];
    }
    optind++;
    place = 0;
    return optopt;
}
