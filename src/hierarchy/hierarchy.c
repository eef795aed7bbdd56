/*
 * hierarchy.c - generalisation hierarchies of one column's values.
 *
 * A level is a dictionary of labels and, for each distinct value of the column, the code
 * of its label.  O(values) a level to build and to check, O(rows) to apply.  A hierarchy
 * says nothing of missing cells; they stay missing when it is applied.
 */
#include "hierarchy/hierarchy.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "table/values.h"

/* Enough for any text that is hidden character by character. */
enum { MOST_LEVELS = 2000 };

/* Beyond this a double does not hold every whole number. */
#define WHOLE_LIMIT 9007199254740992.0

typedef struct level {
    tacit_dict *labels;
    uint32_t *of;   /* for each value the code of its label */
    double *weight; /* for each label the values of the domain below it */
} level;

struct tacit_hierarchy {
    char *column;
    tacit_type type;
    size_t n;           /* values */
    tacit_dict *values; /* as texts: code v is value v */
    double *number;     /* not for categories */
    uint64_t *count;    /* rows that have each value */
    level *level;       /* level[i] is level i + 1 */
    size_t n_levels;
    double domain;              /* values, with those of the domain that the column does not have */
    size_t unplaced;            /* values without a label at some level */
    bool *lacking;              /* of each value: whether it is one of them; NULL: they are wrong */
    const tacit_table *table;   /* while it is built; NULL if the column stands alone */
    const tacit_column *source; /* while it is built */
};

void tacit_hierarchy_free(tacit_hierarchy *h)
{
    if (h == NULL)
        return;
    for (size_t i = 0; i < h->n_levels; i++) {
        tacit_dict_free(h->level[i].labels);
        tacit_free(h->level[i].of);
        tacit_free(h->level[i].weight);
    }
    tacit_free(h->level);
    tacit_dict_free(h->values);
    if (h->number != NULL)
        tacit_wipe(h->number, h->n * sizeof *h->number);
    tacit_free(h->number);
    tacit_free(h->count);
    tacit_free(h->column);
    tacit_free(h);
}

/* Count the records of each value; rows of a histogram stand for several. */
static void count_records(const tacit_values *values, tacit_hierarchy *h)
{
    const size_t j = h->table != NULL ? tacit_table_find(h->table, TACIT_COUNT) : 0;
    if (h->table == NULL || j == tacit_table_columns(h->table)) {
        for (size_t v = 0; v < h->n; v++)
            h->count[v] = values->count[v];
        return;
    }
    const int64_t *count = tacit_column_integers(tacit_table_column(h->table, j));
    for (size_t i = 0; i < tacit_table_rows(h->table); i++)
        if (values->of[i] < values->n)
            h->count[values->of[i]] += (uint64_t)count[i];
}

/* Copy the column's name and distinct values. */
static tacit_status take_values(tacit_ctx *cx, const tacit_column *c, const tacit_values *values,
                                tacit_hierarchy *h)
{
    TACIT_TRY(tacit_copy_text(cx, tacit_column_name(c), &h->column));
    TACIT_TRY(tacit_dict_new(cx, &h->values));
    h->type = tacit_column_type(c);
    h->n = values->n;
    h->domain = (double)values->n;
    if (h->type != TACIT_TYPE_CATEGORY)
        TACIT_TRY(tacit_alloc(cx, h->n, sizeof *h->number, &h->number));
    TACIT_TRY(tacit_alloc(cx, h->n, sizeof *h->count, &h->count));
    count_records(values, h);
    for (size_t v = 0; v < h->n; v++) {
        char room[32];
        const size_t i = values->row[v];
        const char *text = tacit_column_text(c, i, room);
        const size_t n = h->number != NULL
                             ? strlen(text)
                             : tacit_dict_length(tacit_column_dict(c), tacit_column_codes(c)[i]);
        uint32_t code = 0;
        TACIT_TRY(tacit_dict_add(cx, h->values, text, n, &code));
        TACIT_ASSERT(code == v);
        if (h->number != NULL)
            h->number[v] = tacit_column_number(c, i);
    }
    return TACIT_OK;
}

