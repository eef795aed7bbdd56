/*
 * crossing.c - how far a guess of the tables of two columns is from the counts, as scores.
 */
#include "synth/private/crossing.h"

#include <math.h>

enum { MOST_CELLS = 1 << 16 };

tacit_status tacit_crossing_count(tacit_ctx *cx, const tacit_private_table *t, bool singles,
                                  tacit_crossing *out)
{
    const size_t d = t->columns, most = d * (d + 1) / 2;
    *out = (tacit_crossing){ .n = 0 };
    TACIT_TRY(tacit_scratch(cx, most, sizeof *out->scope, &out->scope));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *out->cells, &out->cells));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *out->count, &out->count));
    for (size_t a = 0; a < d; a++)
        for (size_t b = singles ? a : a + 1; b < d; b++) {
            const size_t at = out->n;
            out->scope[at] = TACIT_SCOPE_OF(a) | TACIT_SCOPE_OF(b);
            out->cells[at] = tacit_scope_cells(t->size, out->scope[at]);
            out->n += out->cells[at] <= MOST_CELLS;
            if (out->n == at)
                continue;
            TACIT_TRY(tacit_tick(cx, at, most));
            TACIT_TRY(tacit_private_count(cx, t, out->scope[at], &out->count[at]));
        }
    return TACIT_OK;
}

/* Guesses are kept below 2^52 steps, so that any number is a whole one. */
static tacit_i128 steps_of(double x)
{
    return (tacit_i128)nearbyint(fmin(fmax(x, -0x1p42), 0x1p42) * TACIT_SCORE_STEPS);
}

tacit_i128 tacit_crossing_score(const tacit_crossing *p, size_t at, const double *guess,
                                double penalty, uint64_t weight)
{
    tacit_i128 score = -steps_of(penalty);
    for (size_t c = 0; c < p->cells[at]; c++) {
        const tacit_i128 off = p->count[at][c] * TACIT_SCORE_STEPS - steps_of(guess[c]);
        score += off < 0 ? -off : off;
    }
    return score * (tacit_i128)weight;
}

double tacit_crossing_penalty(double variance, size_t cells)
{
    return sqrt(2 / M_PI * variance) * (double)cells;
}
