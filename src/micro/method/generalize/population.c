/*
 * population.c - the population after a local recoding.
 *
 * Whoever has the keys of a record that was kept is given its labels; where records with the
 * same keys went to several groups, in each of them.  Whoever has keys that no record has is given
 * the labels of the group that took these keys in, if the search looked at the population: the
 * judge counted them there.  A record with blanked keys, which nobody of the population has, may be
 * anybody who agrees in the others (classes/blanks.h).  Others keep their values, which no record
 * shows any more: a label may stand for them too, so that frequencies are on the safe side.
 * O(rows * keys), and O(people * keys) for each combination with blanks.
 */
#include "micro/classes/classes.h"
#include "micro/classes/join.h"
#include "micro/method/generalize/generalize.h"
#include "micro/method/rewrite.h"
#include "table/take.h"
#include "table/values.h"

enum { NOBODY = -1 };

/* Rows of the population, each with the record that it follows or NOBODY. */
typedef struct follow {
    const tacit_generalizer *z;
    const tacit_table *population, *out;
    int64_t *taker; /* of each row of the population that no record has the keys of: a record of
                       the group that took them in, or NOBODY */
    size_t *row;
    int64_t *leader;
    size_t n;
} follow;

/* The records that are kept of each class of equal keys, one for each group: next[i] is the one
 * after record i, and first[class] the first; NOBODY ends a list. */
typedef struct leaders {
    int64_t *first, *next;
} leaders;

static tacit_status find_leaders(tacit_ctx *cx, const tacit_generalizer *z,
                                 const tacit_classes *both, leaders *out)
{
    TACIT_TRY(tacit_scratch(cx, both->n, sizeof *out->first, &out->first));
    TACIT_TRY(tacit_scratch(cx, z->space->rows, sizeof *out->next, &out->next));
    for (size_t g = 0; g < both->n; g++)
        out->first[g] = NOBODY;
    for (size_t i = 0; i < z->space->rows; i++) {
        int64_t *at = &out->first[both->of_row[i]];
        while (*at != NOBODY && z->group[*at] != z->group[i])
            at = &out->next[*at];
        if (*at != NOBODY || z->gone[i])
            continue;
        *at = (int64_t)i;
        out->next[i] = NOBODY;
    }
    return TACIT_OK;
}

/* ---- blanked keys ---- */

/* Records that were kept and have blanks, one for each combination of keys and group, that nobody
 * of the population has. */
typedef struct blanked {
    size_t *at, n;
    const uint32_t **code; /* of each key of the joint table, row by row */
    uint32_t *none;        /* the code of a missing one */
    size_t keys;
} blanked;

static bool has_blank(const blanked *b, size_t row)
{
    for (size_t k = 0; k < b->keys; k++)
        if (b->code[k][row] == b->none[k])
            return true;
    return false;
}

/* Whether somebody of the population agrees in all keys that the record has. */
static bool agrees(const blanked *b, size_t record, size_t person)
{
    for (size_t k = 0; k < b->keys; k++) {
        const uint32_t x = b->code[k][record];
        if (x != b->none[k] && x != b->code[k][person])
            return false;
    }
    return true;
}

static tacit_status find_blanked(tacit_ctx *cx, const follow *f, const tacit_table *joint,
                                 const tacit_classes *both, const leaders *lead, blanked *out)
{
    const size_t own = f->z->space->rows, rows = tacit_table_rows(f->population);
    bool *met = NULL; /* of each class: somebody of the population has its keys */
    *out = (blanked){ .keys = f->z->keys.n };
    TACIT_TRY(tacit_scratch(cx, both->n, sizeof *met, &met));
    TACIT_TRY(tacit_scratch(cx, own, sizeof *out->at, &out->at));
    TACIT_TRY(tacit_scratch(cx, out->keys, sizeof *out->code, &out->code));
    TACIT_TRY(tacit_scratch(cx, out->keys, sizeof *out->none, &out->none));
    for (size_t k = 0; k < out->keys; k++) {
        tacit_values values;
        TACIT_TRY(tacit_values_of(cx, tacit_table_column(joint, k), &values));
        out->code[k] = values.of;
        out->none[k] = values.n;
    }
    for (size_t i = 0; i < rows; i++)
        met[both->of_row[own + i]] = true;
    for (size_t g = 0; g < both->n; g++)
        for (int64_t i = lead->first[g]; !met[g] && i != NOBODY; i = lead->next[i])
            if (has_blank(out, (size_t)i))
                out->at[out->n++] = (size_t)i;
    return TACIT_OK;
}