size_t tacit_hierarchy_levels(const tacit_hierarchy *h)
{
    return h->n_levels + 1;
}

size_t tacit_hierarchy_values(const tacit_hierarchy *h)
{
    return h->n;
}

const char *tacit_hierarchy_column(const tacit_hierarchy *h)
{
    return h->column;
}

tacit_type tacit_hierarchy_type(const tacit_hierarchy *h)
{
    return h->type;
}

const char *tacit_hierarchy_value(const tacit_hierarchy *h, size_t v)
{
    TACIT_ASSERT(v < h->n);
    return tacit_dict_text(h->values, (uint32_t)v);
}

double tacit_hierarchy_number(const tacit_hierarchy *h, size_t v)
{
    TACIT_ASSERT(v < h->n && h->number != NULL);
    return h->number[v];
}

uint64_t tacit_hierarchy_count(const tacit_hierarchy *h, size_t v)
{
    TACIT_ASSERT(v < h->n);
    return h->count[v];
}

const tacit_table *tacit_hierarchy_table(const tacit_hierarchy *h)
{
    return h->table;
}

const tacit_column *tacit_hierarchy_source(const tacit_hierarchy *h)
{
    TACIT_ASSERT(h->source != NULL);
    return h->source;
}

size_t tacit_hierarchy_find_text(const tacit_hierarchy *h, const char *text)
{
    return tacit_dict_find(h->values, text);
}

size_t tacit_hierarchy_find_number(const tacit_hierarchy *h, double x)
{
    TACIT_ASSERT(h->number != NULL);
    size_t low = 0, high = h->n; /* the first value that is not below x is in [low, high] */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (h->number[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low < h->n && !(h->number[low] > x) ? low : h->n;
}

size_t tacit_hierarchy_find(const tacit_hierarchy *h, const char *text)
{
    const size_t v = tacit_hierarchy_find_text(h, text);
    double x = 0.0;
    if (v < h->n || h->type == TACIT_TYPE_CATEGORY || h->type == TACIT_TYPE_DATE)
        return v;
    if (!tacit_parse_real(text, &x) || (h->type == TACIT_TYPE_INTEGER && fabs(x) > WHOLE_LIMIT))
        return h->n;
    return tacit_hierarchy_find_number(h, x);
}

const tacit_dict *tacit_hierarchy_labels(const tacit_hierarchy *h, size_t at)
{
    TACIT_ASSERT(at >= 1 && at <= h->n_levels);
    return h->level[at - 1].labels;
}

uint32_t tacit_hierarchy_label(const tacit_hierarchy *h, size_t at, size_t v)
{
    TACIT_ASSERT(at >= 1 && at <= h->n_levels && v < h->n);
    return h->level[at - 1].of[v];
}

double tacit_hierarchy_weight(const tacit_hierarchy *h, size_t at, uint32_t label)
{
    TACIT_ASSERT(at >= 1 && at <= h->n_levels);
    TACIT_ASSERT(label < tacit_dict_size(h->level[at - 1].labels));
    return h->level[at - 1].weight[label];
}

double tacit_hierarchy_domain(const tacit_hierarchy *h)
{
    return h->domain;
}

void tacit_hierarchy_add_unused(tacit_hierarchy *h, const char *const *label)
{
    for (size_t i = 0; i < h->n_levels; i++) {
        const uint32_t code = tacit_dict_find(h->level[i].labels, label[i]);
        if (code < tacit_dict_size(h->level[i].labels))
            h->level[i].weight[code] += 1.0;
    }
    h->domain += 1.0;
}

/* Give each label of a level the number of the column's values that have it. */
static tacit_status weigh_labels(tacit_ctx *cx, const tacit_hierarchy *h, level *top)
{
    TACIT_TRY(tacit_alloc(cx, tacit_dict_size(top->labels), sizeof *top->weight, &top->weight));
    if (tacit_dict_size(top->labels) > 0)
        for (size_t v = 0; v < h->n; v++)
            top->weight[top->of[v]] += 1.0;
    return TACIT_OK;
}

tacit_status tacit_hierarchy_add_level(tacit_ctx *cx, tacit_hierarchy *h,
                                       const char *(*label)(void *user, size_t v), void *user)
{
    if (h->n_levels == MOST_LEVELS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The hierarchy of column '%s' has more than %d levels.", h->column,
                          MOST_LEVELS);
    TACIT_TRY(tacit_grow(cx, h->n_levels + 1, sizeof *h->level, &h->level));
    level *top = &h->level[h->n_levels++];
    *top = (level){ 0 };
    TACIT_TRY(tacit_dict_new(cx, &top->labels));
    TACIT_TRY(tacit_alloc(cx, h->n, sizeof *top->of, &top->of));
    size_t unplaced = 0;
    for (size_t v = 0; v < h->n; v++) {
        const char *text = label(user, v);
        if (text != NULL)
            TACIT_TRY(tacit_dict_add(cx, top->labels, text, strlen(text), &top->of[v]));
        unplaced += text == NULL;
        if (text == NULL && h->lacking != NULL)
            h->lacking[v] = true;
    }
    if (unplaced > h->unplaced)
        h->unplaced = unplaced;
    return weigh_labels(cx, h, top);
}

/* Count the labels of level `at` whose values have different labels one level up. */
static tacit_status count_split(tacit_ctx *cx, const tacit_hierarchy *h, size_t at, size_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const level *low = &h->level[at - 1], *high = &h->level[at];
    const size_t n = tacit_dict_size(low->labels);
    uint32_t *parent = NULL; /* of each label: its label one level up, plus 1; 0 unknown */
    bool *split = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *parent, &parent));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *split, &split));
    size_t count = 0;
    for (size_t v = 0; v < h->n; v++) {
        const uint32_t own = low->of[v], up = high->of[v] + 1;
        if (parent[own] == 0)
            parent[own] = up;
        if (parent[own] != up && !split[own]) {
            split[own] = true;
            count++;
        }
    }
    tacit_scratch_release(cx, mark);
    *out = count;
    return TACIT_OK;
}

