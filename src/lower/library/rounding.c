/* The direction of rounding. Only what makes numbers whole follows it; nothing else is computed where it is not to nearest. */
/* Has no body and is given a pointer, so that nothing is proved or refuted where it is called. */
void arithmetic_that_is_not_rounded_to_nearest(void *);

static int direction;

int __hw_direction(void) { return direction; }

int fegetround(void) { return direction; }

int fesetround(int wanted)
{
    if (wanted & ~0xc00)
        return 1;
    direction = wanted;
    return 0;
}

void __hw_rounds(void)
{
    if (direction)
        arithmetic_that_is_not_rounded_to_nearest(&direction);
}
