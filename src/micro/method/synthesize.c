/*
 * synthesize.c - cells made up by a generator of synthetic records (partially synthetic data).
 *
 * Little (1993), Statistical analysis of masked data; Reiter (2003), Inference for partially
 * synthetic, public use microdata sets.  The selected columns are replaced in their order: each is
 * learnt from the records given the predictors, which stay as they are, and the selected columns
 * before it, and drawn given the predictors of the record and what was drawn for those.  So a
 * record keeps what it says of other columns, and its keys become those of somebody alike.
 *
 * With `where` only records for which a condition holds are learnt from and replaced; the cells of
 * all others stay.  With `constraints` no record breaks a condition: values are drawn among those
 * that are allowed (synth/backoff.c).
 *
 * Whether a cell is missing is made up like values are.  Weights play no part.  Cost: that of the
 * generator.
 */
#include "micro/method/method.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "synth/smooth/smooth.h"
#include "synth/synth.h"

enum { COLUMNS, GENERATOR, BY, SETTINGS, WHERE, CONSTRAINTS, DRAW };
enum { DEALT, INDEPENDENT };

/* Fewest records that are learnt from. */
enum { FEWEST = 20 };

static const char *const GENERATORS[] = {
#define TACIT_GENERATOR(id) #id,
#define TACIT_GENERATORS_OF_COLUMNS
#include "synth/generators.def"
#undef TACIT_GENERATORS_OF_COLUMNS
#undef TACIT_GENERATOR
    NULL
};
static const char *const DRAWS[] = { [DEALT] = "dealt", [INDEPENDENT] = "independent", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [GENERATOR] = { .name = "generator",
                    .type = TACIT_PARAM_CHOICE,
                    .choices = GENERATORS,
                    .importance = TACIT_FIRST,
                    .help = "what makes the values up, of `tacit list generators`" },
    [BY] = { .name = "by",
             .type = TACIT_PARAM_COLUMNS,
             .need = TACIT_OPTIONAL,
             .help = "columns that the values are learnt from, which stay as they are; the other "
                     "keys, sensitive columns and strata if not given" },
    [SETTINGS] = { .name = "settings",
                   .type = TACIT_PARAM_LISTS,
                   .need = TACIT_OPTIONAL,
                   .help = "parameters of the generator, such as {min_bucket: 10}" },
    [WHERE] = { .name = "where",
                .type = TACIT_PARAM_TEXT,
                .need = TACIT_OPTIONAL,
                .help = "replace only cells of records for which this condition holds, such as "
                        "'age >= 65'" },
    [CONSTRAINTS] = { .name = "constraints",
                      .type = TACIT_PARAM_TEXTS,
                      .need = TACIT_OPTIONAL,
                      .importance = TACIT_ADVANCED,
                      .help = "what holds in every record before and after, such as 'age >= 18 or "
                              "children is missing'" },
    [DRAW] = { .name = "draw",
               .type = TACIT_PARAM_CHOICE,
               .choices = DRAWS,
               .importance = TACIT_ADVANCED,
               .help = "how records are drawn that values come from: each of a leaf in turn, which "
                       "keeps tables best, or each independently" },
    TACIT_PARAM_END
};

/* ---- the generator's parameters ---- */

static tacit_status refuse_setting(tacit_ctx *cx, const tacit_generator *g, const char *name)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "'settings' of synthesize has '%s', which is no parameter of generator '%s', "
                      "or has no value that is right for it.",
                      name, g->about.name);
}

/* The place of a word in a list that ends with NULL. */
static size_t find_choice(const char *const *choices, const char *word)
{
    size_t k = 0;
    while (choices[k] != NULL && strcmp(choices[k], word) != 0)
        k++;
    return k;
}

/* Read one parameter from the texts that stand for it. */
static tacit_status read_setting(tacit_ctx *cx, const tacit_generator *g, const tacit_group *set,
                                 tacit_args *args)
{
    const size_t i = tacit_param_find(args->params, set->label);
    if (i == args->n || i == TACIT_GENERATOR_COLUMNS || set->n == 0)
        return refuse_setting(cx, g, set->label);
    const tacit_param *p = &args->params[i];
    tacit_value *value = &args->at[i];
    const char *text = set->member[0];
    value->given = true;
    switch (p->type) {
    case TACIT_PARAM_COLUMNS:
    case TACIT_PARAM_TEXTS:
        value->texts = set->member;
        value->n = set->n;
        return TACIT_OK;
    case TACIT_PARAM_TEXT:
        value->text = text;
        return TACIT_OK;
    case TACIT_PARAM_FLAG:
        value->number = strcmp(text, "true") == 0;
        return value->number > 0.0 || strcmp(text, "false") == 0 ? TACIT_OK
                                                                 : refuse_setting(cx, g, p->name);
    case TACIT_PARAM_CHOICE:
        value->number = (double)find_choice(p->choices, text);
        return p->choices[(size_t)value->number] != NULL ? TACIT_OK
                                                         : refuse_setting(cx, g, p->name);
    case TACIT_PARAM_INTEGER:
    case TACIT_PARAM_REAL:
        if (set->n != 1 || !tacit_parse_real(text, &value->number))
            return refuse_setting(cx, g, p->name);
        return tacit_param_check_number(cx, g->about.name, p, value->number);
    default:
        return refuse_setting(cx, g, p->name);
    }
}

