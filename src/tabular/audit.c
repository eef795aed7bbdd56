/*
 * audit.c - whether the hidden cells of a system are safe, found out by attacking them.
 */
#include "tabular/audit.h"

#include <math.h>
#include <omp.h>

#include "base/memory.h"
#include "solve/lp.h"
#include "tabular/audit_part.h"
#include "tabular/scenario.h"

/* Seconds for all linear programs, and again for all in whole units; of these so many for programs
 * over large parts.  A question that is not settled then is undecided, and counts against the
 * table. */
static const double PATIENCE = 600, PATIENCE_WHOLE = 120;

/* ---- all parts ---- */

/* A thread's context hears from that of the work whether to go on; that of the first thread tells
 * it how far all are. */
static int is_stopped(void *user, const char *stage, uint64_t done, uint64_t total)
{
    (void)stage;
    if (omp_get_thread_num() == 0 && total > 0)
        return tacit_tick(user, done, total) != TACIT_OK;
    return tacit_is_cancelled(user);
}

/* One thread's share of the parts; the first failure of any thread ends all. */
static void attack_some(tacit_ctx *cx, tacit_auditing *w, size_t *next, tacit_status *failed)
{
    enum { CHUNK = 64 };
    tacit_ctx *own = tacit_ctx_new();
    tacit_status status = own == NULL ? TACIT_ERR_MEMORY : TACIT_OK, seen = TACIT_OK;
    if (own != NULL)
        tacit_ctx_on_progress(own, is_stopped, cx);
    while (status == TACIT_OK && seen == TACIT_OK) {
        size_t from = 0;
#pragma omp atomic capture
        {
            from = *next;
            *next += CHUNK;
        }
        if (from >= w->parts.n)
            break;
        for (size_t p = from; status == TACIT_OK && p < from + CHUNK && p < w->parts.n; p++) {
            status = tacit_tick(own, 0, 0);
            if (status == TACIT_OK)
                status = tacit_audit_part(own, w, p);
        }
#pragma omp atomic read
        seen = *failed;
    }
    if (status != TACIT_OK) {
#pragma omp atomic write
        *failed = status;
    }
    tacit_ctx_free(own);
}

static tacit_status attack_all(tacit_ctx *cx, tacit_auditing *w)
{
    size_t next = 0;
    tacit_status failed = TACIT_OK;
    TACIT_TRY(tacit_parts_find(cx, w->s, w->open, &w->parts));
    TACIT_TRY(tacit_tick(cx, 0, 0));
#pragma omp parallel if (w->parts.n > 64)
    attack_some(cx, w, &next, &failed);
    TACIT_TRY(tacit_tick(cx, 0, 0));
    TACIT_ASSERT(failed == TACIT_OK || failed == TACIT_ERR_MEMORY || failed == TACIT_ERR_CANCELLED);
    return failed == TACIT_OK              ? TACIT_OK
           : failed == TACIT_ERR_CANCELLED ? tacit_fail_stopped(cx)
                                           : tacit_fail_memory(cx);
}

/* ---- what only whole units decide ---- */

/* Whether tables of whole units are at hand that go as far as the levels of a cell ask for. */
static bool reaches(const tacit_auditing *w, const tacit_finding *f)
{
    const tacit_cell *c = &w->s->cell[f->cell];
    return tacit_audit_meets(c, c->value - f->lowest, f->highest - c->value);
}

/* Let an integer program look for the ends that the levels of a cell ask for. */
static tacit_status settle(tacit_ctx *cx, const tacit_auditing *w, tacit_finding *f)
{
    const tacit_cell *c = &w->s->cell[f->cell];
    const tacit_doubt d = { .cell = f->cell };
    const double width = fmax(c->sliding, c->unit);
    double up = f->highest - c->value, down = c->value - f->lowest;
    tacit_audit_reach above = { 0 }, below = { 0 };
    if (reaches(w, f) || !tacit_audit_meets(c, c->value - f->least, f->most - c->value))
        return TACIT_OK;
    TACIT_TRY(tacit_audit_whole(cx, w, &d, 1, fmax(c->upper, width), &above));
    up = fmax(up, above.far);
    TACIT_TRY(tacit_audit_whole(cx, w, &d, -1, fmax(c->lower, width), &below));
    down = fmax(down, below.far);
    f->highest = fmax(f->highest, c->value + up);
    f->lowest = fmin(f->lowest, c->value - down);
    f->undecided = tacit_audit_meets(c, below.sure ? down : c->value - f->least,
                                     above.sure ? up : f->most - c->value);
    return TACIT_OK;
}

static tacit_status settle_insider(tacit_ctx *cx, const tacit_auditing *w, const tacit_doubt *d)
{
    const tacit_reach_levels need = tacit_scenario_levels(w->s, d->cell);
    const double slack = TACIT_AUDIT_NEAR * w->s->cell[d->cell].unit;
    tacit_finding *f = &w->out->finding[w->index[d->cell]];
    tacit_audit_reach up = { 0 }, down = { 0 };
    TACIT_TRY(tacit_audit_whole(cx, w, d, 1, fmax(need.upper, need.width), &up));
    TACIT_TRY(tacit_audit_whole(cx, w, d, -1, fmax(need.lower, need.width), &down));
    const bool kept = up.far >= need.upper - slack && down.far >= need.lower - slack &&
                      up.far + down.far >= need.width - slack;
    if (kept)
        return TACIT_OK;
    if (!up.sure || !down.sure)
        f->undecided = true;
    else if (f->insider == 0 || d->insider < f->insider)
        f->insider = d->insider;
    return TACIT_OK;
}

