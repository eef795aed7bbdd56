/*
 * units.c - what a pattern must still hide because values are whole units.
 *
 * Linear programs may end at tables of fractions, so that a cell seems protected by tables that
 * cannot be (Kelly, Golden and Assad 1992).  The audit decides in whole units (tabular/audit.h). If
 * it finds a cell of a part unsafe, then so is the cell in every pattern whose part of it lies
 * within this one, which leaves no more tables possible.  So one of the shown cells must be hidden
 * that stand in an equation of the part: sum of x_i >= 1 over these.  Nothing follows from a cell
 * that is not decided in time.  One audit, and O(terms).
 */
#include "tabular/audit.h"
#include "tabular/parts.h"
#include "tabular/scenario.h"
#include "tabular/suppress/cuts.h"

/* What was found out about a pattern. */
typedef struct findings {
    const tacit_system *s;
    const double *x;
    tacit_audit audit;
    tacit_cell_parts parts;
    uint32_t *unsafe; /* of a part: a cell that is not safe, from 1; 0: all are */
    uint32_t *seen;   /* of a cell: the part whose row has it, from 1 */
} findings;

/* Give the system the pattern as its statuses, or take it away again. */
static void show_pattern(tacit_system *s, const double *x, bool shown)
{
    const tacit_cell_status from = shown ? TACIT_CELL_SAFE : TACIT_CELL_SECONDARY,
                            to = shown ? TACIT_CELL_SECONDARY : TACIT_CELL_SAFE;
    for (size_t i = 0; i < s->n_cells; i++)
        if (s->cell[i].status == from && x[i] > 0.5)
            s->cell[i].status = to;
}

static void mark_cell(findings *f, uint32_t i)
{
    f->unsafe[f->parts.part_of[i]] = i + 1;
}

/* The sensitive cells of equations that hide too few contributors, since what is known exactly
 * hides nobody. */
static tacit_status mark_few(tacit_ctx *cx, findings *f)
{
    const tacit_system *s = f->s;
    double *open = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *open, &open));
    for (size_t i = 0; i < s->n_cells; i++)
        open[i] = f->x[i];
    for (size_t k = 0; k < f->audit.n; k++)
        if (f->audit.finding[k].exact)
            open[f->audit.finding[k].cell] = 0;
    for (size_t r = 0; s->contributors != NULL && r < s->n_equations; r++)
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            if (s->cell[s->term[e].at].status == TACIT_CELL_PRIMARY &&
                tacit_scenario_lacks(s, r, open) > 0)
                mark_cell(f, s->term[e].at);
    return TACIT_OK;
}

/* Of the cells around part `p` one must be hidden. */
static tacit_status ask_more(tacit_ctx *cx, findings *f, size_t p, tacit_cuts *out)
{
    const tacit_system *s = f->s;
    size_t n = 0;
    TACIT_TRY(tacit_cuts_begin(cx, out));
    for (size_t c = f->parts.first_row[p]; c < f->parts.first_row[p + 1]; c++) {
        const uint32_t r = f->parts.row[c];
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
            const uint32_t i = s->term[e].at;
            if (s->cell[i].status != TACIT_CELL_SAFE || f->x[i] > 0.5 || f->seen[i] == p + 1)
                continue;
            f->seen[i] = (uint32_t)p + 1;
            TACIT_TRY(tacit_cuts_term(cx, out, i, 1));
            n++;
        }
    }
    if (n == 0)
        return tacit_cuts_fail(cx, s, f->unsafe[p] - 1);
    tacit_cuts_end(out, 1);
    return TACIT_OK;
}

static tacit_status ask_all(tacit_ctx *cx, findings *f, tacit_cuts *out)
{
    const size_t n = f->s->n_cells;
    TACIT_TRY(tacit_parts_find(cx, f->s, f->x, &f->parts));
    TACIT_TRY(tacit_scratch(cx, f->parts.n + 1, sizeof *f->unsafe, &f->unsafe));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->seen, &f->seen));
    for (size_t k = 0; k < f->audit.n; k++) {
        const tacit_finding *found = &f->audit.finding[k];
        if (found->primary && !found->safe && !found->undecided)
            mark_cell(f, found->cell);
    }
    if (f->audit.n_few > 0)
        TACIT_TRY(mark_few(cx, f));
    for (size_t p = 0; p < f->parts.n; p++)
        if (f->unsafe[p] > 0)
            TACIT_TRY(ask_more(cx, f, p, out));
    return TACIT_OK;
}

tacit_status tacit_cuts_of_units(tacit_ctx *cx, tacit_system *s, const double *x,
                                 tacit_units_look *look, tacit_cuts *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    findings f = { .s = s, .x = x };
    show_pattern(s, x, true);
    const tacit_status status = tacit_audit_run_within(cx, s, look->seconds / 2, &f.audit);
    show_pattern(s, x, false);
    TACIT_TRY(status);
    look->stands = tacit_audit_holds(&f.audit);
    for (size_t k = 0; k < f.audit.n; k++)
        look->doubtful[f.audit.finding[k].cell] =
            f.audit.finding[k].primary && !f.audit.finding[k].safe;
    if (!look->stands)
        TACIT_TRY(ask_all(cx, &f, out));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
