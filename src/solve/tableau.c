/*
 * tableau.c - how far one variable can go: max or min y_k subject to A y = 0, low <= y <= high.
 *
 * Bounded primal simplex (Dantzig 1955) after Chvatal (1983, chapter 8), with non-basic variables
 * that may stand between their bounds: at the start all of y is 0 and the basis holds one
 * variable for each row that is fixed at 0 and leaves at the first chance.  Largest coefficient
 * first; Bland's rule after a run of steps that lead nowhere, so that it ends.
 */
#include "solve/tableau.h"

#include <math.h>

/* Coefficients below this are noise of cancellation: the matrices hold small whole numbers. */
#define TINY 1e-9

/* Steps without progress before Bland's rule. */
enum { PATIENCE = 40 };

struct tacit_tableau {
    size_t m, n;   /* rows, columns */
    double *t;     /* m rows of n columns and then m of the inverse of the basis */
    double *y;     /* the point */
    size_t *basic; /* of a row: its basic column; n + i: the fixed variable of row i */
    size_t *row;   /* of a column: its row if it is basic, else m */
    size_t *full;  /* room for the places of a row that are not 0 */
    const double *low, *high;
};

static double *row_of(const tacit_tableau *s, size_t i)
{
    return s->t + i * (s->n + s->m);
}

tacit_status tacit_tableau_new(tacit_ctx *cx, const tacit_sparse *a, const double *low,
                               const double *high, tacit_tableau **out)
{
    tacit_tableau *s = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *s, &s));
    *s = (tacit_tableau){ .m = a->n_rows, .n = a->n_columns, .low = low, .high = high };
    TACIT_TRY(tacit_scratch(cx, s->m, (s->n + s->m) * sizeof *s->t, &s->t));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *s->y, &s->y));
    TACIT_TRY(tacit_scratch(cx, s->m, sizeof *s->basic, &s->basic));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *s->row, &s->row));
    TACIT_TRY(tacit_scratch(cx, s->n + s->m, sizeof *s->full, &s->full));
    for (size_t j = 0; j < s->n; j++)
        s->row[j] = s->m;
    for (size_t i = 0; i < s->m; i++) {
        double *row = row_of(s, i);
        for (size_t e = a->start[i]; e < a->start[i + 1]; e++)
            row[a->column[e]] += a->value[e];
        row[s->n + i] = 1;
        s->basic[i] = s->n + i;
    }
    *out = s;
    return TACIT_OK;
}

/* How much the aim way * y_k gains for each unit of the non-basic y_j. */
static double gain_of(const tacit_tableau *s, size_t k, int way, size_t j)
{
    if (s->row[k] == s->m)
        return j == k ? way : 0;
    return -way * row_of(s, s->row[k])[j];
}

/* The non-basic column that gains most, or with `first` the first that gains; n if none does. */
static size_t find_entering(const tacit_tableau *s, size_t k, int way, bool first)
{
    size_t best = s->n;
    double most = TINY;
    for (size_t j = 0; j < s->n; j++) {
        if (s->row[j] < s->m)
            continue;
        const double d = gain_of(s, k, way, j);
        const bool room = d > 0 ? s->y[j] < s->high[j] : s->y[j] > s->low[j];
        if (fabs(d) > most && room) {
            best = j;
            most = fabs(d);
            if (first)
                break;
        }
    }
    return best;
}

/* How far the basic variable of row `i` lets the step go, if it changes by `slope` a unit. */
static double room_of(const tacit_tableau *s, size_t i, double slope)
{
    const size_t b = s->basic[i];
    if (b >= s->n)
        return 0;
    const double room = (slope > 0 ? s->high[b] - s->y[b] : s->low[b] - s->y[b]) / slope;
    return room > 0 ? room : 0;
}

/* The longest step of column `j` in direction `up`, and the row that ends it; m if its own bound
 * does. */
