/*
 * k_anonymity.c - k-anonymity.
 *
 * A data set is k-anonymous if every record shares its key values with at least k - 1
 * others: min over records of f >= k, where f is the number of records, itself included,
 * that match the record on all keys (Samarati 2001; Sweeney 2002).  A record violates k
 * if f < k.
 *
 * By default all keys count together.  With `subset` = m every choice of m keys must be
 * k-anonymous by itself (all-M); a smaller m with a larger k protects against attackers who
 * know few keys, and the model can be required once for each size.  With `sets` the listed
 * sets of keys must.  Then k is the smallest f over all sets, a record violates if it does
 * in any set, and a table lists the sets.
 *
 * Missing keys count as a value of their own (`category`), match anything (`wildcard`), or
 * help no other record (`strict`): f is then the number of records that have the same values
 * in all keys that the record shows.  O(classes) after the classes are known; with `subset` or
 * `sets` one grouping of the rows for each set; where the model fails, one more for each key, to
 * say how many records would violate without it.
 */
#include "micro/model/class_judge.h"

enum { K, SUBSET, SETS, MISSING };

/* Most sets of keys that are looked at, and most rows of the table of sets. */
enum { MOST_SETS = 100000, MOST_ROWS = 50 };

/* Rows up to which a failed model groups once more for each key, to say which drives it. */
enum { MOST_DRIVER_ROWS = 2000000 };

static const tacit_param PARAMS[] = {
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .preset = 3,
            .min = 1,
            .max = 1e9,
            TACIT_USEFUL_LOG(2, 100, "records"),
            .importance = TACIT_FIRST,
            .help = "the smallest number of records that may share their key values" },
    [SUBSET] = { .name = "subset",
                 .type = TACIT_PARAM_INTEGER,
                 .need = TACIT_OPTIONAL,
                 .min = 1,
                 .max = 1000,
                 TACIT_USEFUL(1, 10, "keys"),
                 .help = "every choice of this many keys must be k-anonymous, instead of all keys "
                         "together" },
    [SETS] = { .name = "sets",
               .type = TACIT_PARAM_LISTS,
               .need = TACIT_OPTIONAL,
               .help = "the sets of keys that must be k-anonymous, instead of all keys together" },
    [MISSING] = { .name = "missing",
                  .type = TACIT_PARAM_CHOICE,
                  .choices = TACIT_MISSING_ALL_CHOICES,
                  .help = "whether a missing key is a value of its own, matches anything, or helps "
                          "no other record" },
    TACIT_PARAM_END
};

static uint64_t smallest(const tacit_classes *c)
{
    uint64_t least = UINT64_MAX;
    for (size_t g = 0; g < c->n; g++)
        least = c->match[g] < least ? c->match[g] : least;
    return least;
}

/* What was found over all keys, or over several sets of keys. */
typedef struct finding {
    uint64_t least; /* smallest f */
    tacit_below below;
    bool sets;
} finding;

