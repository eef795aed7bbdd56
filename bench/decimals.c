/*
 * decimals.c - printing and reading doubles, beside trying with printf and strtod.
 *
 *   decimals [NUMBERS]
 *
 * Numbers as noise leaves them, with 15 to 17 digits; processor nanoseconds of one, best of three,
 * in turn in the same run.  Goals: printing in at most a fifteenth of what trying takes, reading in
 * at most a half of strtod's.
 */
#include <stdlib.h>

#include "base/decimal/decimal.h"
#include "base/rng.h"
#include "base/text.h"
#include "clock.h"

enum { TEXT = TACIT_NUMBER_BYTES };

static void print_by_trying(double x, char *out)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, TEXT, "%.*g", digits, x);
        const double back = strtod(out, NULL);
        if (!(back < x) && !(back > x))
            return;
    }
}

static double print_all(const double *x, size_t n, void (*print)(double x, char *out), char *text)
{
    const bench_time start = bench_now();
    for (size_t i = 0; i < n; i++)
        print(x[i], text + i * TEXT);
    return bench_since(start).cpu * 1e9 / (double)n;
}

static double read_all(const char *text, size_t n, bool own, double *sum)
{
    const bench_time start = bench_now();
    for (size_t i = 0; i < n; i++) {
        double x = 0.0;
        if (!own || !tacit_decimal_read(text + i * TEXT, strlen(text + i * TEXT), &x))
            x = strtod(text + i * TEXT, NULL);
        *sum += x;
    }
    return bench_since(start).cpu * 1e9 / (double)n;
}

static void keep_least(double x, double *least)
{
    *least = x < *least ? x : *least;
}

int main(int argc, char **argv)
{
    const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 500000;
    double *x = calloc(n, sizeof *x), print[2] = { 1e9, 1e9 }, read[2] = { 1e9, 1e9 }, sum = 0.0;
    char *text = calloc(n, TEXT), *other = calloc(n, TEXT);
    tacit_rng rng = tacit_rng_seed(1);
    if (x == NULL || text == NULL || other == NULL || n == 0)
        return 2;
    for (size_t i = 0; i < n; i++)
        x[i] = 100.0 + 2.0 * tacit_rng_normal(&rng);
    for (int again = 0; again < 3; again++) {
        keep_least(print_all(x, n, tacit_format_real, text), &print[0]);
        keep_least(print_all(x, n, print_by_trying, other), &print[1]);
        keep_least(read_all(text, n, true, &sum), &read[0]);
        keep_least(read_all(text, n, false, &sum), &read[1]);
    }
    if (memcmp(text, other, n * TEXT) != 0)
        printf("decimals: the two ways print differently\n");
    printf("decimals: print %.0f ns, %.3f of trying (goal 0.067); read %.0f ns, %.2f of strtod's "
           "(goal 0.5); %g\n",
           print[0], print[0] / print[1], read[0], read[0] / read[1], sum);
    free(x);
    free(text);
    free(other);
    return 0;
}