/* ---- who follows whom ---- */

/* Find the takers, by the cells of the space. */
static tacit_status find_takers(tacit_ctx *cx, follow *f)
{
    const tacit_search_space *s = f->z->space;
    const tacit_recoding *r = f->z->recoding;
    const size_t rows = tacit_table_rows(f->population);
    int64_t *of_group = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *f->taker, &f->taker));
    TACIT_TRY(tacit_scratch(cx, r->n + 1, sizeof *of_group, &of_group));
    for (size_t g = 0; g <= r->n; g++)
        of_group[g] = NOBODY;
    for (size_t i = s->rows; i-- > 0;)
        if (!f->z->gone[i])
            of_group[f->z->group[i]] = (int64_t)i;
    for (size_t i = 0; i < rows; i++) {
        const bool alone = s->cell_of_person != NULL && s->cells.size[s->cell_of_person[i]] == 0;
        f->taker[i] = alone ? of_group[r->group[s->cell_of_person[i]]] : NOBODY;
    }
    return TACIT_OK;
}

static void put_row(follow *f, size_t i, int64_t leader)
{
    if (f->row != NULL) {
        f->row[f->n] = i;
        f->leader[f->n] = leader;
    }
    f->n++;
}

/* Whether one of the records from `leader` on is in the group. */
static bool in_group(const follow *f, const leaders *lead, int64_t leader, uint32_t group)
{
    while (leader != NOBODY && f->z->group[leader] != group)
        leader = lead->next[leader];
    return leader != NOBODY;
}

/* Append row i of the population once for each group of records that it follows, at least once;
 * only count while there is no room. */
static void add_row(follow *f, const leaders *lead, const blanked *b, size_t i, int64_t first)
{
    const size_t before = f->n, person = f->z->space->rows + i;
    const int64_t taker = f->taker[i];
    for (int64_t leader = first; leader != NOBODY; leader = lead->next[leader])
        put_row(f, i, leader);
    if (taker != NOBODY)
        put_row(f, i, taker);
    for (size_t k = 0; k < b->n; k++) {
        const uint32_t group = f->z->group[b->at[k]];
        bool twice =
            in_group(f, lead, first, group) || (taker != NOBODY && f->z->group[taker] == group);
        for (size_t m = 0; m < k && !twice; m++)
            twice = f->z->group[b->at[m]] == group && agrees(b, b->at[m], person);
        if (!twice && agrees(b, b->at[k], person))
            put_row(f, i, (int64_t)b->at[k]);
    }
    if (f->n == before)
        put_row(f, i, NOBODY);
}

static tacit_status list_rows(tacit_ctx *cx, const tacit_table *joint, const tacit_classes *both,
                              follow *f)
{
    const size_t own = f->z->space->rows, rows = tacit_table_rows(f->population);
    leaders lead;
    blanked b;
    TACIT_TRY(find_leaders(cx, f->z, both, &lead));
    TACIT_TRY(find_blanked(cx, f, joint, both, &lead, &b));
    TACIT_TRY(find_takers(cx, f));
    for (size_t i = 0; i < rows; i++)
        add_row(f, &lead, &b, i, lead.first[both->of_row[own + i]]);
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *f->leader, &f->leader));
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *f->row, &f->row));
    f->n = 0;
    for (size_t i = 0; i < rows; i++)
        add_row(f, &lead, &b, i, lead.first[both->of_row[own + i]]);
    return TACIT_OK;
}