static tacit_status add_figures(tacit_ctx *cx, const finding *f, uint64_t k, uint64_t records,
                                tacit_result *result)
{
    TACIT_ASSERT((f->below.records == 0) == (f->least >= k));
    TACIT_TRY(tacit_result_holds(cx, result, f->least >= k));
    TACIT_TRY(tacit_result_figure(cx, result, "k", "Smallest class", (double)f->least,
                                  TACIT_UNIT_COUNT,
                                  f->sets ? "fewest records, itself included, that match a record "
                                            "on a set of keys"
                                          : "fewest records, itself included, that match a record "
                                            "on all keys",
                                  .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(cx, result, "violating_records", "Records in too small classes",
                                  (double)f->below.records, TACIT_UNIT_COUNT,
                                  f->sets ? "records that fewer than k records match on some set"
                                          : "records that fewer than k records match",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "violating_share", "Share of such records",
                                  (double)f->below.records / (double)records, TACIT_UNIT_SHARE,
                                  "of all records", .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "violating_classes", "Too small classes",
                               (double)f->below.classes, TACIT_UNIT_COUNT,
                               "key combinations that fewer than k records match",
                               .better = TACIT_BETTER_LOWER);
}

/* ---- several sets of keys ---- */

/* A run over sets of keys. */
typedef struct sweep {
    const tacit_subject *subject;
    uint64_t k;
    tacit_missing_rule missing;
    finding found;
    bool *row;    /* rows that violate in some set so far */
    size_t sets;  /* looked at so far */
    size_t wrong; /* of them, not k-anonymous */
    json_t *table;
} sweep;

/* The names of the columns, with commas between them. */
static tacit_status name_set(tacit_ctx *cx, const tacit_table *t, const tacit_select *set,
                             char **out)
{
    TACIT_TRY(tacit_scratch_text(cx, "", out));
    for (size_t j = 0; j < set->n; j++)
        TACIT_TRY(tacit_scratch_format(cx, out, "%s%s%s", *out, j == 0 ? "" : ", ",
                                       tacit_column_name(tacit_table_column(t, set->at[j]))));
    return TACIT_OK;
}

static tacit_status add_set(tacit_ctx *cx, sweep *w, const char *name, const finding *f)
{
    w->sets++;
    w->wrong += f->below.records > 0;
    w->found.least = f->least < w->found.least ? f->least : w->found.least;
    w->found.below.classes += f->below.classes;
    if (f->below.records == 0 || w->wrong > MOST_ROWS)
        return TACIT_OK;
    return tacit_result_row(cx, w->table, "[s,I,I,I]", name, (json_int_t)f->least,
                            (json_int_t)f->below.records, (json_int_t)f->below.classes);
}

/* Look at one set of keys. */
static tacit_status try_set(tacit_ctx *cx, sweep *w, const char *name, const tacit_select *set)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_classes *c = NULL;
    char *names = NULL;
    TACIT_TRY(tacit_tick(cx, w->sets, 0));
    TACIT_TRY(name_set(cx, tacit_subject_table(w->subject), set, &names));
    TACIT_TRY(tacit_subject_classes_by(cx, w->subject, set, w->missing, &c));
    const finding f = { .least = smallest(c), .below = tacit_classes_below(c, w->k) };
    for (size_t i = 0; f.below.records > 0 && i < c->rows; i++)
        w->row[i] |= c->match[c->of_row[i]] < w->k;
    tacit_classes_free(c);
    TACIT_TRY(add_set(cx, w, name != NULL ? name : names, &f));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Go to the next choice of `m` out of `n` positions; false after the last. */
static bool next_choice(size_t *at, size_t m, size_t n)
{
    size_t j = m;
    while (j > 0 && at[j - 1] == n - m + (j - 1))
        j--;
    if (j == 0)
        return false;
    at[j - 1]++;
    for (; j < m; j++)
        at[j] = at[j - 1] + 1;
    return true;
}

/* How many choices of `m` out of `n` there are, up to a little more than MOST_SETS. */
static double choices(size_t n, size_t m)
{
    double c = 1.0;
    for (size_t j = 0; j < m && c <= MOST_SETS; j++)
        c = c * (double)(n - j) / (double)(j + 1);
    return c;
}

static tacit_status try_subsets(tacit_ctx *cx, sweep *w, size_t m)
{
    const tacit_select *keys = tacit_subject_keys(w->subject);
    size_t *choice = NULL, *at = NULL;
    if (m > keys->n)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'subset' of k_anonymity is %zu, but there are only "
                          "%zu keys.",
                          m, keys->n);
    if (choices(keys->n, m < keys->n - m ? m : keys->n - m) > MOST_SETS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "There are more than %d choices of %zu out of %zu "
                          "keys; list the sets that matter under 'sets'.",
                          MOST_SETS, m, keys->n);
    TACIT_TRY(tacit_scratch(cx, m, sizeof *choice, &choice));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *at, &at));
    for (size_t j = 0; j < m; j++)
        choice[j] = j;
    do {
        for (size_t j = 0; j < m; j++)
            at[j] = keys->at[choice[j]];
        TACIT_TRY(try_set(cx, w, NULL, &(tacit_select){ .n = m, .at = at }));
    } while (next_choice(choice, m, keys->n));
    return TACIT_OK;
}

static tacit_status try_group(tacit_ctx *cx, sweep *w, const tacit_group *group)
{
    const tacit_table *t = tacit_subject_table(w->subject);
    size_t *at = NULL;
    if (group->n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Key set '%s' of k_anonymity is empty.",
                          group->label);
    TACIT_TRY(tacit_scratch(cx, group->n, sizeof *at, &at));
    for (size_t j = 0; j < group->n; j++) {
        at[j] = tacit_table_find(t, group->member[j]);
        if (at[j] == tacit_table_columns(t) || (tacit_table_roles(t, at[j]) & TACIT_ROLE_KEY) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Key set '%s' of k_anonymity names '%s', which "
                              "is not a key.",
                              group->label, group->member[j]);
    }
    return try_set(cx, w, group->label, &(tacit_select){ .n = group->n, .at = at });
}

/* Records of the rows that violate in some set. */
static uint64_t count_records(const sweep *w)
{
    const tacit_table *t = tacit_subject_table(w->subject);
    const size_t count = tacit_subject_count_column(w->subject);
    const int64_t *records =
        count < tacit_table_columns(t) ? tacit_column_integers(tacit_table_column(t, count)) : NULL;
    uint64_t sum = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        if (w->row[i])
            sum += records != NULL ? (uint64_t)records[i] : 1;
    return sum;
}