static double find_leaving(const tacit_tableau *s, size_t j, int up, bool first, size_t *leaving)
{
    double step = up > 0 ? s->high[j] - s->y[j] : s->y[j] - s->low[j];
    double size = 0;
    *leaving = s->m;
    for (size_t i = 0; i < s->m; i++) {
        const double slope = -up * row_of(s, i)[j];
        if (fabs(slope) < TINY)
            continue;
        const double room = room_of(s, i, slope);
        const bool tie = *leaving < s->m && room <= step + TINY * (1 + step);
        const bool better =
            first ? s->basic[i] < s->basic[*leaving < s->m ? *leaving : i] : fabs(slope) > size;
        if (room < step - TINY * (1 + step) || (tie && better) ||
            (*leaving == s->m && room <= step)) {
            step = room < step ? room : step;
            size = fabs(slope);
            *leaving = i;
        }
    }
    return step;
}

/* Divide row `p` by its entry in column `j`; gives how many of its places are not 0. */
static size_t scale_row(tacit_tableau *s, size_t p, size_t j)
{
    double *pr = row_of(s, p);
    const double inverse = 1 / pr[j];
    size_t n = 0;
    for (size_t c = 0; c < s->n + s->m; c++)
        if (fabs(pr[c]) > 0) {
            pr[c] *= inverse;
            s->full[n++] = c;
        }
    pr[j] = 1;
    return n;
}

/* Subtract `f` times row `from`, which has `n` places that are not 0, from row `to`. */
static void subtract_row(const tacit_tableau *s, size_t n, double f, const double *from, double *to)
{
    const size_t width = s->n + s->m;
    if (2 * n > width)
        for (size_t c = 0; c < width; c++)
            to[c] -= f * from[c];
    else
        for (size_t e = 0; e < n; e++)
            to[s->full[e]] -= f * from[s->full[e]];
}

/* Let column `j` take the place of the basic variable of row `p`. */
static void pivot(tacit_tableau *s, size_t p, size_t j)
{
    const size_t n = scale_row(s, p, j);
    for (size_t i = 0; i < s->m; i++) {
        double *r = row_of(s, i);
        const double f = r[j];
        if (i == p || fabs(f) < TINY)
            continue;
        subtract_row(s, n, f, row_of(s, p), r);
        r[j] = 0;
    }
    if (s->basic[p] < s->n)
        s->row[s->basic[p]] = s->m;
    s->basic[p] = j;
    s->row[j] = p;
}

/* Move column `j` by `step` in direction `up`, the basic variables with it. */
static void move(tacit_tableau *s, size_t j, int up, double step)
{
    s->y[j] += up * step;
    for (size_t i = 0; i < s->m; i++)
        if (s->basic[i] < s->n)
            s->y[s->basic[i]] -= up * step * row_of(s, i)[j];
}

/* A variable that left the basis stands on the bound that stopped it. */
static void settle(tacit_tableau *s, size_t b)
{
    if (b >= s->n)
        return;
    const double middle = (s->low[b] + s->high[b]) / 2;
    s->y[b] = s->y[b] > middle ? s->high[b] : s->low[b];
}

tacit_status tacit_tableau_push(tacit_ctx *cx, tacit_tableau *s, size_t k, int way, double enough,
                                double *out)
{
    size_t still = 0; /* steps since the last that led somewhere */
    for (size_t steps = 0;; steps++) {
        if (steps % 256 == 255)
            TACIT_TRY(tacit_tick(cx, 0, 0));
        if (way * s->y[k] >= enough)
            break;
        const bool first = still > PATIENCE;
        const size_t j = find_entering(s, k, way, first);
        if (j == s->n)
            break;
        const int up = gain_of(s, k, way, j) > 0 ? 1 : -1;
        size_t p = s->m;
        const double step = find_leaving(s, j, up, first, &p);
        still = step > TINY ? 0 : still + 1;
        move(s, j, up, step);
        if (p == s->m) {
            s->y[j] = up > 0 ? s->high[j] : s->low[j];
            continue;
        }
        const size_t left = s->basic[p];
        pivot(s, p, j);
        settle(s, left);
    }
    *out = way * s->y[k] > 0 ? way * s->y[k] : 0;
    return TACIT_OK;
}

const double *tacit_tableau_point(const tacit_tableau *s)
{
    return s->y;
}

void tacit_tableau_prices(const tacit_tableau *s, size_t k, double *g)
{
    const double *row = s->row[k] < s->m ? row_of(s, s->row[k]) : NULL;
    for (size_t i = 0; i < s->m; i++)
        g[i] = row != NULL ? row[s->n + i] : 0;
}
