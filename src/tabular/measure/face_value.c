/*
 * face_value.c - sensitive cells that are shown near their values.
 *
 * Who takes what is shown at face value knows a sensitive cell too closely if it lies within its
 * protection interval, a - lower < z < a + upper, or is the value itself.  Readers cannot tell that
 * it does: rounding and noise that leave a cell as it is hide that they did, while adjustment
 * promises that no sensitive cell is near (Dandekar and Cox 2002).  Hidden cells are not shown.
 * O(cells).
 */
#include <math.h>

#include "tabular/measure/measure.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

/* What is shown and values are taken to be exact to, of a unit. */
static const double NEAR = 1e-6;

/* Whether a cell is shown as it is, or within its protection interval. */
static bool is_near(const tacit_cell *c)
{
    const double by = c->shown - c->value, slack = NEAR * c->unit;
    return fabs(by) < slack || (by < c->upper - slack && -by < c->lower - slack);
}

static tacit_status run(tacit_ctx *cx, const tacit_table_subject *subject, const tacit_args *args,
                        tacit_result *result)
{
    const tacit_system *s = subject->tables->system;
    double sensitive = 0, near = 0, same = 0;
    (void)args;
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        if (c->status != TACIT_CELL_PRIMARY)
            continue;
        sensitive++;
        near += s->changed && is_near(c);
        same += s->changed && fabs(c->shown - c->value) < NEAR * c->unit;
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "share", "Shown near their values",
                                  sensitive > 0 ? near / sensitive : 0, TACIT_UNIT_SHARE,
                                  "sensitive cells of which a value within their protection "
                                  "interval is shown"));
    TACIT_TRY(tacit_result_figure(cx, result, "near", "Sensitive cells shown near their values",
                                  near, TACIT_UNIT_COUNT, "how many these are",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "same", "Sensitive cells shown as they are", same,
                               TACIT_UNIT_COUNT,
                               "sensitive cells of which the value itself is shown, among others "
                               "that are not",
                               .better = TACIT_BETTER_LOWER);
}

const tacit_table_measure tacit_table_risk_face_value = {
    .about = { .name = "face_value",
               .title = "Sensitive cells at face value",
               .summary =
                   "Counts the sensitive cells of rounded, adjusted or noisy tables that are "
                   "shown within their protection intervals.",
               .source = "Dandekar and Cox (2002), Synthetic tabular data: an alternative to "
                         "complementary cell suppression",
               .params = PARAMS },
    .risk = true,
    .run = run,
};