/* Total: each value has a label at each level.  Monotone: labels only ever join. */
static tacit_status check_levels(tacit_ctx *cx, const tacit_hierarchy *h, const char *builder)
{
    if (h->unplaced > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The hierarchy '%s' of column '%s' does not cover %zu of its %zu values.",
                          builder, h->column, h->unplaced, h->n);
    for (size_t at = 1; at < h->n_levels; at++) {
        size_t split = 0;
        TACIT_TRY(count_split(cx, h, at, &split));
        if (split > 0)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "The hierarchy '%s' of column '%s' splits %zu labels of level %zu "
                              "again at level %zu; each level must only join labels.",
                              builder, h->column, split, at, at + 1);
    }
    return TACIT_OK;
}

static const char *root_label(void *user, size_t v)
{
    (void)user;
    (void)v;
    return "*";
}

/* Whether the highest level has one label for the whole domain. */
static bool has_root(const tacit_hierarchy *h)
{
    if (h->n_levels == 0)
        return h->n < 2;
    const level *top = &h->level[h->n_levels - 1];
    const uint32_t labels = tacit_dict_size(top->labels);
    return labels == 0 || (labels == 1 && !(top->weight[0] < h->domain));
}

/* One root: a level above those of the builder, if they end in several labels. */
static tacit_status add_root(tacit_ctx *cx, tacit_hierarchy *h)
{
    if (has_root(h))
        return TACIT_OK;
    TACIT_TRY(tacit_hierarchy_add_level(cx, h, root_label, NULL));
    h->level[h->n_levels - 1].weight[0] = h->domain;
    return TACIT_OK;
}

