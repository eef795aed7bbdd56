/*
 * profit.c - what trying records brings an attacker, from the candidates of each class.
 *
 * A try that just pays for itself is not taken to be none.  O(classes).
 */
#include "micro/model/profit.h"

#include <math.h>

bool tacit_profit_pays(const tacit_profit *x, double candidates)
{
    static const double ROUNDING = 1e-9;
    return x->gain >= x->cost * candidates * (1.0 - ROUNDING);
}

/* What all attacks that pay come to. */
typedef struct sums {
    double most;     /* of one record */
    double profit;   /* of all that pay */
    double records;  /* that it pays to try */
    double least;    /* candidates of a record */
    uint64_t broken; /* records of which trying does not cost more than it brings */
    size_t classes;  /* of them */
} sums;

static sums sum_up(const tacit_profit *x, const tacit_classes *c, const double *people)
{
    sums s = { .most = -INFINITY, .least = INFINITY };
    for (size_t g = 0; g < c->n; g++) {
        const double n = people != NULL ? people[g] : (double)c->match[g];
        const double profit = x->gain / n - x->cost, records = (double)c->size[g];
        s.most = fmax(s.most, profit);
        s.least = fmin(s.least, n);
        s.profit += profit > 0.0 ? profit * records : 0.0;
        s.records += profit > 0.0 ? records : 0.0;
        s.broken += tacit_profit_pays(x, n) ? c->size[g] : 0;
        s.classes += tacit_profit_pays(x, n);
    }
    return s;
}

static tacit_status tell(tacit_ctx *cx, const tacit_classes *c, const sums *s, bool people,
                         tacit_result *r)
{
    TACIT_TRY(tacit_result_holds(cx, r, s->broken == 0));
    TACIT_TRY(tacit_result_figure(cx, r, "most", "Largest profit of an attack", s->most,
                                  TACIT_UNIT_NUMBER,
                                  "gain / candidates - cost of the record that is easiest to find; "
                                  "below 0 nobody has a reason to try",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, r, "candidates", "Fewest candidates", s->least,
                                  TACIT_UNIT_NUMBER,
                                  people ? "fewest people of the population that match a record"
                                         : "fewest records, itself included, that match a record",
                                  .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(cx, r, "records", "Records that it pays to try", s->records,
                                  TACIT_UNIT_COUNT, "records with gain / candidates above cost",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, r, "profit", "Profit of all attacks that pay", s->profit,
                                  TACIT_UNIT_NUMBER, "expected, if each of these records is tried",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, r, "violating_records", "Records with too few candidates",
                                  (double)s->broken, TACIT_UNIT_COUNT,
                                  "records of which trying brings at least what it costs",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, r, "violating_share", "Share of such records",
                                  (double)s->broken / (double)c->records, TACIT_UNIT_SHARE,
                                  "of all records", .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(
        cx, r, "violating_classes", "Key combinations of such records", (double)s->classes,
        TACIT_UNIT_COUNT, "key combinations with too few candidates", .better = TACIT_BETTER_LOWER);
}

tacit_status tacit_profit_tell(tacit_ctx *cx, const tacit_profit *x, const tacit_classes *c,
                               const double *people, tacit_result *result)
{
    const sums s = sum_up(x, c, people);
    return tell(cx, c, &s, people != NULL, result);
}
