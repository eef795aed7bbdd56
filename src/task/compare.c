/*
 * compare.c - an original file and a protected one, whoever made it.
 *
 * Columns are matched by name, after those of the protected file were renamed as asked.
 * Rows are taken to correspond in order if both files have as many, unless they are said to
 * be independent or the certificate of the protected one says that they were moved; columns that
 * tell rows apart align them otherwise.
 */
#include "run/account.h"
#include "run/reading.h"
#include "task/align.h"
#include "task/tasks.h"

enum { PROTECTED, BY, MAP, INDEPENDENT, REPORT };

/* One comparison on its way. */
typedef struct comparison {
    tacit_work *w;
    tacit_aligned files;
    bool independent;
} comparison;

static tacit_status check_common(tacit_ctx *cx, const tacit_aligned *f)
{
    size_t common = 0;
    for (size_t j = 0; j < tacit_table_columns(f->a); j++)
        common += tacit_table_find(f->b, tacit_column_name(tacit_table_column(f->a, j))) <
                  tacit_table_columns(f->b);
    if (common == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s and %s have no column name in common; say which column is which "
                          "with --map a=b.",
                          f->uri_a, f->uri_b);
    if (tacit_table_rows(f->a) == 0 || tacit_table_rows(f->b) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no records.",
                          tacit_table_rows(f->a) == 0 ? f->uri_a : f->uri_b);
    return TACIT_OK;
}

/* Make rows correspond, or find that they do not. */
static tacit_status match_rows(tacit_ctx *cx, comparison *c)
{
    const tacit_args *args = &c->w->ask->args;
    const tacit_names by = tacit_names_of(args, BY);
    const bool said = tacit_arg_flag(args, INDEPENDENT);
    if (by.n > 0)
        return tacit_align_rows(cx, &by, &c->files);
    const size_t before = tacit_table_rows(c->files.a), after = tacit_table_rows(c->files.b);
    bool moved = false;
    TACIT_TRY(tacit_reading_moved(cx, c->files.uri_b, &moved));
    c->independent = said || before != after || moved;
    if (moved && !said)
        tacit_warn(cx,
                   "%s is in random order, as its certificate says, so rows are not compared with "
                   "each other; name columns that tell them apart with --by.",
                   c->files.uri_b);
    else if (before != after && !said)
        tacit_warn(cx,
                   "%s has %zu rows and %s %zu, so rows are not compared with each other; name "
                   "columns that tell them apart with --by.",
                   c->files.uri_a, before, c->files.uri_b, after);
    return TACIT_OK;
}

/* Risk of one side; `original` is what a masked side was made from. */
static tacit_status measure_side(tacit_ctx *cx, const comparison *c, const tacit_table *table,
                                 const tacit_table *original)
{
    const char *key = original == NULL ? "before" : "after";
    tacit_subject_extra extra = c->w->known.extra;
    extra.original = original;
    extra.independent = c->independent;
    tacit_subject *subject = NULL;
    TACIT_TRY(tacit_subject_new(cx, table, &subject));
    tacit_subject_add(subject, &extra);
    const tacit_status status = tacit_account_measures(cx, c->w->record, key, c->w->plan, subject);
    tacit_subject_free(subject);
    return status;
}

static tacit_status compare(tacit_ctx *cx, comparison *c)
{
    const tacit_args *args = &c->w->ask->args;
    const tacit_names map = tacit_names_of(args, MAP);
    json_t *record = c->w->record;
    TACIT_TRY(tacit_align_load(cx, c->w, tacit_arg_text(args, PROTECTED), &map, &c->files));
    TACIT_TRY(tacit_work_know(cx, c->w));
    TACIT_TRY(tacit_work_know_control(cx, c->w));
    TACIT_TRY(check_common(cx, &c->files));
    TACIT_TRY(tacit_account_table(cx, record, "data", c->files.uri_a, c->files.a, true));
    TACIT_TRY(tacit_account_table(cx, record, "protected", c->files.uri_b, c->files.b, true));
    TACIT_TRY(match_rows(cx, c));
    const tacit_pair pair = { .original = c->files.a,
                              .masked = c->files.b,
                              .independent = c->independent,
                              .hierarchies = c->w->known.extra.hierarchies,
                              .n_hierarchies = c->w->known.extra.n_hierarchies };
    TACIT_TRY(measure_side(cx, c, c->files.a, NULL));
    TACIT_TRY(measure_side(cx, c, c->files.b, c->files.a));
    return tacit_account_utility(cx, record, c->w->plan, &pair);
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    comparison c = { .w = w };
    if (tacit_arg_given(&w->ask->args, BY) && tacit_arg_flag(&w->ask->args, INDEPENDENT))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'by' says that rows correspond and 'independent' that they do not; give "
                          "one of them.");
    const tacit_status status = compare(cx, &c);
    tacit_table_free(c.files.a);
    tacit_table_free(c.files.b);
    return status;
}

static const tacit_param PARAMS[] = {
    [PROTECTED] = { .name = "protected",
                    .type = TACIT_PARAM_FILE,
                    .need = TACIT_REQUIRED,
                    .help = "the protected file" },
    [BY] = { .name = "by",
             .type = TACIT_PARAM_COLUMNS,
             .need = TACIT_OPTIONAL,
             .help = "columns that tell which rows correspond" },
    [MAP] = { .name = "map",
              .type = TACIT_PARAM_TEXTS,
              .need = TACIT_OPTIONAL,
              .help = "as a=b: column a of the original is column b of the protected file" },
    [INDEPENDENT] = { .name = "independent",
                      .type = TACIT_PARAM_FLAG,
                      .max = 1.0,
                      .help = "rows do not correspond, as in synthetic data" },
    [REPORT] = TACIT_TASK_REPORT,
    TACIT_PARAM_END
};

const tacit_task tacit_task_compare = {
    .section = { .about = { .name = "compare",
                            .title = "Comparison report",
                            .summary = "compare a protected file with its original, whoever made "
                                       "it",
                            .params = PARAMS } },
    .takes = TACIT_TAKES_SOURCE | TACIT_TAKES_ROLES | TACIT_TAKES_CONTROL | TACIT_TAKES_MEASURES,
    .needs = TACIT_PART_DATA,
    .layout = TACIT_LAYOUT_FEW_TABLES,
    .arguments = "ORIGINAL|PLAN PROTECTED",
    .positions = "data protected",
    .details =
        "Says what the protection cost: how means, correlations, distributions and tables differ "
        "between the two files; and what an attacker would still find: which records can be linked "
        "to the original, and what can be inferred from them. With --key also the risk of both "
        "files by their keys. Columns are matched by their names (--map tells others apart). Rows "
        "are taken to correspond in their order if both files have as many; --by aligns them, "
        "--independent says that they do not correspond, as in synthetic data.",
    .examples =
        (const tacit_task_example[]){
            { "compare survey.csv survey-safe.csv", "What did the protection cost?" },
            { "compare survey.csv survey-safe.csv --key region,age,sex --report compare.html",
              "And what did it bring? With a report." },
            { "compare survey.csv survey-safe.csv --measure 'propensity:{permutations: 20}'",
              "One measure alone, with its parameters." },
            { NULL, NULL },
        },
    .words = { .plain = "Compared: the protected data with the original; nothing was changed." },
    .run = run,
};