static tacit_status fill_hierarchy(tacit_ctx *cx, const tacit_hierarchy_builder *builder,
                                   const tacit_args *args, tacit_hierarchy *h)
{
    tacit_values values;
    TACIT_TRY(tacit_values_of(cx, h->source, &values));
    TACIT_TRY(take_values(cx, h->source, &values, h));
    TACIT_TRY(builder->build(cx, args, h));
    if (h->lacking != NULL)
        return TACIT_OK;
    TACIT_TRY(check_levels(cx, h, builder->about.name));
    return add_root(cx, h);
}

/* What a hierarchy is built for. */
typedef struct building {
    const tacit_table *table;
    const tacit_column *column;
    bool *lacking; /* see the hierarchy */
} building;

static tacit_status build_for(tacit_ctx *cx, const tacit_hierarchy_builder *builder,
                              const tacit_args *args, const building *on, tacit_hierarchy **out)
{
    const tacit_column *column = on->column;
    TACIT_TRY(tacit_args_check(cx, builder->about.name, args));
    if ((tacit_column_type(column) & builder->accepts) == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The hierarchy '%s' does not fit column '%s', which is of type %s.",
                          builder->about.name, tacit_column_name(column),
                          tacit_type_name(tacit_column_type(column)));
    tacit_hierarchy *h = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *h, &h));
    h->table = on->table;
    h->source = column;
    h->lacking = on->lacking;
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = fill_hierarchy(cx, builder, args, h);
    tacit_scratch_release(cx, mark);
    h->table = NULL;
    h->source = NULL;
    h->lacking = NULL;
    if (status != TACIT_OK) {
        tacit_hierarchy_free(h);
        return status;
    }
    *out = h;
    return TACIT_OK;
}

tacit_status tacit_hierarchy_build(tacit_ctx *cx, const tacit_hierarchy_builder *builder,
                                   const tacit_args *args, const tacit_column *column,
                                   tacit_hierarchy **out)
{
    return build_for(cx, builder, args, &(building){ .column = column }, out);
}

tacit_status tacit_hierarchy_of(tacit_ctx *cx, const tacit_hierarchy_spec *spec,
                                const tacit_table *t, size_t j, tacit_hierarchy **out)
{
    const building on = { .table = t, .column = tacit_table_column(t, j) };
    return build_for(cx, spec->builder, &spec->args, &on, out);
}

tacit_status tacit_hierarchy_lacks(tacit_ctx *cx, const tacit_hierarchy_spec *spec,
                                   const tacit_column *c, bool *lacking)
{
    tacit_hierarchy *h = NULL;
    const building on = { .column = c, .lacking = lacking };
    TACIT_TRY(build_for(cx, spec->builder, &spec->args, &on, &h));
    tacit_hierarchy_free(h);
    return TACIT_OK;
}

static tacit_status write_labels(tacit_ctx *cx, const level *at, tacit_table *out, size_t j,
                                 const tacit_values *values)
{
    uint32_t *codes = NULL;
    uint64_t *valid = NULL;
    TACIT_TRY(tacit_table_recode(cx, out, j, at->labels, &codes, &valid));
    for (size_t i = 0; i < tacit_table_rows(out); i++)
        codes[i] = values->of[i] < values->n ? at->of[values->of[i]] : 0;
    return TACIT_OK;
}

tacit_status tacit_hierarchy_apply(tacit_ctx *cx, const tacit_hierarchy *h, size_t at,
                                   tacit_table *out, size_t j)
{
    if (at > h->n_levels)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The hierarchy of column '%s' has levels 0 to %zu, not %zu.", h->column,
                          h->n_levels, at);
    if (at == 0)
        return TACIT_OK;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_values values;
    TACIT_TRY(tacit_values_of(cx, tacit_table_column(out, j), &values));
    TACIT_ASSERT(values.n == h->n);
    TACIT_TRY(write_labels(cx, &h->level[at - 1], out, j, &values));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
