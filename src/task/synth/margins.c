/*
 * margins.c - known totals of a population: reading them, and who counts for them.
 *
 * O(cells of the margins * persons).
 */
#include "task/synth/margins.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "table/values.h"

enum { MOST_COLUMNS = 62 };

/* What the size of the population is told apart by: no column has this bit. */
static const uint64_t OF_ALL = (uint64_t)1 << 63;

/* Totals of one population may differ by rounding, as a share. */
static const double ROUNDING = 1e-6;

static const char SIZE[] = "size";
static const char *const COUNTED[] = { "households", "persons" };

/* ---- reading ---- */

/* Whether the data has a column called `name` that is made. */
static bool is_made(const tacit_synthesis *s, const char *name)
{
    for (size_t k = 0; k < s->spec.n; k++)
        if (strcmp(tacit_column_name(tacit_table_column(s->w->data, s->column[k].at)), name) == 0)
            return true;
    return false;
}

static tacit_status check_columns(tacit_ctx *cx, const tacit_synthesis *s, tacit_margins *m)
{
    size_t counts = 0;
    m->columns = tacit_table_columns(m->file);
    TACIT_TRY(tacit_scratch(cx, m->columns, sizeof *m->counts, &m->counts));
    for (size_t j = 0; j < m->columns; j++) {
        const tacit_column *c = tacit_table_column(m->file, j);
        const char *name = tacit_column_name(c);
        m->counts[j] = strcmp(name, COUNTED[0]) == 0 || strcmp(name, COUNTED[1]) == 0;
        counts += m->counts[j];
        if (m->counts[j] && tacit_column_type(c) == TACIT_TYPE_CATEGORY)
            return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' of the margins %s holds no counts.",
                              name, m->path);
        if (!m->counts[j] && !is_made(s, name) && strcmp(name, SIZE) != 0)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "The margins %s have a column '%s', which is not made; their columns "
                              "are those of the data, 'size', 'households' and 'persons'.",
                              m->path, name);
    }
    if (counts == 0 || m->columns > MOST_COLUMNS)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The margins %s need a column 'households' or 'persons' with counts, and "
                          "at most %d columns.",
                          m->path, MOST_COLUMNS);
    return TACIT_OK;
}

static tacit_status label_margin(tacit_ctx *cx, const tacit_margins *m, tacit_known_margin *x)
{
    char *text = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s", COUNTED[x->persons]));
    for (size_t j = 0, n = 0; j < m->columns; j++)
        if ((x->filled >> j & 1) != 0)
            TACIT_TRY(tacit_scratch_format(cx, &text, "%s %s %s", text, n++ == 0 ? "by" : "and",
                                           tacit_column_name(tacit_table_column(m->file, j))));
    x->label = text;
    return TACIT_OK;
}

/* Put a total behind the others, into its margin. */
static tacit_status add_cell(tacit_ctx *cx, tacit_margins *m, size_t row,
                             const tacit_known_margin *of, double target)
{
    size_t g = 0;
    while (g < m->n_margins &&
           (m->margin[g].filled != of->filled || m->margin[g].persons != of->persons))
        g++;
    if (g == m->n_margins) {
        m->margin[m->n_margins++] = *of;
        TACIT_TRY(label_margin(cx, m, &m->margin[g]));
    }
    m->margin[g].total += target;
    m->cell[m->n++] = (tacit_margin_cell){ row, g, target };
    return TACIT_OK;
}

static tacit_status read_row(tacit_ctx *cx, tacit_margins *m, size_t row)
{
    uint64_t filled = 0;
    for (size_t j = 0; j < m->columns; j++)
        if (!m->counts[j] && !tacit_column_is_missing(tacit_table_column(m->file, j), row))
            filled |= (uint64_t)1 << j;
    for (size_t j = 0; j < m->columns; j++) {
        const tacit_column *c = tacit_table_column(m->file, j);
        if (!m->counts[j] || tacit_column_is_missing(c, row))
            continue;
        const double x = tacit_column_number(c, row);
        const tacit_known_margin of = { .filled = filled,
                                        .persons = strcmp(tacit_column_name(c), COUNTED[1]) == 0 };
        if (!(x >= 0.0))
            return tacit_fail(cx, TACIT_ERR_DATA, "Row %zu of the margins %s has a negative count.",
                              row + 1, m->path);
        TACIT_TRY(add_cell(cx, m, row, &of, x));
    }
    return TACIT_OK;
}

