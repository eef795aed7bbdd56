/*
 * lost.c - what became of the columns of a release, in words.
 *
 * A released label is looked up in the column's hierarchy; the lowest level that has it is the
 * level of the record.  A label of the highest level, a star and a blank are "gone".  Columns
 * whose values are others without a hierarchy are "changed".  Shares are of the released records.
 * Columns that only lost some values, or of which only some changed, are told of together.
 *
 * A value that was missing before is not lost.  O(rows) for each column that was changed, and
 * its hierarchy once more.
 */
#include "run/cost/cost.h"

#include <stdio.h>
#include <string.h>

#include "base/result.h"
#include "base/text.h"
#include "micro/profile/name.h"
#include "table/same.h"

/* Levels that are told apart; hierarchies are not as high. */
enum { MOST_LEVELS = 64 };

/* Columns that are named; of more it is told how many. */
enum { MOST_CLAUSES = 12 };

/* What became of the cells of one column. */
typedef struct fate {
    size_t level[MOST_LEVELS]; /* cells by the level of their label; 0: as they were */
    size_t gone, changed;
    size_t present; /* cells that had a value */
    bool grouped;   /* numbers or dates became texts */
    double rows;
    const tacit_hierarchy_spec *spec; /* NULL: none */
} fate;

static const char *percent(double share, char out[32])
{
    if (share < 0.001)
        return "less than 0.1 %";
    (void)snprintf(out, 32, share < 0.0995 ? "%.1f %%" : "%.0f %%", 100.0 * share);
    return out;
}

/* ---- counting ---- */

/* For each label of CATEGORY column `c` the level that it has in `h`: 0 if it is none, the highest
 * for a star. */
static tacit_status find_levels(tacit_ctx *cx, const tacit_column *c, const tacit_hierarchy *h,
                                uint8_t **out)
{
    const tacit_dict *dict = tacit_column_dict(c);
    const size_t top = h != NULL ? tacit_hierarchy_levels(h) - 1 : MOST_LEVELS - 1;
    uint8_t *level = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(dict), sizeof *level, &level));
    for (uint32_t k = 0; k < tacit_dict_size(dict); k++) {
        const char *text = tacit_dict_text(dict, k);
        for (size_t l = top; h != NULL && l > 0; l--) {
            const tacit_dict *labels = tacit_hierarchy_labels(h, l);
            if (tacit_dict_find(labels, text) < tacit_dict_size(labels))
                level[k] = (uint8_t)l;
        }
        if (strcmp(text, "*") == 0)
            level[k] = (uint8_t)top;
    }
    *out = level;
    return TACIT_OK;
}

/* A cell whose label has level `l`; 0: none, and it is the same as it was or not. */
static inline void count_cell(fate *f, size_t l, size_t top, bool same)
{
    if (same)
        f->level[0]++;
    else if (l == 0)
        f->changed++;
    else if (l == top)
        f->gone++;
    else
        f->level[l]++;
}

static tacit_status count_cells(tacit_ctx *cx, const tacit_column *was, const tacit_column *is,
                                const tacit_hierarchy *h, fate *f)
{
    const bool texts = tacit_column_type(is) == TACIT_TYPE_CATEGORY;
    const size_t top = h != NULL ? tacit_hierarchy_levels(h) - 1 : MOST_LEVELS - 1;
    const uint32_t *code = texts ? tacit_column_codes(is) : NULL;
    uint8_t *level = NULL;
    tacit_same m;
    f->grouped = texts && tacit_column_type(was) != TACIT_TYPE_CATEGORY;
    TACIT_TRY(tacit_same_new(cx, was, is, &m));
    if (texts)
        TACIT_TRY(find_levels(cx, is, h, &level));
    f->present = tacit_column_length(was) - tacit_column_missing(was);
    if (!texts && m.valid_a == NULL && m.valid_b == NULL) {
        f->changed = tacit_same_differ(&m);
        f->level[0] = f->present - f->changed;
        return TACIT_OK;
    }
    for (size_t i = 0; i < tacit_column_length(was); i++) {
        if (!tacit_valid_at(m.valid_a, i))
            continue;
        if (!tacit_valid_at(m.valid_b, i)) {
            f->gone++;
            continue;
        }
        const size_t l = texts ? level[code[i]] : 0;
        count_cell(f, l, top, l == 0 && tacit_same_at(&m, i));
    }
    return TACIT_OK;
}

static const tacit_hierarchy_spec *find_spec(const tacit_cost *c, const char *column)
{
    for (size_t i = 0; i < c->n_hierarchies; i++)
        if (strcmp(c->hierarchies[i].column, column) == 0)
            return &c->hierarchies[i];
    return NULL;
}

