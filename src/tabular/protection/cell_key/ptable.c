/*
 * ptable.c - perturbation tables: looked up.
 */
#include "tabular/protection/cell_key/ptable.h"

#include <math.h>

double tacit_ptable_value(const tacit_ptable_part *part, size_t k, double key)
{
    size_t low = part->first[k], high = part->first[k + 1] - 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (key < part->below[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return part->value[low];
}

size_t tacit_ptable_count(const tacit_ptable *t, uint64_t count)
{
    const size_t n = t->part[TACIT_PTABLE_ALL].n;
    return count <= n ? count - 1 : n - t->cycle + (count - 1 - (n - t->cycle)) % t->cycle;
}

tacit_ptable_moments tacit_ptable_moments_of(const tacit_ptable_part *part, size_t k)
{
    tacit_ptable_moments m = { 0 };
    double last = 0, squares = 0;
    for (size_t e = part->first[k]; e < part->first[k + 1]; e++) {
        const double p = part->below[e] - last, v = part->value[e];
        last = part->below[e];
        m.mean += p * v;
        squares += p * v * v;
        m.stays += fabs(v) > 0 ? 0 : p;
    }
    m.variance = squares - m.mean * m.mean;
    return m;
}
