/*
 * fit.c - the distribution behind noisy margins.
 *
 * Margins whose scope lies in that of another are kept with it: their factors are multiplied to
 * its, and their counts are summed from its counts, so that cliques are passed over for the widest
 * margins only.
 */
#include "stats/graph/fit.h"

#include <math.h>
#include <string.h>

/* A search on its way. */
typedef struct fitting {
    const tacit_noisy_margins *known;
    tacit_belief *belief;
    size_t *cells; /* of each margin */
    size_t *host;  /* the margin that it lies in, or n + the clique */
    size_t *order; /* margins, wide ones first */
    double **factor;
    double **told, **was; /* what the model says of each, now and before the step */
    double **from;        /* logarithms of factors before the step */
} fitting;

enum { HALVINGS = 25, WINDOW = 10 };

/* ---- before ---- */

static void choose_hosts(fitting *f, const tacit_junction *tree)
{
    const tacit_noisy_margins *k = f->known;
    size_t n = 0;
    for (size_t width = TACIT_SCOPE_COLUMNS + 1; width-- > 0;)
        for (size_t m = 0; m < k->n; m++)
            if (tacit_scope_width(k->margin[m].scope) == width)
                f->order[n++] = m;
    TACIT_ASSERT(n == k->n);
    for (size_t m = 0; m < k->n; m++) {
        const tacit_scope s = k->margin[m].scope;
        f->host[m] = k->n + tacit_junction_find(tree, k->size, s);
        TACIT_ASSERT(f->host[m] < k->n + tree->n);
        size_t least = SIZE_MAX;
        for (size_t o = 0; o < k->n; o++)
            if (o != m && TACIT_SCOPE_WITHIN(s, k->margin[o].scope) && f->cells[o] < least) {
                least = f->cells[o];
                f->host[m] = o;
            }
    }
}

static tacit_status make_room(tacit_ctx *cx, const tacit_noisy_margins *known, fitting *f)
{
    double **lists[4] = { NULL };
    TACIT_TRY(tacit_scratch(cx, known->n, sizeof *f->cells, &f->cells));
    TACIT_TRY(tacit_scratch(cx, known->n, sizeof *f->host, &f->host));
    TACIT_TRY(tacit_scratch(cx, known->n, sizeof *f->order, &f->order));
    for (size_t m = 0; m < known->n; m++)
        f->cells[m] = tacit_scope_cells(known->size, known->margin[m].scope);
    for (size_t l = 0; l < 4; l++) {
        TACIT_TRY(tacit_scratch(cx, known->n, sizeof *lists[l], &lists[l]));
        for (size_t m = 0; m < known->n; m++)
            TACIT_TRY(tacit_scratch(cx, f->cells[m], sizeof *lists[l][m], &lists[l][m]));
    }
    f->factor = lists[0];
    f->told = lists[1];
    f->was = lists[2];
    f->from = lists[3];
    return TACIT_OK;
}

/* ---- what factors say ---- */

static void make_factor(const fitting *f, size_t m)
{
    const double *log_factor = f->known->margin[m].log_factor;
    double most = -INFINITY;
    for (size_t i = 0; i < f->cells[m]; i++)
        most = fmax(most, log_factor[i]);
    for (size_t i = 0; i < f->cells[m]; i++)
        f->factor[m][i] = exp(log_factor[i] - most);
}

static void multiply(fitting *f)
{
    const tacit_noisy_margins *k = f->known;
    tacit_belief_clear(f->belief);
    for (size_t m = 0; m < k->n; m++)
        make_factor(f, m);
    for (size_t i = k->n; i-- > 0;) {
        const size_t m = f->order[i], h = f->host[m];
        const bool in_margin = h < k->n;
        tacit_scope_multiply(k->size,
                             in_margin ? k->margin[h].scope : f->belief->tree->clique[h - k->n],
                             in_margin ? f->factor[h] : f->belief->table[h - k->n],
                             k->margin[m].scope, f->factor[m]);
    }
}

static void read_margins(fitting *f)
{
    const tacit_noisy_margins *k = f->known;
    for (size_t i = 0; i < k->n; i++) {
        const size_t m = f->order[i], h = f->host[m];
        if (h < k->n) {
            tacit_scope_sum(k->size, k->margin[h].scope, f->told[h], k->margin[m].scope,
                            f->told[m]);
            continue;
        }
        tacit_scope_sum(k->size, f->belief->tree->clique[h - k->n], f->belief->table[h - k->n],
                        k->margin[m].scope, f->told[m]);
        for (size_t c = 0; c < f->cells[m]; c++)
            f->told[m][c] *= k->total;
    }
}