static tacit_status check_sets(tacit_ctx *cx, const tacit_subject *subject, const tacit_args *args,
                               tacit_result *result)
{
    static const char *const columns[] = { "Keys", "Smallest class", "Records in too small classes",
                                           "Too small classes" };
    sweep w = { .subject = subject,
                .k = (uint64_t)tacit_arg_integer(args, K),
                .missing = (tacit_missing_rule)tacit_arg_choice(args, MISSING),
                .found = { .least = UINT64_MAX, .sets = true } };
    if (tacit_arg_given(args, SUBSET) && tacit_arg_given(args, SETS))
        return tacit_fail(cx, TACIT_ERR_INPUT, "Give k_anonymity 'subset' or 'sets', not both.");
    TACIT_TRY(
        tacit_scratch(cx, tacit_table_rows(tacit_subject_table(subject)), sizeof *w.row, &w.row));
    TACIT_TRY(tacit_result_table(cx, result, "sets", "Sets of keys that are not k-anonymous", 4,
                                 columns, &w.table));
    if (tacit_arg_given(args, SUBSET))
        TACIT_TRY(try_subsets(cx, &w, (size_t)tacit_arg_integer(args, SUBSET)));
    for (size_t i = 0; tacit_arg_given(args, SETS) && i < args->at[SETS].n; i++)
        TACIT_TRY(try_group(cx, &w, &args->at[SETS].groups[i]));
    if (w.sets == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'sets' of k_anonymity lists no set of keys.");
    w.found.below.records = count_records(&w);
    TACIT_TRY(add_figures(cx, &w.found, w.k, tacit_subject_records(subject), result));
    TACIT_TRY(tacit_result_figure(cx, result, "sets", "Sets of keys", (double)w.sets,
                                  TACIT_UNIT_COUNT, "sets of keys that were looked at"));
    return tacit_result_figure(cx, result, "violating_sets", "Sets that are not k-anonymous",
                               (double)w.wrong, TACIT_UNIT_COUNT,
                               "sets of keys with a too small class; the first 50 are listed",
                               .better = TACIT_BETTER_LOWER);
}

/* ---- which keys drive the violations ---- */

/* Records that would still violate if key number `left` did not exist. */
static tacit_status count_without(tacit_ctx *cx, const tacit_subject *subject, size_t left,
                                  const tacit_args *args, uint64_t *out)
{
    const tacit_select *keys = tacit_subject_keys(subject);
    const size_t mark = tacit_scratch_mark(cx);
    tacit_classes *c = NULL;
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof *at, &at));
    for (size_t j = 0; j < keys->n; j++)
        if (j != left)
            at[n++] = keys->at[j];
    TACIT_TRY(tacit_subject_classes_by(cx, subject, &(tacit_select){ .n = n, .at = at },
                                       (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c));
    *out = tacit_classes_below(c, (uint64_t)tacit_arg_integer(args, K)).records;
    tacit_classes_free(c);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status report_drivers(tacit_ctx *cx, const tacit_subject *subject,
                                   const tacit_args *args, tacit_result *result)
{
    static const char *const titles[] = { "Key", "Violating records without it" };
    const tacit_select *keys = tacit_subject_keys(subject);
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "drivers", "Keys that drive the violations", 2, titles,
                                 &table));
    for (size_t j = 0; j < keys->n; j++) {
        const tacit_column *c = tacit_table_column(tacit_subject_table(subject), keys->at[j]);
        uint64_t records = 0;
        TACIT_TRY(tacit_tick(cx, j, keys->n));
        TACIT_TRY(count_without(cx, subject, j, args, &records));
        TACIT_TRY(tacit_result_row(cx, table, "[s,I]", tacit_column_name(c), (json_int_t)records));
    }
    return TACIT_OK;
}

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    const tacit_classes *c = NULL;
    const uint64_t k = (uint64_t)tacit_arg_integer(args, K);
    if (tacit_arg_given(args, SUBSET) || tacit_arg_given(args, SETS))
        return check_sets(cx, subject, args, result);
    TACIT_TRY(tacit_subject_classes(cx, subject,
                                    (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c));
    const finding f = { .least = smallest(c), .below = tacit_classes_below(c, k) };
    TACIT_TRY(add_figures(cx, &f, k, c->records, result));
    return f.below.records > 0 && c->rows <= MOST_DRIVER_ROWS
               ? report_drivers(cx, subject, args, result)
               : TACIT_OK;
}

/* Enough for sets of keys, in which classes are no smaller, and for wildcards, which match
 * at least the identical records. */
static tacit_status judge(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_args *args,
                          tacit_class_judge *out)
{
    (void)cx;
    (void)frame;
    tacit_size_judge((uint64_t)tacit_arg_integer(args, K), out);
    return TACIT_OK;
}

const tacit_model tacit_model_k_anonymity = {
    .measure = { .about = { .name = "k_anonymity",
                            .title = "k-anonymity",
                            .summary =
                                "Every record shares its key values with at least k - 1 others.",
                            .source =
                                "Samarati (2001), Protecting respondents' identities in microdata "
                                "release;"
                                " Sweeney (2002), k-anonymity: a model for protecting privacy",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .judge = judge,
};