static tacit_status read_file(tacit_ctx *cx, const tacit_synthesis *s, tacit_margins *m)
{
    TACIT_TRY(tacit_work_load_other(cx, s->w, m->path, &m->file));
    TACIT_TRY(check_columns(cx, s, m));
    const size_t most = 2 * tacit_table_rows(m->file) + 1;
    TACIT_TRY(tacit_scratch(cx, most, sizeof *m->cell, &m->cell));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *m->margin, &m->margin));
    for (size_t i = 0; i < tacit_table_rows(m->file); i++)
        TACIT_TRY(read_row(cx, m, i));
    return TACIT_OK;
}

/* How many households are made at first: as many as there will be, as far as that is known. */
static size_t guess_homes(const tacit_synthesis *s, const tacit_margins *m)
{
    const double size = (double)tacit_table_rows(s->w->data) / (double)s->spec.rows;
    double homes = 0.0;
    for (size_t g = 0; g < m->n_margins; g++) {
        const tacit_known_margin *x = &m->margin[g];
        homes = fmax(homes, x->persons ? ceil(x->total / size) : x->total);
    }
    return homes >= 1.0 && homes < UINT32_MAX ? (size_t)homes : s->spec.rows;
}

tacit_status tacit_margins_read(tacit_ctx *cx, tacit_synthesis *s)
{
    const tacit_args *args = &s->w->ask->args;
    const bool sized = tacit_arg_given(args, TACIT_SYNTH_POPULATION);
    tacit_margins *m = NULL;
    if (!sized && !tacit_arg_given(args, TACIT_SYNTH_MARGINS))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *m, &m));
    s->margins = m;
    if (tacit_arg_given(args, TACIT_SYNTH_MARGINS)) {
        m->path = tacit_arg_text(args, TACIT_SYNTH_MARGINS);
        TACIT_TRY(read_file(cx, s, m));
    } else {
        TACIT_TRY(tacit_scratch(cx, 1, sizeof *m->cell, &m->cell));
        TACIT_TRY(tacit_scratch(cx, 1, sizeof *m->margin, &m->margin));
    }
    if (sized)
        TACIT_TRY(add_cell(cx, m, SIZE_MAX, &(tacit_known_margin){ .filled = OF_ALL },
                           (double)tacit_arg_integer(args, TACIT_SYNTH_POPULATION)));
    if (!tacit_arg_given(args, TACIT_SYNTH_ROWS))
        s->spec.rows =
            sized ? (size_t)tacit_arg_integer(args, TACIT_SYNTH_POPULATION) : guess_homes(s, m);
    return TACIT_OK;
}

void tacit_margins_free(tacit_margins *m)
{
    if (m != NULL)
        tacit_table_free(m->file);
}

/* ---- who counts ---- */

/* The kinds of persons by one column of the margins. */
typedef struct kinds {
    const uint32_t *of; /* of each person */
    uint32_t *want;     /* of each row of the margins; UINT32_MAX: nobody is */
} kinds;

/* Sizes of households as a column has its values. */
static tacit_status size_kinds(tacit_ctx *cx, const tacit_column *wanted, const size_t *first,
                               size_t homes, kinds *out)
{
    uint32_t *of = NULL;
    TACIT_TRY(tacit_scratch(cx, first[homes], sizeof *of, &of));
    for (size_t g = 0; g < homes; g++)
        for (size_t i = first[g]; i < first[g + 1]; i++)
            of[i] = (uint32_t)(first[g + 1] - first[g]);
    out->of = of;
    for (size_t i = 0; i < tacit_column_length(wanted); i++) {
        int64_t size = 0;
        char room[32];
        const char *text = tacit_column_text(wanted, i, room);
        const bool whole = tacit_parse_integer(text, strlen(text), &size);
        out->want[i] = whole && size > 0 && size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    }
    return TACIT_OK;
}

static tacit_status column_kinds(tacit_ctx *cx, const tacit_column *wanted, const tacit_column *c,
                                 kinds *out)
{
    tacit_values v;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    out->of = v.of;
    for (size_t i = 0; i < tacit_column_length(wanted); i++)
        out->want[i] = UINT32_MAX;
    for (uint32_t k = 0; k < v.n; k++) {
        char own[32], other[32];
        const char *text = tacit_column_text(c, v.row[k], own);
        for (size_t i = 0; i < tacit_column_length(wanted); i++)
            if (strcmp(tacit_column_text(wanted, i, other), text) == 0)
                out->want[i] = k;
    }
    return TACIT_OK;
}