/* The loss of the factors as they are; INFINITY if they are beyond numbers. */
static double look(fitting *f)
{
    const tacit_noisy_margins *k = f->known;
    double loss = 0.0;
    multiply(f);
    if (!tacit_belief_agree(f->belief))
        return INFINITY;
    read_margins(f);
    for (size_t m = 0; m < k->n; m++) {
        double squares = 0.0;
        for (size_t c = 0; c < f->cells[m]; c++) {
            const double off = f->told[m][c] - k->margin[m].count[c];
            squares += k->margin[m].weight[c] * off * off;
        }
        loss += squares / 2;
    }
    return loss;
}

/* ---- steps ---- */

/* Go `step` down the gradient from where the step began. */
static void go(fitting *f, double step)
{
    for (size_t m = 0; m < f->known->n; m++) {
        const tacit_noisy_margin *k = &f->known->margin[m];
        for (size_t c = 0; c < f->cells[m]; c++)
            k->log_factor[c] = f->from[m][c] - step * k->weight[c] * (f->was[m][c] - k->count[c]);
    }
}

/* How far down the gradient what the model says has come. */
static double promise(const fitting *f)
{
    double sum = 0.0;
    for (size_t m = 0; m < f->known->n; m++) {
        const tacit_noisy_margin *k = &f->known->margin[m];
        double own = 0.0;
        for (size_t c = 0; c < f->cells[m]; c++)
            own += k->weight[c] * (f->was[m][c] - k->count[c]) * (f->was[m][c] - f->told[m][c]);
        sum += own;
    }
    return sum;
}

/* One step from a loss; `*step` is its length and gets that of the next.  Returns the new loss. */
static double take_step(fitting *f, double before, double *step)
{
    for (size_t m = 0; m < f->known->n; m++) {
        memcpy(f->was[m], f->told[m], f->cells[m] * sizeof **f->was);
        memcpy(f->from[m], f->known->margin[m].log_factor, f->cells[m] * sizeof **f->from);
    }
    for (size_t i = 0; i < HALVINGS; i++) {
        go(f, *step);
        const double loss = look(f);
        if (before - loss >= 0.5 * promise(f)) {
            *step *= i == 0 ? 2.0 : 1.2;
            return loss;
        }
        *step /= 2;
    }
    go(f, 0.0);
    return look(f);
}

static double first_step(const tacit_noisy_margins *k)
{
    double most = 0.0;
    for (size_t m = 0; m < k->n; m++) {
        const size_t cells = tacit_scope_cells(k->size, k->margin[m].scope);
        for (size_t c = 0; c < cells; c++)
            most = fmax(most, k->margin[m].weight[c]);
    }
    return most > 0.0 ? 1.0 / (most * k->total) : 1.0;
}

static tacit_status search(tacit_ctx *cx, fitting *f, const tacit_fit_end *end, tacit_graph *out)
{
    double step = first_step(f->known), enough = 0.0, window = INFINITY;
    for (size_t m = 0; m < f->known->n; m++)
        enough += end->noise * (double)f->cells[m] / 2;
    out->loss = look(f);
    TACIT_ASSERT(isfinite(out->loss));
    for (out->steps = 0; out->steps < end->most && out->loss > enough; out->steps++) {
        TACIT_TRY(tacit_tick(cx, out->steps, end->most));
        out->loss = take_step(f, out->loss, &step);
        if (out->steps % WINDOW != WINDOW - 1)
            continue;
        if (window - out->loss < WINDOW * end->progress * out->loss)
            break;
        window = out->loss;
    }
    return TACIT_OK;
}

tacit_status tacit_graph_fit(tacit_ctx *cx, const tacit_noisy_margins *known,
                             const tacit_fit_end *end, tacit_graph *out)
{
    fitting f = { .known = known, .belief = &out->belief };
    tacit_scope *scope = NULL;
    TACIT_TRY(tacit_scratch(cx, known->n, sizeof *scope, &scope));
    for (size_t m = 0; m < known->n; m++)
        scope[m] = known->margin[m].scope;
    tacit_junction_make(known->size, known->columns, scope, known->n, &out->tree);
    TACIT_TRY(tacit_belief_new(cx, known->size, &out->tree, &out->belief));
    TACIT_TRY(make_room(cx, known, &f));
    choose_hosts(&f, &out->tree);
    return search(cx, &f, end, out);
}
