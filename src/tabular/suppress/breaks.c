/*
 * breaks.c - the inequalities that a pattern breaks, cheap ones first: of equations, of attackers
 * if few equations are broken, and of contributors if nothing else is.
 */
#include "tabular/suppress/search.h"

/* Most inequalities of attackers that one round adds, besides one for each primary cell. */
enum { MOST_CUTS = 2000 };

/* Attackers wait while more than one primary cell in so many has a broken equation. */
enum { FEW_BRIDGES = 100 };

tacit_status tacit_hiding_add_cuts(tacit_ctx *cx, tacit_hiding *h, const tacit_cuts *found)
{
    for (size_t r = 0; r < found->n; r++) {
        TACIT_TRY(tacit_cuts_begin(cx, &h->pool));
        for (size_t e = found->start[r]; e < found->start[r + 1]; e++)
            TACIT_TRY(tacit_cuts_term(cx, &h->pool, h->column[found->cell[e]], found->weight[e]));
        tacit_cuts_end(&h->pool, found->least[r]);
    }
    return TACIT_OK;
}

tacit_status tacit_hiding_break(tacit_ctx *cx, tacit_hiding *h, bool *any)
{
    tacit_cuts found = { 0 };
    tacit_status status = tacit_cuts_of_equations(cx, h->s, h->x, &found);
    if (status == TACIT_OK && found.n <= h->n_primary / FEW_BRIDGES)
        status =
            tacit_cuts_of_attackers(cx, h->s, h->x, MOST_CUTS + h->n_primary, &h->proofs, &found);
    if (status == TACIT_OK && found.n == 0)
        status = tacit_cuts_of_insiders(cx, h->s, h->x, MOST_CUTS, &found);
    *any = found.n > 0;
    if (status == TACIT_OK && *any)
        status = tacit_hiding_add_cuts(cx, h, &found);
    tacit_cuts_free(&found);
    return status;
}

tacit_status tacit_hiding_break_until(tacit_ctx *cx, tacit_hiding *h, double end, bool *any)
{
    h->proofs.end = end;
    h->proofs.cut = false;
    TACIT_TRY(tacit_hiding_break(cx, h, any));
    h->proofs.end = 0;
    *any = *any || h->proofs.cut;
    return TACIT_OK;
}

tacit_status tacit_hiding_break_near(tacit_ctx *cx, tacit_hiding *h,
                                     const tacit_hiding_change *change, tacit_hiding_look look)
{
    const tacit_claims claims = { change->claim, change->n_claims, look == TACIT_LOOK_EVERYWHERE };
    tacit_cuts found = { 0 };
    tacit_status status = TACIT_OK;
    for (size_t i = 0; i < change->n_rows && status == TACIT_OK; i++)
        status = tacit_cuts_of_equation(cx, h->s, h->x, change->row[i], &found);
    if (status == TACIT_OK && found.n == 0 && look > TACIT_LOOK_AT_EQUATIONS)
        status = tacit_cuts_of_claims(cx, &claims, h->x, &h->proofs, &found);
    if (status == TACIT_OK && found.n == 0 && look == TACIT_LOOK_EVERYWHERE)
        status = tacit_cuts_of_insiders(cx, h->s, h->x, MOST_CUTS, &found);
    if (status == TACIT_OK && found.n > 0)
        status = tacit_hiding_add_cuts(cx, h, &found);
    tacit_cuts_free(&found);
    return status;
}
