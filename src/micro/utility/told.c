/*
 * told.c - bits that a released cell tells about its original value, and leaves untold.
 *
 * Both are sums over the pairs of original value and released label.  O(pairs).
 */
#include "micro/utility/told.h"

#include <math.h>

double tacit_told_untold(const tacit_cover *c)
{
    double sum = 0.0;
    TACIT_ASSERT(c->pair != NULL);
    for (size_t k = 0; k < c->n_pairs; k++) {
        const tacit_cover_pair *p = &c->pair[k];
        const double mass = (double)c->set[p->set].mass;
        sum += (double)p->count * log2(mass / (double)c->values.count[p->value]);
    }
    return sum;
}

tacit_status tacit_told_joint(tacit_ctx *cx, const tacit_cover *c, double *out)
{
    uint64_t *of_label = NULL;
    double sum = 0.0;
    TACIT_ASSERT(c->pair != NULL);
    TACIT_TRY(tacit_scratch(cx, c->n_labels + 1, sizeof *of_label, &of_label));
    for (size_t k = 0; k < c->n_pairs; k++)
        of_label[c->pair[k].label] += c->pair[k].count;
    for (size_t k = 0; k < c->n_pairs; k++) {
        const double n = (double)c->pair[k].count, both = (double)of_label[c->pair[k].label];
        const double value = (double)c->values.count[c->pair[k].value];
        sum += n * log2(n / both * ((double)c->present / value));
    }
    *out = c->present > 0 ? fmax(0.0, sum / (double)c->present) : 0.0;
    return TACIT_OK;
}