/* The arguments of the generator, in scratch memory. */
static tacit_status read_settings(tacit_ctx *cx, const tacit_job *job, const tacit_generator *g,
                                  const tacit_args **out)
{
    const tacit_value *settings = &job->args->at[SETTINGS];
    tacit_args *args = NULL;
    tacit_value *at = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *args, &args));
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(g->about.params), sizeof *at, &at));
    tacit_args_preset(g->about.params, at, args);
    for (size_t i = 0; i < settings->n; i++)
        TACIT_TRY(read_setting(cx, g, &settings->groups[i], args));
    TACIT_TRY(tacit_args_check(cx, g->about.name, args));
    *out = args;
    return TACIT_OK;
}

/* ---- columns ---- */

static bool is_selected(const tacit_select *cols, size_t j)
{
    for (size_t c = 0; c < cols->n; c++)
        if (cols->at[c] == j)
            return true;
    return false;
}

/* Whether column j is learnt from. */
static bool is_predictor(const tacit_job *job, size_t j)
{
    enum {
        LEARNT = TACIT_ROLE_KEY | TACIT_ROLE_SENSITIVE | TACIT_ROLE_STRATA,
        NEVER = TACIT_ROLE_IDENTIFIER | TACIT_ROLE_LINKS
    };
    const tacit_value *by = &job->args->at[BY];
    const unsigned roles = tacit_table_roles(job->in, j);
    if (is_selected(&job->cols, j))
        return false;
    if (!by->given)
        return (roles & LEARNT) != 0 && (roles & NEVER) == 0;
    for (size_t i = 0; i < by->n; i++)
        if (strcmp(by->texts[i], tacit_column_name(tacit_table_column(job->in, j))) == 0)
            return true;
    return false;
}

/* The columns that take part as a table of their own, predictors first; the caller frees. */
static tacit_status gather(tacit_ctx *cx, const tacit_job *job, tacit_table **out)
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(cx, tacit_table_rows(job->in), &t));
    tacit_status status = TACIT_OK;
    for (size_t j = 0; j < tacit_table_columns(job->in) && status == TACIT_OK; j++)
        if (is_predictor(job, j))
            status = tacit_table_add(cx, t, tacit_column_share(tacit_table_column(job->in, j)));
    for (size_t c = 0; c < job->cols.n && status == TACIT_OK; c++)
        status = tacit_table_add(cx, t,
                                 tacit_column_share(tacit_table_column(job->in, job->cols.at[c])));
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    *out = t;
    return TACIT_OK;
}

/* Say by what and from what the last `made` columns of `spec->data` are made. */
static tacit_status choose(tacit_ctx *cx, const tacit_job *job, size_t made, tacit_synth_spec *spec)
{
    const tacit_generator *g =
        tacit_generator_find(GENERATORS[tacit_arg_choice(job->args, GENERATOR)]);
    const size_t n = tacit_table_columns(spec->data), first = n - made;
    tacit_synth_column *column = NULL;
    size_t *before = NULL;
    const tacit_args *args = NULL;
    tacit_tells tells = TACIT_TELLS_NOBODY;
    TACIT_TRY(read_settings(cx, job, g, &args));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *before, &before));
    for (size_t j = 0; j < n; j++) {
        before[j] = j;
        column[j].at = j;
        if (j < first)
            continue;
        const tacit_column *c = tacit_table_column(spec->data, j);
        if ((g->accepts & tacit_column_type(c)) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Generator '%s' cannot make column '%s', which is a column of type "
                              "%s; name another for it.",
                              g->about.name, tacit_column_name(c),
                              tacit_type_name(tacit_column_type(c)));
        TACIT_TRY(tacit_coding_check(cx, c));
        column[j].generator = g;
        column[j].args = args;
        TACIT_TRY(tacit_smooth_settle(cx, c, &column[j].specials, &column[j].args, &tells));
        column[j].together = g->make == NULL ? 1 : j == first ? made : 0;
        column[j].predictors = (tacit_select){ g->make == NULL ? j : first, before };
    }
    spec->column = column;
    spec->n = n;
    return TACIT_OK;
}

/* ---- conditions ---- */

