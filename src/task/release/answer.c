/*
 * answer.c - the answers, as a table.
 *
 * Groups that were declared come in the order of the declaration, those that were found in the
 * order of their texts: nothing of the order of the records is left.  Groups are selected once for
 * all questions that share them.  O(groups * width).
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "task/release/own.h"

/* Answers under way. */
typedef struct page {
    tacit_ctx *cx;
    const tacit_private_release *r;
    tacit_keystream *stream;
    const tacit_domain **by; /* all columns that make groups, each once */
    size_t n_by;
    tacit_builder **column;
    size_t n, rows;
    uint64_t **shown; /* of each grouping: its groups in the order in which they are told */
    size_t *n_shown;
} page;

/* Columns: what is asked, of what, the groups, and the figures. */
enum { STATISTIC, OF, BY };
static const char *const FIGURES[] = { "at", "value", "low", "high" };
enum { AT, VALUE, LOW, HIGH, N_FIGURES };

/* ---- groups ---- */

/* The text of a group in the column of one of the domains that make it. */
static const char *label_of(const page *p, const tacit_release_groups *g, uint64_t group, size_t k)
{
    const tacit_domain *d = g->by[k];
    if (g->selection == NULL) {
        for (size_t later = g->n - 1; later > k; later--)
            group /= tacit_domain_groups(g->by[later]);
        return d->label[group % tacit_domain_groups(d)];
    }
    const uint32_t code = g->code[group * g->n + k];
    return d->number ? d->label[code]
                     : tacit_dict_text(p->r->found[tacit_release_domain(p->r, d)], code);
}

/* Groups that are sorted by their texts. */
typedef struct order {
    const page *p;
    const tacit_release_groups *g;
} order;

static bool comes_before(const void *user, uint32_t a, uint32_t b)
{
    const order *o = user;
    int c = 0;
    for (size_t k = 0; c == 0 && k < o->g->n; k++)
        c = strcmp(label_of(o->p, o->g, a, k), label_of(o->p, o->g, b, k));
    return c <= 0;
}

/* The groups that are told of.  They are sorted before any is drawn, so that not even the draws are
 * in the order of the records. */
static tacit_status select_groups(page *p, size_t g)
{
    const tacit_release_groups *all = &p->r->grouping[g];
    const order o = { p, all };
    uint32_t *sorted = NULL;
    TACIT_TRY(tacit_scratch(p->cx, all->n_groups, sizeof *p->shown[g], &p->shown[g]));
    if (all->selection != NULL)
        TACIT_TRY(tacit_sort_by(p->cx, all->n_groups, comes_before, &o, &sorted));
    for (size_t i = 0; i < all->n_groups; i++) {
        const size_t group = sorted != NULL ? sorted[i] : i;
        if (sorted == NULL || tacit_selection_draw(all->selection, all->persons[group], p->stream))
            p->shown[g][p->n_shown[g]++] = group;
    }
    return TACIT_OK;
}

/* ---- columns ---- */

/* The place of a domain among the columns that make groups, which it is given if it is new. */
static size_t place_by(page *p, const tacit_domain *d)
{
    size_t k = 0;
    while (k < p->n_by && p->by[k] != d)
        k++;
    if (k == p->n_by)
        p->by[p->n_by++] = d;
    return k;
}

static bool is_taken(const char *name)
{
    bool taken = strcmp(name, "statistic") == 0 || strcmp(name, "of") == 0;
    for (size_t i = 0; i < N_FIGURES; i++)
        taken = taken || strcmp(name, FIGURES[i]) == 0;
    return taken;
}

static tacit_status add_column(page *p, const char *name, tacit_type type)
{
    return tacit_builder_new(p->cx, name, type, 0, &p->column[p->n++]);
}

static tacit_status begin(page *p)
{
    const tacit_private_release *r = p->r;
    TACIT_TRY(tacit_scratch(p->cx, r->n_domains, sizeof *p->by, &p->by));
    for (size_t g = 0; g < r->n_groupings; g++)
        for (size_t k = 0; k < r->grouping[g].n; k++)
            (void)place_by(p, r->grouping[g].by[k]);
    TACIT_TRY(tacit_scratch(p->cx, BY + p->n_by + N_FIGURES, sizeof *p->column, &p->column));
    TACIT_TRY(add_column(p, "statistic", TACIT_TYPE_CATEGORY));
    TACIT_TRY(add_column(p, "of", TACIT_TYPE_CATEGORY));
    for (size_t k = 0; k < p->n_by; k++) {
        if (is_taken(p->by[k]->column))
            return tacit_fail(p->cx, TACIT_ERR_INPUT,
                              "Groups cannot be made by a column called '%s', which is a column of "
                              "what is written.",
                              p->by[k]->column);
        TACIT_TRY(add_column(p, p->by[k]->column, TACIT_TYPE_CATEGORY));
    }
    for (size_t i = 0; i < N_FIGURES; i++)
        TACIT_TRY(add_column(p, FIGURES[i], i == AT ? TACIT_TYPE_CATEGORY : TACIT_TYPE_REAL));
    return TACIT_OK;
}

/* ---- rows ---- */

static tacit_status put_text(const page *p, size_t column, const char *text)
{
    return text == NULL ? tacit_builder_missing(p->cx, p->column[column])
                        : tacit_builder_text(p->cx, p->column[column], text, strlen(text));
}

