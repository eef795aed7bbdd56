/*
 * random.h - random differential privacy: sensitivities that are sampled instead of proven.
 *
 * The promise of noise for a sensitivity holds for all data; random differential privacy (Hall,
 * Rinaldo and Wasserman 2013) only asks that it does with probability 1 - gamma, for data and a
 * person that are drawn from the population.  So the sensitivity may be the k-th smallest of what m
 * records of a public sample of that population move (Rubinstein and Alda 2017, theorem 8, by the
 * inequality of Dvoretzky, Kiefer and Wolfowitz): with any rho < gamma
 *
 *   m >= log(1 / rho) / (2 (gamma - rho)^2),  k = ceil(m (1 - gamma + rho) + sqrt(m log(1 / rho) /
 * 2)).
 *
 * The least m has gamma = rho (1 - 2 log rho), which is solved by halving.
 */
#ifndef TACIT_PRIVACY_STATISTIC_RANDOM_H
#define TACIT_PRIVACY_STATISTIC_RANDOM_H

#include "privacy/statistic/statistic.h"

typedef struct tacit_sampled_order {
    double rho;
    uint64_t least; /* records that it takes */
    uint64_t k;     /* of the sorted ones, from 1; more than m if there are too few */
} tacit_sampled_order;

/* The order that m records have to give for gamma in (0, 1). */
tacit_sampled_order tacit_sampled_order_of(double gamma, uint64_t m);

/* Whether the sensitivity of a part can be sampled: it adds noise, and more than counts. */
bool tacit_part_is_sampled(const tacit_part *part);

/* By how much the record with the values x moves any cell of a part; `cell` is room for the
 * question's width. */
uint64_t tacit_part_moved_by(const tacit_question *q, const tacit_part *part, const int64_t *x,
                             tacit_i128 *cell);

#endif