/* Settle sensitive cells, or those of them that are undecided. */
static tacit_status settle_cells(tacit_ctx *cx, const tacit_auditing *w, bool all)
{
    for (size_t k = 0; k < w->out->n; k++) {
        TACIT_TRY(tacit_tick(cx, k, w->out->n));
        if (w->out->finding[k].primary && (all || w->out->finding[k].undecided))
            TACIT_TRY(settle(cx, w, &w->out->finding[k]));
    }
    return TACIT_OK;
}

/* A short time for each question first, so that no hard one takes that of the others. */
static tacit_status settle_all(tacit_ctx *cx, tacit_auditing *w)
{
    w->end_whole = 0;
    TACIT_TRY(settle_cells(cx, w, true));
    w->end_whole = tacit_lp_now() + PATIENCE_WHOLE;
    TACIT_TRY(settle_cells(cx, w, false));
    for (size_t k = 0; k < w->out->n; k++) /* tables for one cell may have decided others */
        w->out->finding[k].undecided =
            w->out->finding[k].undecided && !reaches(w, &w->out->finding[k]);
    for (size_t k = 0; k < w->n_doubts; k++)
        TACIT_TRY(settle_insider(cx, w, &w->doubt[k]));
    return TACIT_OK;
}

/* ---- the verdict ---- */

static void judge_cell(const tacit_auditing *w, tacit_finding *f)
{
    const double width = f->primary ? f->highest - f->lowest : f->most - f->least;
    f->undecided = f->undecided && f->insider == 0;
    f->exact = !f->undecided && width < w->s->cell[f->cell].unit / 2;
    f->safe = !f->exact && !f->undecided && f->insider == 0 && (!f->primary || reaches(w, f));
}

static void judge(const tacit_auditing *w)
{
    tacit_audit *out = w->out;
    for (size_t k = 0; k < out->n; k++) {
        tacit_finding *f = &out->finding[k];
        const tacit_cell *c = &w->s->cell[f->cell];
        judge_cell(w, f);
        out->n_primary += f->primary;
        out->n_exact += f->primary && f->exact;
        out->n_unsafe += f->primary && !f->safe;
        out->n_undecided += f->primary && f->undecided;
        out->n_insiders += f->primary && f->insider != 0;
        out->n_known += c->status == TACIT_CELL_SECONDARY && f->exact;
        if (f->exact || f->undecided) /* it hides nobody, or perhaps nobody */
            w->open[f->cell] = 0;
    }
    for (size_t r = 0; w->s->contributors != NULL && !w->s->changed && r < w->s->n_equations; r++)
        out->n_few += tacit_scenario_lacks(w->s, r, w->open) > 0;
}

bool tacit_audit_holds(const tacit_audit *audit)
{
    return audit->n_unsafe == 0 && audit->n_few == 0;
}

/* A bound brought in to a whole number of units from the value: values cannot be between units. */
static double round_bound(const tacit_cell *c, double bound)
{
    const double far = floor(fabs(bound - c->value) / c->unit + TACIT_AUDIT_NEAR) * c->unit;
    return bound < c->value ? c->value - far : c->value + far;
}

/* Bounds of whole units, in a copy of the cells if some are not. */
static tacit_status round_bounds(tacit_ctx *cx, tacit_system *s)
{
    tacit_cell *cell = NULL;
    bool whole = true;
    for (size_t i = 0; i < s->n_cells && whole; i++) {
        const tacit_cell *c = &s->cell[i];
        whole = !(fabs(c->low - round_bound(c, c->low)) > 0) &&
                !(fabs(c->high - round_bound(c, c->high)) > 0);
    }
    if (whole)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *cell, &cell));
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        cell[i] = *c;
        cell[i].low = round_bound(c, c->low);
        cell[i].high = round_bound(c, c->high);
    }
    s->cell = cell;
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, tacit_auditing *w, double seconds)
{
    const tacit_system *s = w->s;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w->open, &w->open));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w->place, &w->place));
    for (size_t i = 0; i < s->n_cells; i++)
        w->open[i] = tacit_system_covers(s, &s->cell[i]);
    w->end = tacit_lp_now() + seconds;
    TACIT_TRY(attack_all(cx, w));
    w->end = tacit_lp_now() + seconds;
    TACIT_TRY(settle_all(cx, w));
    judge(w);
    return TACIT_OK;
}

/* Whether a cell gets a finding. */
static bool is_asked(const tacit_system *s, const tacit_cell *c)
{
    return c->status == TACIT_CELL_PRIMARY || tacit_system_hides(s, c);
}

tacit_status tacit_audit_run(tacit_ctx *cx, const tacit_system *s, tacit_audit *out)
{
    return tacit_audit_run_within(cx, s, PATIENCE, out);
}

tacit_status tacit_audit_run_within(tacit_ctx *cx, const tacit_system *s, double seconds,
                                    tacit_audit *out)
{
    tacit_system own = *s;
    tacit_auditing w = { .s = &own, .out = out };
    *out = (tacit_audit){ .insiders = s->owner != NULL && s->insiders != TACIT_INSIDERS_NONE };
    for (size_t i = 0; i < s->n_cells; i++)
        out->n += is_asked(s, &s->cell[i]);
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->finding, &out->finding));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *w.index, &w.index));
    for (size_t i = 0, k = 0; i < s->n_cells; i++)
        if (is_asked(s, &s->cell[i]))
            w.index[i] = (uint32_t)k++;
    tacit_status status = round_bounds(cx, &own);
    if (status == TACIT_OK)
        status = run(cx, &w, seconds);
    tacit_free(w.doubt);
    TACIT_TRY(status);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