/* What became of column j of the original, which is column `at` of the release. */
static tacit_status find_fate(tacit_ctx *cx, const tacit_cost *c, size_t j, size_t at, fate *f)
{
    const tacit_column *was = tacit_table_column(c->original, j);
    tacit_hierarchy *h = NULL;
    f->spec = find_spec(c, tacit_column_name(was));
    f->rows = (double)tacit_table_rows(c->original);
    tacit_status status =
        f->spec != NULL ? tacit_hierarchy_of(cx, f->spec, c->data, j, &h) : TACIT_OK;
    if (status == TACIT_ERR_DATA)
        status = TACIT_OK; /* no step has used it, so it need not fit the column */
    if (status != TACIT_OK)
        return status;
    const size_t mark = tacit_scratch_mark(cx);
    if (h == NULL || tacit_hierarchy_levels(h) <= MOST_LEVELS)
        status = count_cells(cx, was, tacit_table_column(c->masked, at), h, f);
    tacit_scratch_release(cx, mark);
    tacit_hierarchy_free(h);
    return status;
}

/* ---- words ---- */

/* The value of a builder's parameter if it was given; NULL otherwise. */
static const tacit_value *given(const tacit_hierarchy_spec *spec, const char *name)
{
    const size_t i = tacit_param_find(spec->args.params, name);
    return i < spec->args.n && spec->args.at[i].given ? &spec->args.at[i] : NULL;
}

static tacit_status interval_words(tacit_ctx *cx, const fate *f, size_t l, char **out)
{
    const tacit_value *widths = given(f->spec, "widths");
    const tacit_name_words name = tacit_name_split(f->spec->column);
    char word[TACIT_WORD_BYTES], width[TACIT_NUMBER_BYTES];
    if (widths == NULL || l > widths->n)
        return tacit_scratch_format(cx, out, "in intervals of level %zu", l);
    tacit_format_real(widths->reals[l - 1], width);
    const bool age = tacit_name_has(&name, "age|ages|alter|edad|eta|leeftijd", word);
    return tacit_scratch_format(cx, out, age ? "in %s-year groups" : "in groups of %s", width);
}

/* How values at level l are told. */
static tacit_status level_words(tacit_ctx *cx, const fate *f, size_t l, char **out)
{
    static const char *const periods[] = { "month", "quarter", "year", "decade" };
    const char *builder = f->spec->builder->about.name;
    if (strcmp(builder, "intervals") == 0)
        return interval_words(cx, f, l, out);
    if (strcmp(builder, "dates") == 0) {
        const tacit_value *levels = given(f->spec, "levels");
        const char *period = levels != NULL && l <= levels->n ? levels->texts[l - 1]
                             : levels == NULL && l <= 4       ? periods[l - 1]
                                                              : "period";
        return tacit_scratch_format(cx, out, "by %s", period);
    }
    if (strcmp(builder, "mask") == 0)
        return tacit_scratch_format(cx, out, "without %zu character%s", l, l == 1 ? "" : "s");
    return tacit_scratch_format(cx, out, "at level %zu of its hierarchy", l);
}

/* Add "HOW in 3 % of records" to a clause; without the share if they are all that there are, but
 * for `others`. */
static tacit_status add_share(tacit_ctx *cx, const fate *f, const char *how, size_t cells,
                              size_t others, char **clause)
{
    char share[32];
    const bool first = (*clause)[0] == '\0';
    const bool all = first && cells + others == f->present;
    if (cells == 0)
        return TACIT_OK;
    if (all)
        return tacit_scratch_format(cx, clause, "%s", how);
    return tacit_scratch_format(cx, clause, "%s%s%s in %s of records", *clause, first ? "" : ", ",
                                how, percent((double)cells / f->rows, share));
}

static tacit_status fate_words(tacit_ctx *cx, const fate *f, char **out)
{
    char *clause = NULL, *how = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &clause, "%s", ""));
    for (size_t l = 1; l < MOST_LEVELS; l++) {
        if (f->level[l] == 0)
            continue;
        TACIT_TRY(level_words(cx, f, l, &how));
        TACIT_TRY(add_share(cx, f, how, f->level[l], f->gone, &clause));
    }
    TACIT_TRY(add_share(cx, f, f->grouped ? "in groups" : "changed", f->changed, f->gone, &clause));
    TACIT_TRY(add_share(cx, f, "gone", f->gone, 0, &clause));
    *out = clause;
    return TACIT_OK;
}

static tacit_status add_clause(tacit_ctx *cx, const char *column, const char *clause, char **all)
{
    if (clause[0] == '\0')
        return TACIT_OK;
    return tacit_scratch_format(cx, all, "%s%s%s %s", *all, (*all)[0] != '\0' ? "; " : "", column,
                                clause);
}

/* ---- columns of which the same is told ---- */

/* Columns that lost some values and nothing else, or of which some or all are changed. */
typedef struct crowd {
    const char *how;
    bool whole; /* in all records */
    size_t n;
    char *alone;  /* the clause if there is one column only */
    char *listed; /* "a (3 %), b (1 %)" */
} crowd;

enum { GONE, CHANGED, ALTERED, CROWDS };

