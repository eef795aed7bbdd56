/*
 * random.c - random differential privacy: sensitivities that are sampled instead of proven.
 */
#include "privacy/statistic/random.h"

#include <math.h>
#include <string.h>

tacit_sampled_order tacit_sampled_order_of(double gamma, uint64_t m)
{
    const double records = (double)m;
    double low = 0, high = fmin(gamma, exp(-0.5)); /* the right side grows up to there */
    for (int i = 0; i < 200; i++) {
        const double rho = low + (high - low) / 2;
        *(rho * (1 - 2 * log(rho)) < gamma ? &low : &high) = rho;
    }
    const double rho = low, surprise = -log(rho), gap = gamma - rho;
    return (tacit_sampled_order){
        .rho = rho,
        .least = (uint64_t)ceil(surprise / (2 * gap * gap)),
        .k = (uint64_t)ceil(records * (1 - gap) + sqrt(records * surprise / 2)),
    };
}

bool tacit_part_is_sampled(const tacit_part *part)
{
    return !part->chooses && part->sensitivity > 1;
}

uint64_t tacit_part_moved_by(const tacit_question *q, const tacit_part *part, const int64_t *x,
                             tacit_i128 *cell)
{
    uint64_t most = 0;
    memset(cell, 0, q->width * sizeof *cell);
    q->statistic->add(q, x, cell);
    for (size_t i = part->first; i < part->first + part->n; i++) {
        const tacit_i128 size = cell[i] < 0 ? -cell[i] : cell[i];
        most = size > most ? (uint64_t)size : most;
    }
    return most;
}
