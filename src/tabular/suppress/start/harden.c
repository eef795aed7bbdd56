/*
 * harden.c - a pattern of which it is not known in time whether it stands in whole units is made
 * safer.
 *
 * The corners of a box around a sensitive cell move together by whole units (start/hypercube.c), so
 * that a pattern with boxes is proven in a time in which a cheap one, whose cells hardly can move,
 * is not.  What is hidden already is free, and a cell that was proven to be safe stays so when more
 * is hidden: the tables that proved it are still possible.  So boxes are looked for around the
 * cells that are in doubt; then around all; then everything is hidden, which protects if any
 * pattern does.
 */
#include "tabular/suppress/start/start.h"

/* Let hidden cells but those in doubt count as hidden anyhow, so that no box is sought for them;
 * `kept` has the statuses that they had. */
static void set_aside(tacit_hiding *h, const bool *doubtful, tacit_cell_status *kept)
{
    for (size_t i = 0; i < h->s->n_cells; i++) {
        tacit_cell *c = &h->s->cell[i];
        kept[i] = c->status;
        if (h->x[i] > 0.5 &&
            !(c->status == TACIT_CELL_PRIMARY && (doubtful == NULL || doubtful[i])))
            c->status = TACIT_CELL_HIDDEN;
    }
}

static tacit_status hide_boxes(tacit_ctx *cx, tacit_hiding *h, const bool *doubtful, double *point)
{
    const size_t mark = tacit_scratch_mark(cx);
    const double end = h->end;
    tacit_cell_status *kept = NULL;
    TACIT_TRY(tacit_scratch(cx, h->s->n_cells, sizeof *kept, &kept));
    tacit_hiding_take(h, point);
    set_aside(h, doubtful, kept);
    h->end = tacit_lp_now() + h->more;
    const tacit_status status = tacit_hiding_hypercube(cx, h, point);
    h->end = end;
    for (size_t i = 0; i < h->s->n_cells; i++)
        h->s->cell[i].status = kept[i];
    TACIT_TRY(status);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_hiding_harden(tacit_ctx *cx, tacit_hiding *h, const bool *doubtful, size_t times,
                                 double *point)
{
    h->boxed = true;
    h->coarse = times > 1;
    for (size_t j = 0; h->coarse && j < h->n; j++)
        point[j] = 1;
    if (h->coarse)
        return TACIT_OK;
    h->late = tacit_lp_now() + 2 * h->more;
    return hide_boxes(cx, h, times == 0 ? doubtful : NULL, point);
}
