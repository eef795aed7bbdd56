/*
 * restrict.c - exact answers, unless they tell too much together with all that were told before.
 *
 * Query-set-size control: a set of C persons is told of only if k <= |C| <= n - k, or it is all n
 * (Friedman and Hoffman 1980; by itself it falls to trackers, Denning, Denning and Schwartz 1979).
 * Therefore every answer about a confidential column is audited with all earlier ones (Chin and
 * Ozsoyoglu 1982; Kenthapadi, Mishra and Nissim 2005): no linear combination of them may depend on
 * fewer than k persons.  Columns that are not listed are public: what they say of whom is taken to
 * be known, and so is in whose record a confidential value is missing.
 *
 *   sums      SUM and AVG: sums of x; variances and deviations: besides the sums of x^2
 *   counted   COUNT(*) under a condition on the column, or by it: sums of indicators x_ig of its
 *             groups g, of which the last one follows from the others
 *   largest   MAX; least: MIN, by the audit of extremes
 *
 * A person with up to m records: with (k - 1) m + 1 records there are k persons, so that is what an
 * audit asks for; an indicator of G groups makes it (k - 1) m (G - 1) + 1 indicators.
 *
 * Cells are told or not one by one, in their order: a decision looks at public columns and earlier
 * decisions (for extremes at earlier answers), hence a cell that is not told says nothing of
 * values, and that others of the question are told is what separate questions would have led to.
 *
 * Cost: of a cell O(records + rank * atoms) (audit.h).
 */
#include <math.h>

#include "base/memory.h"
#include "query/mode/restrict/own.h"

static const tacit_param PARAMS[] = {
    [TACIT_RESTRICT_K] = { .name = "k",
                           .type = TACIT_PARAM_INTEGER,
                           .preset = 5,
                           .min = 2,
                           .max = 1000,
                           .importance = TACIT_FIRST,
                           TACIT_USEFUL(3, 30, "persons"),
                           .help = "no answers, alone or together, depend on fewer persons" },
    [TACIT_RESTRICT_SUMS] = { .name = "sums",
                              .type = TACIT_PARAM_COLUMNS,
                              .importance = TACIT_FIRST,
                              .help = "confidential numbers of which sums, means and variances "
                                      "are told" },
    [TACIT_RESTRICT_COUNTED] = { .name = "counted",
                                 .type = TACIT_PARAM_COLUMNS,
                                 .importance = TACIT_FIRST,
                                 .help = "confidential columns by which, or under conditions on "
                                         "which, records are counted" },
    [TACIT_RESTRICT_LARGEST] = { .name = "largest",
                                 .type = TACIT_PARAM_COLUMNS,
                                 .help = "confidential numbers of which the largest is told" },
    [TACIT_RESTRICT_LEAST] = { .name = "least",
                               .type = TACIT_PARAM_COLUMNS,
                               .help = "confidential numbers of which the least is told" },
    TACIT_PARAM_END
};

/* ---- what the policy says ---- */

tacit_status tacit_restrict_roles(tacit_ctx *cx, const tacit_query_schema *schema,
                                  const tacit_args *args, unsigned **out)
{
    bool *marks = NULL;
    unsigned *role = NULL;
    TACIT_TRY(tacit_scratch(cx, schema->n, sizeof *marks, &marks));
    TACIT_TRY(tacit_scratch(cx, schema->n, sizeof *role, &role));
    for (unsigned p = TACIT_RESTRICT_SUMS; p < TACIT_RESTRICT_PARAMS; p++) {
        TACIT_TRY(tacit_confidential_mark(cx, schema, args, p, marks));
        for (size_t j = 0; j < schema->n; j++)
            role[j] = role[j] == 0 && marks[j] ? p : role[j];
    }
    *out = role;
    return TACIT_OK;
}

