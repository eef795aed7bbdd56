/*
 * candidates.c - values chosen by how many records are below and above.  O(1) a record,
 * O(places) a choice.
 */
#include "privacy/statistic/candidates.h"

#include <math.h>

enum { MOST_PLACES = 4096, MOST_FINE = 16 };

tacit_quantile_candidates tacit_candidates_of(const tacit_domain *d, size_t most, bool spread)
{
    const uint64_t steps = (uint64_t)(d->lattice.upper - d->lattice.lower) + 1;
    tacit_quantile_candidates r = { .domain = d,
                                    .n = steps < most ? (size_t)steps : most,
                                    .fine = 1 };
    if (spread && r.n < MOST_PLACES)
        r.fine = MOST_PLACES / r.n < MOST_FINE ? MOST_PLACES / r.n : MOST_FINE;
    return r;
}

size_t tacit_candidates_width(const tacit_quantile_candidates *r)
{
    return 2 * r->n - 1;
}

size_t tacit_candidates_places(const tacit_quantile_candidates *r)
{
    return r->n * (r->fine + 1) - 1;
}

bool tacit_candidates_is_candidate(const tacit_quantile_candidates *r, size_t place)
{
    return place % (r->fine + 1) < r->fine;
}

size_t tacit_candidates_place(const tacit_quantile_candidates *r, size_t first, size_t i)
{
    const size_t before = first / (r->fine + 1) * r->fine + first % (r->fine + 1) + i;
    return before / r->fine * (r->fine + 1) + before % r->fine;
}

/* (a b + more) / c, rounded down, of numbers that are not negative; most fit into 64 bits. */
static uint64_t part_of(uint64_t a, uint64_t b, uint64_t more, uint64_t c)
{
    uint64_t all = 0;
    if (!__builtin_mul_overflow(a, b, &all) && !__builtin_add_overflow(all, more, &all))
        return all / c;
    return (uint64_t)(((tacit_u128)a * b + more) / c);
}

/* Candidate i, in steps: even parts of the range. */
static int64_t candidate(const tacit_quantile_candidates *r, size_t i)
{
    const tacit_value_lattice *l = &r->domain->lattice;
    const uint64_t range = (uint64_t)(l->upper - l->lower), parts = r->n - 1;
    return parts == 0 ? l->lower : l->lower + (int64_t)part_of(range, i, parts / 2, parts);
}

/* The last candidate that is not above x, y = x - lower: (range i + parts / 2) / parts <= y,
 * rounded down, is range i <= (y + 1) parts - parts / 2 - 1. */
static size_t last_upto(const tacit_quantile_candidates *r, int64_t x)
{
    const tacit_value_lattice *l = &r->domain->lattice;
    const uint64_t range = (uint64_t)(l->upper - l->lower), parts = r->n - 1;
    if (parts == 0)
        return 0;
    const uint64_t i = part_of((uint64_t)(x - l->lower), parts, parts - parts / 2 - 1, range);
    return i < parts ? (size_t)i : (size_t)parts;
}

double tacit_candidates_value(const tacit_quantile_candidates *r, size_t place)
{
    return tacit_domain_real(r->domain, (double)candidate(r, place / (r->fine + 1)));
}

void tacit_candidates_add(const tacit_quantile_candidates *r, int64_t x, tacit_cell_sum *cell)
{
    const size_t low = last_upto(r, x);
    cell[2 * low + (candidate(r, low) < x)]++;
}

void tacit_candidates_spread(const tacit_quantile_candidates *r, const tacit_i128 *cell,
                             tacit_i128 *mass)
{
    const tacit_i128 fine = (tacit_i128)r->fine;
    for (size_t i = 0; i < r->n; i++) {
        for (size_t j = 0; j < r->fine; j++)
            *mass++ = (cell[2 * i] + (tacit_i128)j) / fine;
        if (i + 1 < r->n)
            *mass++ = cell[2 * i + 1];
    }
}

tacit_i128 tacit_rank_score(double alpha, uint64_t steps, const tacit_i128 around[3])
{
    const double larger = fmax(alpha, 1 - alpha), one = (double)steps;
    const tacit_i128 p = (tacit_i128)nearbyint(one * ((1 - alpha) / larger)),
                     q = (tacit_i128)nearbyint(one * (alpha / larger));
    const tacit_i128 below = around[0], equal = around[1], above = around[2];
    const tacit_i128 high = p * below - q * (equal + above), low = q * above - p * (below + equal);
    const tacit_i128 off = high > low ? high : low;
    return off > 0 ? -off : 0;
}

size_t tacit_rank_scores(const tacit_quantile_candidates *r, const tacit_i128 *mass,
                         const size_t span[2], double alpha, tacit_i128 *score)
{
    tacit_i128 all = 0, below = 0;
    size_t n = 0;
    for (size_t i = span[0]; i <= span[1]; i++)
        all += mass[i];
    for (size_t i = span[0]; i <= span[1]; i++) {
        const tacit_i128 around[] = { below, mass[i], all - below - mass[i] };
        if (tacit_candidates_is_candidate(r, i))
            score[n++] = tacit_rank_score(alpha, TACIT_RANK_STEPS, around);
        below += mass[i];
    }
    return n;
}

void tacit_tail_scores(const tacit_quantile_candidates *r, const tacit_i128 *cell,
                       tacit_i128 target, bool down, tacit_i128 *score)
{
    const size_t width = tacit_candidates_width(r);
    tacit_i128 before = 0;
    for (size_t k = 0; k < width; k++) {
        const tacit_i128 here = cell[down ? width - 1 - k : k];
        const tacit_i128 many = before - target, few = -many - here;
        const tacit_i128 off = many > few ? many : few;
        if (k % 2 == 0)
            score[k / 2] = off > 0 ? -off : 0;
        before += here;
    }
}