static tacit_status put_number(const page *p, size_t column, double x)
{
    return isfinite(x) ? tacit_builder_reals(p->cx, p->column[column], &x, NULL, 1)
                       : tacit_builder_missing(p->cx, p->column[column]);
}

/* The columns that a question is about, with commas between. */
static tacit_status name_of(tacit_ctx *cx, const tacit_question *q, const char **out)
{
    char *text = NULL;
    *out = q->n_of > 0 ? q->of[0]->column : NULL;
    for (size_t k = 1; k < q->n_of; k++) {
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s, %s", *out, q->of[k]->column));
        *out = text;
    }
    return TACIT_OK;
}

static tacit_status add_row(page *p, size_t question, uint64_t group, const tacit_answer *exact)
{
    const tacit_answer rounded = tacit_answer_round(exact), *a = &rounded;
    const tacit_question *q = &p->r->inquiry.question[question];
    const tacit_release_groups *g = &p->r->grouping[p->r->grouping_of[question]];
    const size_t figures = BY + p->n_by;
    const char *of = NULL;
    TACIT_TRY(name_of(p->cx, q, &of));
    TACIT_TRY(put_text(p, STATISTIC, q->statistic->about.name));
    TACIT_TRY(put_text(p, OF, of));
    for (size_t c = 0; c < p->n_by; c++) {
        size_t k = 0;
        while (k < g->n && g->by[k] != p->by[c])
            k++;
        TACIT_TRY(put_text(p, BY + c, k < g->n ? label_of(p, g, group, k) : NULL));
    }
    TACIT_TRY(put_text(p, figures + AT, a->at));
    TACIT_TRY(put_number(p, figures + VALUE, a->value));
    TACIT_TRY(put_number(p, figures + LOW, a->low));
    p->rows++;
    p->r->answered[question]++;
    return put_number(p, figures + HIGH, a->high);
}

static tacit_status answer_group(page *p, size_t question, uint64_t group)
{
    const tacit_question *q = &p->r->inquiry.question[question];
    const size_t mark = tacit_scratch_mark(p->cx);
    tacit_answers all = { 0 };
    tacit_status status =
        q->statistic->answer(p->cx, q, p->r->cell[question] + group * q->width, p->stream, &all);
    for (size_t i = 0; status == TACIT_OK && i < all.n; i++)
        status = add_row(p, question, group, &all.at[i]);
    tacit_scratch_release(p->cx, mark);
    return status;
}

static tacit_status answer_all(page *p)
{
    const tacit_private_release *r = p->r;
    TACIT_TRY(tacit_scratch(p->cx, r->n_groupings, sizeof *p->shown, &p->shown));
    TACIT_TRY(tacit_scratch(p->cx, r->n_groupings, sizeof *p->n_shown, &p->n_shown));
    for (size_t g = 0; g < r->n_groupings; g++)
        TACIT_TRY(select_groups(p, g));
    TACIT_TRY(begin(p));
    for (size_t i = 0; i < r->inquiry.n; i++) {
        const size_t g = r->grouping_of[i];
        TACIT_TRY(tacit_tick(p->cx, i, r->inquiry.n));
        for (size_t k = 0; k < p->n_shown[g]; k++)
            TACIT_TRY(answer_group(p, i, p->shown[g][k]));
    }
    return TACIT_OK;
}

/* A column of figures as texts. */
static tacit_status spell_column(tacit_ctx *cx, const tacit_column *c, tacit_column **out)
{
    tacit_builder *b = NULL;
    tacit_status status = tacit_builder_new(cx, tacit_column_name(c), TACIT_TYPE_CATEGORY,
                                            tacit_column_length(c), &b);
    for (size_t i = 0; status == TACIT_OK && i < tacit_column_length(c); i++) {
        char text[TACIT_NUMBER_BYTES];
        if (tacit_column_is_missing(c, i)) {
            status = tacit_builder_missing(cx, b);
            continue;
        }
        tacit_format_real(tacit_column_number(c, i), text);
        status = tacit_builder_text(cx, b, text, strlen(text));
    }
    if (status == TACIT_OK)
        return tacit_builder_finish(cx, b, out);
    tacit_builder_free(b);
    return status;
}

tacit_status tacit_release_spell(tacit_ctx *cx, const tacit_table *answers, tacit_table **out)
{
    TACIT_TRY(tacit_table_copy(cx, answers, out));
    for (size_t c = 0; c < tacit_table_columns(answers); c++) {
        const tacit_column *figures = tacit_table_column(answers, c);
        tacit_column *texts = NULL;
        if (tacit_column_type(figures) != TACIT_TYPE_REAL)
            continue;
        const tacit_status status = spell_column(cx, figures, &texts);
        if (status != TACIT_OK) {
            tacit_table_free(*out);
            return status;
        }
        tacit_table_replace(*out, c, texts);
    }
    return TACIT_OK;
}

tacit_status tacit_release_answer(tacit_ctx *cx, tacit_private_release *r, tacit_keystream *stream,
                                  tacit_table **out)
{
    page p = { .cx = cx, .r = r, .stream = stream };
    tacit_stage(cx, "Answering");
    const tacit_status status = answer_all(&p);
    return tacit_table_build(cx, status, p.rows, p.column, p.n, out);
}