static tacit_status declare(tacit_ctx *cx, const tacit_query_schema *schema, const tacit_args *args)
{
    unsigned *role = NULL, any = 0;
    TACIT_TRY(tacit_restrict_roles(cx, schema, args, &role));
    for (size_t j = 0; j < schema->n; j++) {
        const tacit_domain *d = &schema->column[j].domain;
        any |= role[j];
        if (role[j] == TACIT_RESTRICT_COUNTED && tacit_domain_groups(d) < 2)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'%s' is to be counted by, and has no groups; declare 'breaks' or "
                              "'values' of it.",
                              d->column);
        if (role[j] != 0 && role[j] != TACIT_RESTRICT_COUNTED && !d->number)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'%s' is no number; list it under 'counted' instead of '%s'.",
                              d->column, PARAMS[role[j]].name);
    }
    if (any == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "restrict protects columns that are listed: name one under 'sums', "
                          "'counted', 'largest' or 'least'.");
    return TACIT_OK;
}

/* What an aggregate tells of a column, as the parameter that would list it. */
static unsigned told_as(tacit_aggregate_kind kind)
{
    return kind == TACIT_AGGREGATE_LARGEST ? TACIT_RESTRICT_LARGEST
           : kind == TACIT_AGGREGATE_LEAST ? TACIT_RESTRICT_LEAST
                                           : TACIT_RESTRICT_SUMS;
}

static tacit_status check_aggregate(tacit_ctx *cx, const tacit_mode_job *job, const unsigned *role,
                                    const tacit_aggregate *a)
{
    const char *name = job->query->schema->column[a->column].domain.column;
    const unsigned is = role[a->column];
    if (a->kind <= TACIT_AGGREGATE_PERSONS || is == 0)
        return TACIT_OK;
    if (is != told_as(a->kind))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The question: '%s' is confidential, and %s of it is not told; the "
                          "policy lists it under '%s'.",
                          name, tacit_aggregate_sql(a->kind), PARAMS[is].name);
    if (a->kind >= TACIT_AGGREGATE_VARIANCE && a->kind <= TACIT_AGGREGATE_DEVIATION_ALL &&
        tacit_arg_integer(job->args, TACIT_RESTRICT_K) < 3)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The question: a mean and a variance of 2 values tell both, so %s needs "
                          "a policy with 'k' of 3 at least.",
                          tacit_aggregate_sql(a->kind));
    return TACIT_OK;
}

static tacit_status check(tacit_ctx *cx, const tacit_mode_job *job)
{
    const tacit_query *q = job->query;
    unsigned *role = NULL;
    bool *marks = NULL;
    size_t column = 0;
    TACIT_TRY(tacit_restrict_roles(cx, q->schema, job->args, &role));
    TACIT_TRY(tacit_scratch(cx, q->schema->n, sizeof *marks, &marks));
    for (size_t j = 0; j < q->schema->n; j++)
        marks[j] = role[j] != 0;
    TACIT_TRY(tacit_confidential_column(cx, q, marks, &column));
    if (column < q->schema->n && role[column] != TACIT_RESTRICT_COUNTED)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The question: '%s' is confidential and can be no condition or group; "
                          "the policy lists it under '%s'.",
                          q->schema->column[column].domain.column, PARAMS[role[column]].name);
    for (size_t a = 0; a < q->n_aggregates; a++)
        TACIT_TRY(check_aggregate(cx, job, role, &q->aggregate[a]));
    return TACIT_OK;
}

/* ---- the state ---- */

static void close_state(void *state)
{
    tacit_restrict *s = state;
    for (size_t j = 0; s != NULL && s->column != NULL && j < s->schema->n; j++) {
        tacit_expert_free(s->column[j].expert);
        tacit_extremes_free(s->column[j].extremes);
    }
    if (s != NULL)
        tacit_free(s->column);
    tacit_free(s);
}