/* Which records are replaced; all if `where` says nothing. */
static tacit_status find_where(tacit_ctx *cx, const tacit_job *job, tacit_synth_spec *spec,
                               size_t *made)
{
    bool *where = NULL;
    *made = tacit_table_rows(spec->data);
    if (!tacit_arg_given(job->args, WHERE))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, *made, sizeof *where, &where));
    TACIT_TRY(tacit_ties_where(cx, spec->data, tacit_arg_text(job->args, WHERE), where, made));
    spec->where = where;
    return TACIT_OK;
}

/* Read what must hold, and see whether the records keep to it. */
static tacit_status find_words(tacit_ctx *cx, const tacit_job *job, tacit_synth_spec *spec)
{
    const tacit_value *given = &job->args->at[CONSTRAINTS];
    tacit_tie_words *words = NULL;
    tacit_tie_book *book = NULL;
    tacit_tie_breach breach = { 0 };
    if (given->n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *words, &words));
    *words = (tacit_tie_words){ .constraint = given->texts, .constraints = given->n };
    TACIT_TRY(tacit_ties_read(cx, spec->data, words, &book));
    TACIT_TRY(tacit_ties_check(cx, book, tacit_table_rows(spec->data), &breach));
    if (breach.records > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%zu records break what synthesize is to keep; the constraint '%s' is "
                          "broken most, by %zu. Correct or leave out these records first.",
                          breach.records, breach.words, breach.worst_records);
    spec->words = words;
    return TACIT_OK;
}

/* ---- the step ---- */

static tacit_status tell(tacit_ctx *cx, const tacit_job *job, const tacit_synth_spec *spec,
                         const tacit_synth_told *told, size_t made)
{
    static const char *const heads[] = { "column", "states", "pools", "raised", "backed_off" };
    const size_t first = spec->n - job->cols.n;
    json_t *table = NULL;
    TACIT_TRY(tacit_result_figure(cx, job->told, "made", "Records replaced", (double)made,
                                  TACIT_UNIT_COUNT, "whose cells were made up"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "predictors", "Predictors", (double)first,
                                  TACIT_UNIT_COUNT, "columns that were learnt from and stay"));
    TACIT_TRY(tacit_result_table(cx, job->told, "columns", "Columns", 5, heads, &table));
    for (size_t j = first; j < spec->n; j++)
        TACIT_TRY(tacit_result_row(
            cx, table, "[s, I, I, I, I]", tacit_column_name(tacit_table_column(spec->data, j)),
            (json_int_t)told[j].states, (json_int_t)told[j].pools, (json_int_t)told[j].raised,
            (json_int_t)(told[j].backed_off + told[j].placed)));
    return tacit_result_note(cx, job->told,
                             "Other columns of these records are true. A cell may by chance be "
                             "what it was.");
}

/* Make the columns of `spec` and put them into `out`. */
static tacit_status make(tacit_ctx *cx, const tacit_job *job, tacit_synth_spec *spec,
                         tacit_table *out)
{
    tacit_synth_told *told = NULL;
    tacit_table *set = NULL;
    size_t made = 0;
    TACIT_TRY(choose(cx, job, job->cols.n, spec));
    TACIT_TRY(find_where(cx, job, spec, &made));
    TACIT_TRY(find_words(cx, job, spec));
    if (made < FEWEST)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "There are %zu records to be replaced; at least %d are needed to learn "
                          "from.",
                          made, FEWEST);
    TACIT_TRY(tacit_scratch(cx, spec->n, sizeof *told, &told));
    tacit_status status = tacit_synth_make(cx, spec, told, &set);
    for (size_t c = 0; c < job->cols.n && status == TACIT_OK; c++) {
        const size_t j = spec->n - job->cols.n + c;
        tacit_table_replace(out, job->cols.at[c], tacit_column_share(tacit_table_column(set, j)));
    }
    tacit_table_free(set);
    if (status == TACIT_OK && job->told != NULL)
        status = tell(cx, job, spec, told, made);
    return status;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    tacit_table *data = NULL;
    TACIT_TRY(gather(cx, job, &data));
    tacit_synth_spec spec = { .data = data,
                              .rows = tacit_table_rows(data),
                              .sets = 1,
                              .dealt = tacit_arg_choice(job->args, DRAW) == DEALT,
                              .guard = true,
                              .in_order = true,
                              .rng = *job->rng };
    const tacit_status status = make(cx, job, &spec, out);
    tacit_table_free(data);
    return status;
}

const tacit_method tacit_method_synthesize = {
    .about = { .name = "synthesize",
               .title = "Partial synthesis",
               .summary = "Replaces cells of some columns by values that a generator makes up "
                          "given other columns.",
               .source = "Reiter (2003), Inference for partially synthetic, public use microdata "
                         "sets",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE | TACIT_METHOD_MAKES,
    .run = run,
};
