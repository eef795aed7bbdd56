/*
 * know.c - what is known of the contributors of tables, and what the plan asks of the audit.
 */
#include "task/tables/know.h"

#include <math.h>
#include <string.h>

#include "plan/cells.h"
#include "tabular/complete.h"
#include "task/tables/released/released.h"
#include "task/tasks.h"

static const char *const INSIDERS[] = { "exact", "levels", "none", NULL };

const tacit_param TACIT_AUDIT_PARAMS[] = {
    [TACIT_AUDIT_INSIDERS] = { .name = "insiders",
                               .type = TACIT_PARAM_CHOICE,
                               .choices = INSIDERS,
                               .help = "what contributors who are alone in a hidden cell must not "
                                       "find out of the sensitive cells of others: their exact "
                                       "values, what their levels protect, or nothing is asked" },
    [TACIT_AUDIT_TOGETHER] = { .name = "together",
                               .type = TACIT_PARAM_INTEGER,
                               .max = 1000000,
                               .low = 2,
                               .high = 10,
                               .unit = "contributors",
                               .help = "contributors that the hidden cells of an equation with a "
                                       "sensitive one must have together; 0: any number" },
    [TACIT_AUDIT_BOUND] = { .name = "bound",
                            .type = TACIT_PARAM_REAL,
                            .need = TACIT_OPTIONAL,
                            .min = 1e-6,
                            .max = 1e15,
                            TACIT_USEFUL(1, 1e9, NULL),
                            .help = "what everybody knows of hidden values that nobody gives: none "
                                    "is further from 0 than this; nothing if it is left out" },
    [TACIT_AUDIT_RELEASED] = { .name = "released",
                               .type = TACIT_PARAM_TEXTS,
                               .need = TACIT_OPTIONAL,
                               .help = "earlier releases of tables, with their certificates "
                                       "beside them, or plans that say what they are: what they "
                                       "have published is known" },
    [TACIT_AUDIT_REPORT] = TACIT_TASK_REPORT,
    TACIT_PARAM_END
};

/* The column of the holdings of a cube, "" if records are contributors by themselves. */
static const char *holding_of(const tacit_plan *plan, const tacit_cube *c)
{
    for (size_t i = 0; i < plan->n_tables; i++)
        if (i == c->table[0].number && tacit_arg_given(&plan->table[i].args, TACIT_TABLE_HOLDING))
            return tacit_arg_text(&plan->table[i].args, TACIT_TABLE_HOLDING);
    return "";
}

/* Owners are numbered by cube; cubes with the same column of holdings have the same owners, and
 * those of others are kept apart by the number of the first cube that has the column. */
static uint64_t apart(const tacit_plan *plan, const tacit_tabulation *t, size_t g)
{
    size_t first = 0;
    while (strcmp(holding_of(plan, &t->cube[first]), holding_of(plan, &t->cube[g])) != 0)
        first++;
    return (uint64_t)first << 48;
}

/* Equation `r` for who is alone in one of its cells: if one other cell is open and the rest is
 * nothing for sure, they know that other cell without any table, as if they were alone in it.  Not
 * if the rest is a number that was published: then the tables tell.  Whether that is new. */
static bool pass_on(tacit_system *s, size_t r)
{
    uint32_t open[2] = { 0 };
    size_t n = 0;
    for (size_t e = s->first[r]; e < s->first[r + 1] && n <= 2; e++) {
        const uint32_t i = s->term[e].at;
        const bool known = !(s->cell[i].high > s->cell[i].low);
        if (known && fabs(s->cell[i].value) <= 0)
            continue;
        if (known)
            return false;
        if (n < 2)
            open[n] = i;
        n++;
    }
    if (n != 2 || (s->owner[open[0]] == 0) == (s->owner[open[1]] == 0))
        return false;
    const bool first = s->owner[open[0]] != 0;
    s->owner[open[first]] = s->owner[open[!first]];
    return true;
}

/* O(terms) for each turn, of which there are not more than levels in a table. */
static void pass_on_all(tacit_system *s)
{
    for (bool any = true; any;) {
        any = false;
        for (size_t r = 0; r < s->n_equations; r++)
            any = pass_on(s, r) || any;
    }
}

tacit_status tacit_tables_know(tacit_ctx *cx, tacit_work *w, tacit_tabulation *t)
{
    const tacit_args *args = &tacit_plan_asked(w->plan, &tacit_task_audit.section)->args;
    TACIT_TRY(tacit_released_join(cx, w, &args->at[TACIT_AUDIT_RELEASED], t));
    tacit_system *s = t->system;
    TACIT_TRY(tacit_system_complete(
        cx, s,
        tacit_arg_given(args, TACIT_AUDIT_BOUND) ? tacit_arg_real(args, TACIT_AUDIT_BOUND) : 0));
    TACIT_TRY(tacit_system_know(cx, s));
    s->insiders = (tacit_insiders)tacit_arg_choice(args, TACIT_AUDIT_INSIDERS);
    s->together = (uint32_t)tacit_arg_integer(args, TACIT_AUDIT_TOGETHER);
    for (size_t g = 0; g < t->n_cubes; g++) {
        const tacit_cube *c = &t->cube[g];
        const uint64_t space = apart(w->plan, t, g);
        for (size_t i = 0; i < c->n_cells; i++) {
            const tacit_cell_tally *tally = &c->tally[i];
            const uint64_t n = tally->n_holdings;
            s->owner[c->first + i] = tally->owner == 0 ? 0 : space | tally->owner;
            s->contributors[c->first + i] = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
        }
    }
    pass_on_all(s);
    return TACIT_OK;
}