/* Begin the audit of a column. */
static tacit_status open_column(tacit_ctx *cx, const tacit_restrict *s,
                                const tacit_query_data *data, size_t j, tacit_restrict_column *c)
{
    const tacit_domain *d = &s->schema->column[j].domain;
    const bool counted = c->role == TACIT_RESTRICT_COUNTED;
    const size_t each = counted ? tacit_domain_groups(d) - 1 : 1; /* variables of a record */
    if (c->role == 0)
        return TACIT_OK;
    if (data->rows > UINT32_MAX / each)
        return tacit_fail(cx, TACIT_ERR_DATA, "'%s' has too many groups for so many records.",
                          d->column);
    tacit_sha256_begin(&c->booked, tacit_sha256_is_fast());
    if (c->role == TACIT_RESTRICT_SUMS || counted) {
        c->groups = each + 1;
        c->orders = counted || s->k < 3 ? 1 : 2;
        return tacit_expert_new(cx, (uint32_t)(data->rows * each),
                                (uint64_t)(s->k - 1) * s->most * each + 1, c->orders, &c->expert);
    }
    if (s->most > 1)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "A person has several records, so that the largest or least '%s' of a "
                          "set could be one person's; ask of a file with one record a person.",
                          d->column);
    return tacit_extremes_new(
        cx, (uint32_t)data->rows,
        c->role == TACIT_RESTRICT_LARGEST ? TACIT_EXTREME_MAX : TACIT_EXTREME_MIN, &c->extremes);
}

static tacit_status fill_state(tacit_ctx *cx, const tacit_mode_setup *setup, tacit_restrict *s)
{
    unsigned *role = NULL;
    s->schema = setup->schema;
    s->k = (size_t)tacit_arg_integer(setup->args, TACIT_RESTRICT_K);
    TACIT_TRY(tacit_restrict_roles(cx, setup->schema, setup->args, &role));
    TACIT_TRY(tacit_persons_all(cx, setup->data, &s->persons, &s->most));
    TACIT_TRY(tacit_alloc(cx, setup->schema->n, sizeof *s->column, &s->column));
    for (size_t j = 0; j < setup->schema->n; j++) {
        s->column[j] = (tacit_restrict_column){ .role = role[j] };
        TACIT_TRY(open_column(cx, s, setup->data, j, &s->column[j]));
    }
    return TACIT_OK;
}

static tacit_status open_state(tacit_ctx *cx, const tacit_mode_setup *setup, void **out)
{
    tacit_restrict *s = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *s, &s));
    const tacit_status status = fill_state(cx, setup, s);
    if (status == TACIT_OK)
        *out = s;
    else
        close_state(s);
    return status;
}

static tacit_status digest(tacit_ctx *cx, const void *state, unsigned char out[TACIT_SHA256_BYTES])
{
    const tacit_restrict *s = state;
    tacit_sha256 all;
    (void)cx;
    tacit_sha256_begin(&all, tacit_sha256_is_fast());
    for (size_t j = 0; j < s->schema->n; j++) {
        const tacit_restrict_column *c = &s->column[j];
        unsigned char part[TACIT_SHA256_BYTES];
        tacit_sha256 booked = c->booked;
        if (c->extremes != NULL) {
            tacit_sha256_end(&booked, part);
            tacit_sha256_add(&all, part, sizeof part);
        }
        for (unsigned o = 1; c->expert != NULL && o <= c->orders; o++) {
            const tacit_expert_state e = tacit_expert_state_of(c->expert, o);
            tacit_sha256_add(&all, e.digest, sizeof e.digest);
        }
    }
    tacit_sha256_end(&all, out);
    return TACIT_OK;
}

/* ---- answers and measures ---- */

static tacit_status answer(tacit_ctx *cx, const tacit_mode_job *job, const tacit_query_sets *sets,
                           tacit_query_answer *out)
{
    const tacit_query *q = job->query;
    TACIT_ASSERT(job->verdict != NULL && job->verdict->refused == TACIT_REFUSED_NOT);
    for (size_t k = 0; k < q->cells; k++)
        for (size_t a = 0; a < q->n_aggregates; a++) {
            const size_t at = k * q->n_aggregates + a;
            tacit_query_told *told = &out->told[at];
            *told = (tacit_query_told){ NAN, NAN, NAN };
            if (job->verdict->told[at])
                TACIT_TRY(tacit_query_value(cx, sets, &q->aggregate[a], k, &told->value));
        }
    return TACIT_OK;
}

