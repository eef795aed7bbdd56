/*
 * thresholds.c - from which weight on two records are linked, and up to which they are not.
 *
 * The optimal rule of Fellegi and Sunter (1969): patterns are ordered by weight downwards;
 * the first ones, as long as the sum of their u (the share of pairs apart that show them)
 * is at most the accepted rate, are links; the last ones, as long as the sum of their m is,
 * are non-links.  No chance decides about the pattern at the edge, which stays in between.
 * Patterns of equal weight (within a relative 1e-12) go together.
 */
#include "micro/linkage/probabilistic/thresholds.h"

#include <math.h>

#include "base/sort.h"

/* Combinations of levels beyond this number are too many. */
enum { MOST = 1 << 22 };

static const double EQUAL = 1e-12, ROUNDING = 1e-9;

/* A weight and the shares m and u of the patterns that have it. */
typedef struct step {
    double weight, m, u;
} step;

static size_t combinations(const tacit_fs *model)
{
    size_t n = 1;
    for (size_t k = 0; k < model->fields && n <= MOST; k++)
        n *= model->levels[k];
    return n;
}

static step step_of(const tacit_fs *model, size_t code)
{
    step s = { .m = 1.0, .u = 1.0 };
    for (size_t k = 0; k < model->fields; k++) {
        const uint8_t l = (uint8_t)(code % model->levels[k]);
        code /= model->levels[k];
        s.weight += tacit_fs_level_weight(model, k, l);
        s.m *= model->m[k][l];
        s.u *= model->u[k][l];
    }
    return s;
}

/* The steps by weight downwards, equal ones merged; their number. */
static tacit_status order_steps(tacit_ctx *cx, const tacit_fs *model, step **out, size_t *steps)
{
    const size_t n = combinations(model);
    tacit_keyed *order = NULL;
    if (n > MOST)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The comparison has more than %d combinations of levels; compare fewer "
                          "columns or use fewer levels.",
                          MOST);
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    for (size_t i = 0; i < n; i++)
        order[i] = (tacit_keyed){ ~tacit_sort_key_real(step_of(model, i).weight), i };
    TACIT_TRY(tacit_sort_keyed(cx, order, n));
    *steps = 0;
    for (size_t i = 0; i < n; i++) {
        const step s = step_of(model, (size_t)order[i].row);
        step *last = *steps > 0 ? &(*out)[*steps - 1] : NULL;
        if (last != NULL && last->weight - s.weight <= EQUAL * (1.0 + fabs(s.weight))) {
            *last = (step){ s.weight, last->m + s.m, last->u + s.u };
            continue;
        }
        (*out)[(*steps)++] = s;
    }
    return TACIT_OK;
}

/* The cut with the least sum of errors: steps before it are links. */
static void cut_once(const step *s, size_t n, tacit_thresholds *t)
{
    double wrong_links = 0.0, missed = 0.0, best = INFINITY;
    size_t cut = 0;
    for (size_t i = 0; i < n; i++)
        missed += s[i].m;
    for (size_t i = 0; i <= n; i++) {
        if (wrong_links + missed < best) {
            best = wrong_links + missed;
            cut = i;
            t->false_link = wrong_links;
            t->false_nonlink = missed;
        }
        wrong_links += i < n ? s[i].u : 0.0;
        missed -= i < n ? s[i].m : 0.0;
    }
    t->false_nonlink = fmax(t->false_nonlink, 0.0);
    t->link = cut > 0 ? s[cut - 1].weight : INFINITY;
    t->apart = cut < n ? s[cut].weight : -INFINITY;
}

tacit_status tacit_thresholds_of(tacit_ctx *cx, const tacit_fs *model,
                                 const tacit_error_rates *rates, tacit_thresholds *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    step *s = NULL;
    size_t n = 0, links = 0, left;
    double u = 0.0, m = 0.0;
    TACIT_TRY(order_steps(cx, model, &s, &n));
    while (links < n && u + s[links].u <= rates->false_link)
        u += s[links++].u;
    for (left = n; left > 0 && m + s[left - 1].m <= rates->false_nonlink; left--)
        m += s[left - 1].m;
    *out = (tacit_thresholds){ .link = links > 0 ? s[links - 1].weight : INFINITY,
                               .apart = left < n ? s[left].weight : -INFINITY,
                               .false_link = u,
                               .false_nonlink = m,
                               .crossed = links > left };
    out->link_alone = out->link;
    out->apart_alone = out->apart;
    if (out->crossed)
        cut_once(s, n, out);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

bool tacit_thresholds_link(const tacit_thresholds *t, double weight)
{
    return weight >= t->link - ROUNDING;
}

bool tacit_thresholds_part(const tacit_thresholds *t, double weight)
{
    return weight <= t->apart + ROUNDING;
}