/* Whether person i counts for a total. */
static bool fits(const tacit_margins *m, const kinds *k, const tacit_margin_cell *cell, size_t i)
{
    const uint64_t filled = m->margin[cell->margin].filled;
    for (size_t j = 0; j < m->columns; j++)
        if ((filled >> j & 1) != 0 && k[j].of[i] != k[j].want[cell->row])
            return false;
    return true;
}

/* How often household g counts for a total. */
static size_t count_home(const tacit_margins *m, const kinds *k, const tacit_margin_cell *cell,
                         const size_t *first, size_t g)
{
    const bool persons = m->margin[cell->margin].persons;
    const size_t end = persons ? first[g + 1] : first[g] + 1;
    size_t n = 0;
    for (size_t i = first[g]; i < end; i++)
        n += fits(m, k, cell, i);
    return n;
}

static tacit_status find_kinds(tacit_ctx *cx, const tacit_margins *m, const tacit_table *t,
                               const size_t *first, size_t homes, kinds *k)
{
    for (size_t j = 0; j < m->columns; j++) {
        const tacit_column *wanted = tacit_table_column(m->file, j);
        const size_t at = tacit_table_find(t, tacit_column_name(wanted));
        if (m->counts[j])
            continue;
        TACIT_TRY(tacit_scratch(cx, tacit_column_length(wanted), sizeof *k[j].want, &k[j].want));
        TACIT_TRY(at < tacit_table_columns(t)
                      ? column_kinds(cx, wanted, tacit_table_column(t, at), &k[j])
                      : size_kinds(cx, wanted, first, homes, &k[j]));
    }
    return TACIT_OK;
}

tacit_status tacit_margins_totals(tacit_ctx *cx, const tacit_margins *m, const tacit_table *t,
                                  const size_t *first, size_t homes, tacit_ipu *out)
{
    size_t *start = NULL, n = 0;
    uint32_t *unit = NULL;
    double *times = NULL, *target = NULL;
    kinds *k = NULL;
    TACIT_TRY(tacit_scratch(cx, m->columns, sizeof *k, &k));
    TACIT_TRY(find_kinds(cx, m, t, first, homes, k));
    TACIT_TRY(tacit_scratch(cx, m->n + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, m->n, sizeof *target, &target));
    for (size_t c = 0; c < m->n; c++)
        for (size_t g = 0; g < homes; g++)
            n += count_home(m, k, &m->cell[c], first, g) > 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *unit, &unit));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *times, &times));
    n = 0;
    for (size_t c = 0; c < m->n; c++) {
        target[c] = m->cell[c].target;
        for (size_t g = 0; g < homes; g++) {
            const size_t often = count_home(m, k, &m->cell[c], first, g);
            if (often == 0)
                continue;
            unit[n] = (uint32_t)g;
            times[n++] = (double)often;
        }
        start[c + 1] = n;
    }
    *out = (tacit_ipu){ homes, m->n, start, unit, times, target, 0.0, 0, false };
    return TACIT_OK;
}

/* ---- contradictions ---- */

/* Whether everybody counts for one cell of a margin. */
static bool is_whole(const tacit_margins *m, const tacit_ipu *t, size_t g, double all)
{
    double sum = 0.0;
    for (size_t c = 0; c < m->n; c++)
        for (size_t e = t->first[c]; m->cell[c].margin == g && e < t->first[c + 1]; e++)
            sum += t->times[e];
    return sum >= all;
}

tacit_status tacit_margins_check(tacit_ctx *cx, const tacit_margins *m, const tacit_ipu *totals,
                                 size_t homes, size_t persons)
{
    const tacit_known_margin *whole[2] = { NULL, NULL };
    for (size_t c = 0; c < m->n; c++)
        if (m->cell[c].target > 0.0 && totals->first[c] == totals->first[c + 1])
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Row %zu of the margins %s counts %s, and none of those made is of "
                              "its kind; leave the row out or join it with another.",
                              m->cell[c].row + 1, m->path, m->margin[m->cell[c].margin].label);
    for (size_t g = 0; g < m->n_margins; g++) {
        const tacit_known_margin *x = &m->margin[g], *y = whole[x->persons];
        if (!is_whole(m, totals, g, (double)(x->persons ? persons : homes)))
            continue;
        if (y != NULL && fabs(y->total - x->total) > ROUNDING * y->total)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "The margins contradict each other: %s sum to %.17g and %s to %.17g.",
                              y->label, y->total, x->label, x->total);
        whole[x->persons] = x;
    }
    return TACIT_OK;
}