/* The audit of one column for the custodian: a row of the table. */
static tacit_status measure_column(tacit_ctx *cx, const tacit_restrict *s, size_t j, json_t *table)
{
    const tacit_restrict_column *c = &s->column[j];
    const char *name = s->schema->column[j].domain.column;
    for (unsigned o = 1; c->expert != NULL && o <= c->orders; o++) {
        const tacit_expert_state e = tacit_expert_state_of(c->expert, o);
        const size_t each = s->most * (c->role == TACIT_RESTRICT_COUNTED ? c->groups - 1 : 1);
        TACIT_TRY(tacit_result_row(cx, table, "[s,s,I,I,I]", name,
                                   c->role == TACIT_RESTRICT_COUNTED ? "counts"
                                   : o == 1                          ? "sums"
                                                                     : "sums of squares",
                                   (json_int_t)e.rank, (json_int_t)e.atoms,
                                   (json_int_t)((e.smallest + each - 1) / each)));
    }
    if (c->extremes != NULL)
        TACIT_TRY(tacit_result_row(cx, table, "[s,s,I,n,n]", name, PARAMS[c->role].name,
                                   (json_int_t)c->sets));
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, const tacit_args *args, const void *state,
                            tacit_result *out)
{
    static const char *const heads[] = { "Column", "Audited", "Independent answers", "Sets apart",
                                         "Fewest persons isolated" };
    const tacit_restrict *s = state;
    json_t *table = NULL;
    (void)args;
    const double all = (double)(s->told + s->hidden);
    TACIT_TRY(tacit_result_figure(cx, out, "hidden", "answers held back",
                                  all > 0 ? (double)s->hidden / all : 0, TACIT_UNIT_SHARE,
                                  "of the values that questions of this run and the log asked for",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_table(cx, out, "audit", "What answers isolate", 5, heads, &table));
    for (size_t j = 0; j < s->schema->n; j++)
        TACIT_TRY(measure_column(cx, s, j, table));
    return TACIT_OK;
}

static tacit_query_cost cost(const tacit_mode_job *job)
{
    return (tacit_query_cost){ .amount = (double)job->query->cells };
}

const tacit_mode tacit_mode_restrict = {
    .about = { .name = "restrict",
               .title = "Restriction",
               .summary = "answers exactly, unless an answer would with all earlier ones tell of "
                          "fewer than k persons.",
               .source = "Chin and Ozsoyoglu (1982), Auditing and inference control in statistical "
                         "databases",
               .params = PARAMS },
    .answers = 1u << TACIT_AGGREGATE_COUNT | 1u << TACIT_AGGREGATE_PERSONS |
               1u << TACIT_AGGREGATE_SUM | 1u << TACIT_AGGREGATE_MEAN |
               1u << TACIT_AGGREGATE_VARIANCE | 1u << TACIT_AGGREGATE_VARIANCE_ALL |
               1u << TACIT_AGGREGATE_DEVIATION | 1u << TACIT_AGGREGATE_DEVIATION_ALL |
               1u << TACIT_AGGREGATE_LEAST | 1u << TACIT_AGGREGATE_LARGEST,
    .kind = TACIT_ANSWER_EXACT,
    .tells = "Exact, or not told: too few persons, or with earlier answers about too few.",
    .lacks = "It does not hide what a group has in common, nor what whoever knows values of others "
             "can subtract.",
    .declare = declare,
    .check = check,
    .cost = cost,
    .answer = answer,
    .open = open_state,
    .close = close_state,
    .judge = tacit_restrict_judge,
    .digest = digest,
    .measure = measure,
};
