/*
 * samples.h - streams that repeat themselves, and whether draws follow a law.
 */
#ifndef TACIT_TESTS_UNIT_PRIVACY_SAMPLES_H
#define TACIT_TESTS_UNIT_PRIVACY_SAMPLES_H

#include "support/check.h"

#include "privacy/sample/draw.h"
#include "stats/counts/chi_square.h"

/* The stream under the key 00 01 ... 1f. */
static inline tacit_keystream counted_stream(void)
{
    unsigned char key[TACIT_KEYSTREAM_KEY];
    tacit_keystream stream;
    for (unsigned i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)i;
    tacit_keystream_simulate(key, &stream);
    return stream;
}

/* What is seen and expected of `n` values; the last one gathers what is beyond. */
enum { MOST_CELLS = 128 };
typedef struct law {
    size_t n;
    double seen[MOST_CELLS], chance[MOST_CELLS];
} law;

/* Count `x` in the cells from `first` on; the ends take what is beyond. */
static inline void law_count(law *l, tacit_i128 x, tacit_i128 first)
{
    const tacit_i128 last = (tacit_i128)l->n - 1, at = x - first;
    l->seen[at < 0 ? 0 : at > last ? last : at]++;
}

/* The draws follow the law: Pearson's chi-square does not have a p below 1e-6, the rate at which a
 * right sampler under another key would be called wrong. */
static inline void assert_law(const law *l)
{
    double all = 0.0, chance = 0.0, chi = 0.0;
    for (size_t i = 0; i < l->n; i++) {
        all += l->seen[i];
        chance += l->chance[i];
    }
    assert_near(chance, 1.0, 1e-9);
    for (size_t i = 0; i < l->n; i++) {
        const double expected = all * l->chance[i];
        if (expected < 5.0)
            fail_msg("cell %zu is too rare for the test: %g", i, expected);
        chi += (l->seen[i] - expected) * (l->seen[i] - expected) / expected;
    }
    const double p = 1.0 - tacit_chi_square_cdf(chi, (double)l->n - 1);
    if (!(p > 1e-6))
        fail_msg("chi-square %.1f on %zu cells", chi, l->n);
}

#endif
