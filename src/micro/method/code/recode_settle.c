/*
 * recode_settle.c - recodings that depend on the data, settled.
 *
 * A level becomes the list of values under each label.  A value that is not listed is an
 * error: nobody knows its label, and it must not go out as it is.  Where a population is known
 * its values are listed too, provided that the hierarchy of both together gives the data's
 * values the same labels; one that is made from the data may not.  O(values).
 */
#include "micro/method/code/recode_settle.h"

#include <string.h>

#include "micro/classes/join.h"

/* ---- parts ---- */

/* Beyond all numbers that a break can be. */
static const double FAR = 1e300;

tacit_status tacit_recode_settle_parts(tacit_ctx *cx, const tacit_column *c,
                                       const tacit_parts *parts, const tacit_value *labels,
                                       tacit_decision *out)
{
    tacit_intervals in = { .type = tacit_column_type(c), .right = parts->right, .sides = true };
    double *breaks = NULL;
    const char **texts = NULL;
    tacit_change *own = NULL;
    TACIT_TRY(tacit_parts_of(cx, c, parts, &breaks, &in.n));
    in.breaks = breaks;
    if (labels != NULL && labels->n != in.n - 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'labels' of recode needs %zu names, one for each interval of breaks.",
                          in.n - 1);
    TACIT_TRY(tacit_scratch(cx, in.n, sizeof *texts, &texts));
    for (size_t i = 0; i + 1 < in.n; i++) {
        char room[TACIT_INTERVAL_BYTES], *copy = NULL;
        const char *text = labels != NULL ? labels->texts[i] : tacit_intervals_label(&in, i, room);
        TACIT_TRY(tacit_scratch_text(cx, text, &copy));
        texts[i] = copy;
    }
    breaks[0] = -FAR;
    breaks[in.n - 1] = FAR;
    TACIT_TRY(tacit_decision_add(cx, out, &tacit_method_recode, NULL, &own));
    TACIT_TRY(tacit_change_column(cx, out, own, tacit_column_name(c)));
    TACIT_TRY(tacit_change_set(cx, out, own, "breaks",
                               &(tacit_value){ .given = true, .n = in.n, .reals = breaks }));
    TACIT_TRY(tacit_change_set(cx, out, own, "labels",
                               &(tacit_value){ .given = true, .n = in.n - 1, .texts = texts }));
    tacit_change_number(own, "closed", parts->right);
    own->is_public = true;
    return TACIT_OK;
}

/* ---- maps ---- */

/* The members of each label, in scratch memory. */
static tacit_status list_groups(tacit_ctx *cx, const tacit_value_map *map, tacit_group **out,
                                size_t *n)
{
    tacit_group *groups = NULL;
    const char **member = NULL;
    size_t *start = NULL, *place = NULL, used = 0;
    TACIT_TRY(tacit_scratch(cx, map->n_labels, sizeof *groups, &groups));
    TACIT_TRY(tacit_scratch(cx, map->n_labels, sizeof *place, &place));
    TACIT_TRY(tacit_scratch(cx, map->n_labels + 2, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, map->n_values, sizeof *member, &member));
    for (size_t v = 0; v < map->n_values; v++)
        start[map->label[v] + 1]++;
    for (size_t g = 0; g < map->n_labels; g++)
        start[g + 1] += start[g];
    for (size_t g = 0; g < map->n_labels; g++) {
        place[g] = start[g];
        if (start[g + 1] > start[g])
            groups[used++] = (tacit_group){ .label = map->text[g],
                                            .member = member + start[g],
                                            .n = start[g + 1] - start[g] };
    }
    for (size_t v = 0; v < map->n_values; v++)
        if (map->label[v] < map->n_labels)
            member[place[map->label[v]]++] = map->value[v];
    *out = groups;
    *n = used;
    return TACIT_OK;
}

tacit_status tacit_recode_settle_map(tacit_ctx *cx, const tacit_value_map *map, tacit_decision *out)
{
    tacit_change *own = NULL;
    tacit_group *groups = NULL;
    size_t n = 0;
    TACIT_TRY(list_groups(cx, map, &groups, &n));
    TACIT_TRY(tacit_decision_add(cx, out, &tacit_method_recode, NULL, &own));
    TACIT_TRY(tacit_change_column(cx, out, own, map->column));
    TACIT_TRY(tacit_change_set(cx, out, own, "groups",
                               &(tacit_value){ .given = true, .n = n, .groups = groups }));
    tacit_change_number(own, "others", TACIT_RECODE_FAIL);
    return map->missing != NULL ? tacit_change_text(cx, out, own, "missing", map->missing)
                                : TACIT_OK;
}

/* ---- levels ---- */

/* A hierarchy's values and labels at one level as a map, in scratch memory with room for
 * `more` values and labels. */
typedef struct own_map {
    tacit_value_map map;
    const char **value, **text;
    uint32_t *label;
} own_map;