/* The crowd that a column belongs to; CROWDS if more is to be told of it. */
static size_t crowd_of(const fate *f)
{
    size_t others = 0;
    for (size_t l = 1; l < MOST_LEVELS; l++)
        others += f->level[l];
    if (others == 0 && f->changed > 0 && f->changed == f->present && !f->grouped)
        return ALTERED;
    if (others > 0 || f->gone == f->present || f->changed == f->present)
        return CROWDS;
    return f->changed == 0 && f->gone > 0                  ? GONE
           : f->changed > 0 && f->gone == 0 && !f->grouped ? CHANGED
                                                           : CROWDS;
}

static tacit_status join_crowd(tacit_ctx *cx, const fate *f, const char *column, crowd *c)
{
    char text[32];
    const char *share = percent((double)(f->gone + f->changed) / f->rows, text);
    if (c->n++ == 0 && c->whole)
        TACIT_TRY(tacit_scratch_format(cx, &c->alone, "%s %s", column, c->how));
    else if (c->n == 1)
        TACIT_TRY(
            tacit_scratch_format(cx, &c->alone, "%s %s in %s of records", column, c->how, share));
    TACIT_TRY(tacit_scratch_format(cx, &c->listed, "%s%s%s", c->n > 1 ? c->listed : "",
                                   c->n > 1 ? ", " : "", column));
    return c->whole ? TACIT_OK : tacit_scratch_format(cx, &c->listed, "%s (%s)", c->listed, share);
}

static tacit_status add_crowd(tacit_ctx *cx, const crowd *c, char **all)
{
    char *clause = c->alone;
    if (c->n == 0)
        return TACIT_OK;
    if (c->n > 1)
        TACIT_TRY(tacit_scratch_format(cx, &clause, "%s in %s records: %s", c->how,
                                       c->whole ? "all" : "some", c->listed));
    return tacit_scratch_format(cx, all, "%s%s%s", *all, (*all)[0] != '\0' ? "; " : "", clause);
}

/* Records that are left out, as a clause. */
static tacit_status add_rows(tacit_ctx *cx, const tacit_cost *c, char **all)
{
    const size_t before = tacit_table_rows(c->data), after = tacit_table_rows(c->masked);
    char share[32];
    char *clause = NULL;
    if (after >= before)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &clause, "(%s) left out",
                                   percent((double)(before - after) / (double)before, share)));
    char *count = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &count, "%zu record%s", before - after,
                                   before - after == 1 ? "" : "s"));
    return add_clause(cx, count, clause, all);
}

/* What is told of the columns. */
typedef struct story {
    crowd crowd[CROWDS];
    char *all;   /* clauses */
    size_t told; /* columns with a clause */
} story;

/* Whether column j of the original, of which the release has column `at`, is told of. */
static bool is_told(const tacit_cost *c, size_t j, size_t at)
{
    static const unsigned numbers =
        TACIT_ROLE_IDENTIFIER | TACIT_ROLE_HOUSEHOLD | TACIT_ROLE_CLUSTER;
    const bool shared = at < tacit_table_columns(c->masked) &&
                        tacit_table_column(c->masked, at) == tacit_table_column(c->original, j);
    return !shared && (tacit_table_roles(c->original, j) & numbers) == 0;
}

/* Add what became of column j of the original, if anything did. */
static tacit_status tell_column(tacit_ctx *cx, const tacit_cost *c, size_t j, story *s)
{
    const char *name = tacit_column_name(tacit_table_column(c->original, j));
    const size_t at = tacit_table_find(c->masked, name);
    char *clause = NULL;
    fate f = { 0 };
    if (!is_told(c, j, at))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &clause, "left out"));
    if (at < tacit_table_columns(c->masked)) {
        TACIT_TRY(find_fate(cx, c, j, at, &f));
        TACIT_TRY(fate_words(cx, &f, &clause));
    }
    s->told += clause[0] != '\0';
    if (clause[0] == '\0' || s->told > MOST_CLAUSES)
        return TACIT_OK;
    const size_t own = at < tacit_table_columns(c->masked) ? crowd_of(&f) : CROWDS;
    return own < CROWDS ? join_crowd(cx, &f, name, &s->crowd[own])
                        : add_clause(cx, name, clause, &s->all);
}

tacit_status tacit_cost_lost(tacit_ctx *cx, const tacit_cost *c, json_t *record)
{
    story s = { .crowd = { [GONE] = { .how = "gone" },
                           [CHANGED] = { .how = "changed" },
                           [ALTERED] = { .how = "changed", .whole = true } } };
    char *more = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &s.all, "%s", ""));
    TACIT_TRY(add_rows(cx, c, &s.all));
    for (size_t j = 0; j < tacit_table_columns(c->original); j++)
        TACIT_TRY(tell_column(cx, c, j, &s));
    for (size_t i = 0; i < CROWDS; i++)
        TACIT_TRY(add_crowd(cx, &s.crowd[i], &s.all));
    if (s.told > MOST_CLAUSES) {
        TACIT_TRY(tacit_scratch_format(cx, &more, "%zu more column%s", s.told - MOST_CLAUSES,
                                       s.told - MOST_CLAUSES == 1 ? "" : "s"));
        TACIT_TRY(add_clause(cx, more, "changed or gone", &s.all));
    }
    return tacit_json_put(cx, record, "lost", json_string(s.all));
}