/* Give key column j of the population the labels of column c of the release. */
static tacit_status relabel(tacit_ctx *cx, const follow *f, size_t c, size_t j, tacit_table *t)
{
    const tacit_column *released = tacit_table_column(f->out, c), *own = tacit_table_column(t, j);
    const char **text = NULL;
    uint32_t *of = NULL;
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *text, &text));
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *of, &of));
    for (size_t i = 0; i < f->n; i++) {
        char room[TACIT_NUMBER_BYTES], *copy = NULL;
        const bool follows = f->leader[i] != NOBODY;
        const tacit_column *from = follows ? released : own;
        const size_t row = follows ? (size_t)f->leader[i] : i;
        of[i] = (uint32_t)f->n;
        if (tacit_column_is_missing(from, row))
            continue;
        TACIT_TRY(tacit_scratch_text(cx, tacit_column_text(from, row, room), &copy));
        text[i] = copy;
        of[i] = (uint32_t)i;
    }
    return tacit_rewrite_texts(cx, t, j, text, of, (uint32_t)f->n);
}

/* Columns that are no category in the release kept their values in all records. */
static tacit_status relabel_all(tacit_ctx *cx, const follow *f, tacit_table *t)
{
    for (size_t k = 0; k < f->z->keys.n; k++) {
        const size_t c = f->z->keys.at[k], mark = tacit_scratch_mark(cx);
        const tacit_column *released = tacit_table_column(f->out, c);
        if (tacit_column_type(released) == TACIT_TYPE_CATEGORY)
            TACIT_TRY(relabel(cx, f, c, tacit_table_find(t, tacit_column_name(released)), t));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

static tacit_status follow_joint(tacit_ctx *cx, follow *f, const tacit_table *joint,
                                 tacit_table **out)
{
    tacit_classes *both = NULL;
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, f->z->keys.n, sizeof *at, &at));
    for (size_t k = 0; k < f->z->keys.n; k++)
        at[k] = k;
    const tacit_class_spec spec = { .keys = { .n = f->z->keys.n, .at = at },
                                    .count = f->z->keys.n,
                                    .weight = f->z->keys.n };
    TACIT_TRY(tacit_classes_new(cx, joint, &spec, &both));
    const tacit_status status = list_rows(cx, joint, both, f);
    tacit_classes_free(both);
    TACIT_TRY(status);
    TACIT_TRY(
        tacit_table_take(cx, f->population, &(tacit_row_list){ .n = f->n, .at = f->row }, out));
    return relabel_all(cx, f, *out);
}

/* Whether the population has all keys. */
static bool has_keys(const tacit_generalizer *z, const tacit_table *population)
{
    for (size_t k = 0; k < z->keys.n; k++)
        if (tacit_table_find(population,
                             tacit_column_name(tacit_table_column(z->job->in, z->keys.at[k]))) ==
            tacit_table_columns(population))
            return false;
    return true;
}

tacit_status tacit_generalize_population(tacit_ctx *cx, const tacit_generalizer *z,
                                         const tacit_table *out)
{
    static const char *const names[2] = { "the data", "the population" };
    const tacit_job *job = z->job;
    follow f = { .z = z, .out = out };
    tacit_table *joint = NULL;
    f.population = job->extra != NULL ? job->extra->population : NULL;
    if (f.population == NULL || job->decided == NULL || !has_keys(z, f.population))
        return TACIT_OK;
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_join_rows(cx, job->in, &z->keys, f.population, names, &joint));
    const tacit_status status = follow_joint(cx, &f, joint, &job->decided->population);
    tacit_table_free(joint);
    tacit_scratch_release(cx, mark);
    return status;
}