static tacit_status map_of(tacit_ctx *cx, const tacit_hierarchy *h, size_t level, size_t more,
                           own_map *m)
{
    const tacit_dict *labels = tacit_hierarchy_labels(h, level);
    const size_t values = tacit_hierarchy_values(h), n = tacit_dict_size(labels);
    TACIT_TRY(tacit_scratch(cx, values + more, sizeof *m->value, &m->value));
    TACIT_TRY(tacit_scratch(cx, values + more, sizeof *m->label, &m->label));
    TACIT_TRY(tacit_scratch(cx, n + more, sizeof *m->text, &m->text));
    for (size_t v = 0; v < values; v++) {
        m->value[v] = tacit_hierarchy_value(h, v);
        m->label[v] = tacit_hierarchy_label(h, level, v);
    }
    for (uint32_t l = 0; l < n; l++)
        m->text[l] = tacit_dict_text(labels, l);
    m->map = (tacit_value_map){ .column = tacit_hierarchy_column(h),
                                .n_values = values,
                                .value = m->value,
                                .label = m->label,
                                .n_labels = n,
                                .text = m->text };
    return TACIT_OK;
}

/* The text of the label of value `v` at `level`. */
static const char *label_text(const tacit_hierarchy *h, size_t level, size_t v)
{
    return tacit_dict_text(tacit_hierarchy_labels(h, level), tacit_hierarchy_label(h, level, v));
}

/* Whether `both` gives all values of `h` the labels that `h` gives them. */
static bool agrees(const tacit_hierarchy *h, const tacit_hierarchy *both, size_t level)
{
    if (tacit_hierarchy_levels(h) != tacit_hierarchy_levels(both))
        return false;
    for (size_t v = 0; v < tacit_hierarchy_values(h); v++) {
        const size_t w = tacit_hierarchy_find(both, tacit_hierarchy_value(h, v));
        if (w == tacit_hierarchy_values(both) ||
            strcmp(label_text(h, level, v), label_text(both, level, w)) != 0)
            return false;
    }
    return true;
}

/* Add the values of `both` that `h` lacks. */
static void add_values(const tacit_hierarchy *h, const tacit_hierarchy *both, size_t level,
                       own_map *m)
{
    tacit_value_map *map = &m->map;
    for (size_t w = 0; w < tacit_hierarchy_values(both); w++) {
        const char *value = tacit_hierarchy_value(both, w);
        const char *text = label_text(both, level, w);
        if (tacit_hierarchy_find(h, value) < tacit_hierarchy_values(h))
            continue;
        uint32_t l = 0;
        while (l < map->n_labels && strcmp(map->text[l], text) != 0)
            l++;
        if (l == map->n_labels)
            m->text[map->n_labels++] = text;
        m->value[map->n_values] = value;
        m->label[map->n_values++] = l;
    }
}

/* The hierarchy of column `j` and that of the population together; NULL if there is none. */
static tacit_status build_both(tacit_ctx *cx, const tacit_job *job,
                               const tacit_hierarchy_spec *spec, size_t j, tacit_hierarchy **out)
{
    static const char *const names[2] = { "the data", "the population" };
    const tacit_table *population = job->extra != NULL ? job->extra->population : NULL;
    const char *name = tacit_column_name(tacit_table_column(job->in, j));
    tacit_table *joint = NULL;
    *out = NULL;
    if (population == NULL || tacit_table_find(population, name) == tacit_table_columns(population))
        return TACIT_OK;
    TACIT_TRY(tacit_join_rows(cx, job->in, &(tacit_select){ 1, &j }, population, names, &joint));
    const tacit_status status =
        tacit_hierarchy_build(cx, spec->builder, &spec->args, tacit_table_column(joint, 0), out);
    tacit_table_free(joint);
    return status == TACIT_ERR_DATA || status == TACIT_ERR_INPUT ? TACIT_OK : status;
}

static tacit_status settle(tacit_ctx *cx, const tacit_hierarchy *h, const tacit_hierarchy *both,
                           size_t level, tacit_decision *out)
{
    own_map m = { 0 };
    const bool wider =
        both != NULL && level < tacit_hierarchy_levels(both) && agrees(h, both, level);
    TACIT_TRY(map_of(cx, h, level, wider ? tacit_hierarchy_values(both) : 0, &m));
    if (wider)
        add_values(h, both, level, &m);
    return tacit_recode_settle_map(cx, &m.map, out);
}

static tacit_status check_level(tacit_ctx *cx, const tacit_hierarchy *h, size_t level)
{
    if (level >= tacit_hierarchy_levels(h))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'level' of recode is %zu, but the hierarchy of column '%s' ends at "
                          "level %zu.",
                          level, tacit_hierarchy_column(h), tacit_hierarchy_levels(h) - 1);
    return TACIT_OK;
}

tacit_status tacit_recode_settle_level(tacit_ctx *cx, const tacit_job *job, size_t j, size_t level,
                                       tacit_decision *out)
{
    const char *name = tacit_column_name(tacit_table_column(job->in, j));
    size_t i = 0;
    while (i < job->n_hierarchies && strcmp(job->hierarchies[i].column, name) != 0)
        i++;
    if (i == job->n_hierarchies)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'level' of recode needs a hierarchy of column '%s' under hierarchies.",
                          name);
    tacit_hierarchy *h = NULL, *both = NULL;
    TACIT_TRY(tacit_hierarchy_of(cx, &job->hierarchies[i], job->in, j, &h));
    tacit_status status = check_level(cx, h, level);
    if (status == TACIT_OK)
        status = build_both(cx, job, &job->hierarchies[i], j, &both);
    if (status == TACIT_OK)
        status = settle(cx, h, both, level, out);
    tacit_hierarchy_free(both);
    tacit_hierarchy_free(h);
    return status;
}
