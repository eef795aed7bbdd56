/*
 * probabilistic.c - linking by the probability that two records belong together.
 *
 * Fellegi and Sunter (1969), A theory for record linkage.  Columns are compared by levels
 * of agreement; the patterns of all pairs (or of those that blocking lets through) are
 * counted, the model is fitted to the counts, and pairs are linked, left for review or
 * parted by their weight sum log2(m / u).  Only pairs from the lower threshold on are ever
 * written down.
 *
 * u is the share of each level among all pairs, of which nearly all are apart; with
 * blocking the pairs outside count as apart in lambda.  With u free, the fit sees only the
 * pairs compared, and lambda is a share of these.
 *
 * Missing values: a comparison with one says nothing.  O(pairs) where texts or tolerances
 * are compared without blocking; for columns compared exactly the counting is O(2^columns *
 * records), and only records equal on what links them are looked at.
 */
#include "micro/linkage/probabilistic/probabilistic.h"

#include <math.h>

#include "base/sort.h"
#include "micro/linkage/probabilistic/one_to_one.h"

enum { U_ALL, U_FREE };

static const char *const US[] = { "all", "free", NULL };

static const tacit_param PARAMS[] = {
    [TACIT_PROBABILISTIC_COLUMNS] = { .name = "columns",
                                      .type = TACIT_PARAM_COLUMNS,
                                      .help = "columns to compare; without it all that both "
                                              "files have" },
    [TACIT_PROBABILISTIC_COMPARE] = { .name = "compare",
                                      .type = TACIT_PARAM_GROUPS,
                                      .help = "comparator: [columns], of exact, number, number_sd, "
                                              "date, jaro_winkler, levenshtein, damerau, soundex; "
                                              "others are compared exactly" },
    [TACIT_PROBABILISTIC_SIMILARITY] = { .name = "similarity",
                                         .type = TACIT_PARAM_REALS,
                                         .max = 1.0,
                                         TACIT_USEFUL(0.5, 1, NULL),
                                         .importance = TACIT_ADVANCED,
                                         .help = "levels of jaro_winkler, downwards; 0.92 and "
                                                 "0.88 without it" },
    [TACIT_PROBABILISTIC_EDITS] = { .name = "edits",
                                    .type = TACIT_PARAM_REALS,
                                    .max = 100.0,
                                    TACIT_USEFUL(0, 5, "edits"),
                                    .importance = TACIT_ADVANCED,
                                    .help = "levels of levenshtein and damerau, upwards; 1 and 2 "
                                            "without it" },
    [TACIT_PROBABILISTIC_TOLERANCE] = { .name = "tolerance",
                                        .type = TACIT_PARAM_REALS,
                                        .max = 1e300,
                                        TACIT_USEFUL(0, 10, NULL),
                                        .importance = TACIT_ADVANCED,
                                        .help = "levels of number and number_sd, upwards; 0.1 "
                                                "without it" },
    [TACIT_PROBABILISTIC_DAYS] = { .name = "days",
                                   .type = TACIT_PARAM_REALS,
                                   .max = 1e6,
                                   TACIT_USEFUL(0, 366, "days"),
                                   .importance = TACIT_ADVANCED,
                                   .help = "levels of date, upwards; 0 and 31 without it" },
    [TACIT_PROBABILISTIC_BLOCK] = { .name = "block",
                                    .type = TACIT_PARAM_TEXTS,
                                    .help = "compare only pairs that agree on a rule: a column, "
                                            "a+b, a:3 for three letters, a~2 for neighbours" },
    [TACIT_PROBABILISTIC_U] = { .name = "u",
                                .type = TACIT_PARAM_CHOICE,
                                .choices = US,
                                .help = "agreement of pairs that do not belong together: that of "
                                        "all pairs, or free in the fit" },
    [TACIT_PROBABILISTIC_LAMBDA] = { .name = "lambda",
                                     .type = TACIT_PARAM_REAL,
                                     .need = TACIT_OPTIONAL,
                                     .max = 1.0,
                                     .unit = "share",
                                     .importance = TACIT_ADVANCED,
                                     .help = "share of pairs that belong together; free in the "
                                             "fit without it" },
    [TACIT_PROBABILISTIC_TERM_FREQUENCY] = { .name = "term_frequency",
                                             .type = TACIT_PARAM_COLUMNS,
                                             .help = "columns on which agreement on a rare value "
                                                     "weighs more" },
    [TACIT_PROBABILISTIC_FALSE_LINK] = { .name = "false_link",
                                         .type = TACIT_PARAM_REAL,
                                         .need = TACIT_OPTIONAL,
                                         .max = 1.0,
                                         TACIT_USEFUL(0, 0.1, "share"),
                                         .help = "accepted share of links among pairs that do "
                                                 "not belong together; replaces link_from" },
    [TACIT_PROBABILISTIC_FALSE_NONLINK] = { .name = "false_nonlink",
                                            .type = TACIT_PARAM_REAL,
                                            .need = TACIT_OPTIONAL,
                                            .max = 1.0,
                                            TACIT_USEFUL(0, 0.5, "share"),
                                            .help = "accepted share of parted pairs among those "
                                                    "that belong together; replaces review_from" },
    [TACIT_PROBABILISTIC_LINK_FROM] = { .name = "link_from",
                                        .type = TACIT_PARAM_REAL,
                                        .preset = 0.9,
                                        .max = 1.0,
                                        TACIT_USEFUL(0.5, 1, "probability"),
                                        .help = "probability from which on a pair is linked" },
    [TACIT_PROBABILISTIC_REVIEW_FROM] = { .name = "review_from",
                                          .type = TACIT_PARAM_REAL,
                                          .preset = 0.5,
                                          .max = 1.0,
                                          .unit = "probability",
                                          .help = "probability above which a pair is left for "
                                                  "review" },
    [TACIT_PROBABILISTIC_ONE_TO_ONE] = { .name = "one_to_one",
                                         .type = TACIT_PARAM_CHOICE,
                                         .choices = TACIT_ONE_TO_ONE_CHOICES,
                                         .help = "whether a record may be in one link only, best "
                                                 "first or of the greatest total weight" },
    [TACIT_PROBABILISTIC_MOST] = { .name = "most",
                                   .type = TACIT_PARAM_INTEGER,
                                   .preset = 1e7,
                                   .min = 1.0,
                                   .max = 1e9,
                                   TACIT_USEFUL_LOG(1000, 1e8, "links"),
                                   .importance = TACIT_ADVANCED,
                                   .help = "links and possible links to write down at most" },
    TACIT_PARAM_END
};

/* ---- pairs and model ---- */

static tacit_status count_pairs(tacit_ctx *cx, tacit_probabilistic *p)
{
    const tacit_value *rules = &p->args->at[TACIT_PROBABILISTIC_BLOCK];
    if (rules->n > 0) {
        TACIT_TRY(tacit_scratch(cx, 1, sizeof *p->blocks, &p->blocks));
        TACIT_TRY(tacit_blocks_of(cx, p->job, rules->texts, rules->n, p->blocks));
    }
    p->scan = (tacit_scan){ .pairs = &p->pairs, .blocks = p->blocks };
    TACIT_TRY(tacit_pattern_code_of(cx, &p->pairs, &p->code));
    TACIT_TRY(tacit_scan_count(cx, &p->scan, &p->patterns));
    p->all_pairs = tacit_pairs_count(&p->pairs);
    for (size_t i = 0; i < p->patterns.n; i++)
        p->compared += p->patterns.count[i];
    if (p->patterns.n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "There are no pairs of records to compare: %zu and %zu records%s.",
                          p->pairs.n_a, p->pairs.n_b,
                          p->blocks != NULL ? ", none of which agree on a blocking rule" : "");
    return TACIT_OK;
}

/* u of all pairs, whether they are compared or not. */
static tacit_status set_u(tacit_ctx *cx, const tacit_probabilistic *p, tacit_fs *model)
{
    const double least = tacit_fs_usual().least;
    for (size_t k = 0; k < p->pairs.fields; k++) {
        double share[TACIT_LEVELS_MAX], sum = 0.0;
        TACIT_TRY(tacit_link_field_shares(cx, &p->pairs, &p->field[k], share));
        for (uint8_t l = 0; l < p->field[k].levels; l++)
            sum += share[l];
        for (uint8_t l = 0; sum > 0.0 && l < p->field[k].levels; l++)
            model->u[k][l] = fmin(fmax(share[l], least), 1.0 - least);
    }
    return TACIT_OK;
}

static tacit_status fit(tacit_ctx *cx, tacit_probabilistic *p)
{
    tacit_fs_options options = tacit_fs_usual();
    const double rows = (double)(p->pairs.n_a < p->pairs.n_b ? p->pairs.n_a : p->pairs.n_b);
    const bool given = tacit_arg_given(p->args, TACIT_PROBABILISTIC_LAMBDA);
    options.fix_u = tacit_arg_choice(p->args, TACIT_PROBABILISTIC_U) == U_ALL;
    options.fix_lambda = given;
    options.apart = options.fix_u ? p->all_pairs - p->compared : 0.0;
    const double start = fmin(rows / (p->compared + options.apart), 0.5);
    p->model = tacit_fs_start(
        &p->patterns, given ? tacit_arg_real(p->args, TACIT_PROBABILISTIC_LAMBDA) : start, 0.9);
    TACIT_TRY(set_u(cx, p, &p->model));
    return tacit_fs_fit(cx, &p->patterns, &options, &p->model);
}

/* ---- thresholds ---- */

/* The weight of a pair of this probability. */
static double weight_at(const tacit_fs *model, double probability)
{
    const double odds = probability / (1.0 - probability);
    return log2(odds * (1.0 - model->lambda) / model->lambda);
}

static tacit_status set_thresholds(tacit_ctx *cx, tacit_probabilistic *p)
{
    const bool by_link = tacit_arg_given(p->args, TACIT_PROBABILISTIC_FALSE_LINK);
    const bool by_nonlink = tacit_arg_given(p->args, TACIT_PROBABILISTIC_FALSE_NONLINK);
    const tacit_error_rates rates = {
        by_link ? tacit_arg_real(p->args, TACIT_PROBABILISTIC_FALSE_LINK) : 0.0,
        by_nonlink ? tacit_arg_real(p->args, TACIT_PROBABILISTIC_FALSE_NONLINK) : 0.0,
    };
    tacit_thresholds *t = &p->thresholds;
    if (by_link || by_nonlink)
        TACIT_TRY(tacit_thresholds_of(cx, &p->model, &rates, t));
    if (!by_link)
        t->link = weight_at(&p->model, tacit_arg_real(p->args, TACIT_PROBABILISTIC_LINK_FROM));
    if (!by_nonlink)
        t->apart = weight_at(&p->model, tacit_arg_real(p->args, TACIT_PROBABILISTIC_REVIEW_FROM));
    if (!(by_link && by_nonlink))
        t->apart = fmin(t->apart, t->link);
    return TACIT_OK;
}

/* ---- links ---- */

/* The most that a pair of this pattern can weigh. */
static double most_weight(const tacit_probabilistic *p, const uint8_t *level)
{
    double w = tacit_fs_weight(&p->model, level);
    for (size_t k = 0; k < p->pairs.fields; k++)
        w += p->frequency[k] != NULL && level[k] == p->field[k].levels - 1 ? p->rise[k] : 0.0;
    return w;
}

static bool is_wanted(const tacit_thresholds *t, double weight)
{
    return tacit_thresholds_link(t, weight) || !tacit_thresholds_part(t, weight);
}

/* Patterns to write down: those that may reach the lower threshold, from the heaviest on, as
 * long as their pairs are at most `most`. */
static tacit_status choose_patterns(tacit_ctx *cx, tacit_probabilistic *p, uint8_t **out)
{
    const double most = (double)tacit_arg_integer(p->args, TACIT_PROBABILISTIC_MOST);
    const size_t fields = p->pairs.fields;
    tacit_keyed *order = NULL;
    double sum = 0.0;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, p->code.size, 1, out));
    TACIT_TRY(tacit_scratch(cx, p->patterns.n, sizeof *order, &order));
    for (size_t i = 0; i < p->patterns.n; i++) {
        const double w = most_weight(p, p->patterns.level + i * fields);
        if (is_wanted(&p->thresholds, w))
            order[n++] = (tacit_keyed){ ~tacit_sort_key_real(w + 0.0), i };
    }
    TACIT_TRY(tacit_sort_keyed(cx, order, n));
    for (size_t i = 0; i < n; i++) {
        const uint8_t *level = p->patterns.level + order[i].row * fields;
        uint32_t code = 0;
        sum += p->patterns.count[order[i].row];
        for (size_t k = 0; k < fields; k++)
            code += level[k] * p->code.stride[k];
        (*out)[code] = sum <= most;
        p->left_out += sum <= most ? 0 : (size_t)p->patterns.count[order[i].row];
    }
    return TACIT_OK;
}

static tacit_status make_links(tacit_ctx *cx, tacit_probabilistic *p, tacit_links *links)
{
    uint8_t *keep = NULL;
    tacit_picked picked;
    TACIT_TRY(choose_patterns(cx, p, &keep));
    TACIT_TRY(tacit_scan_pick(cx, &p->scan, &p->code, keep, &picked));
    TACIT_TRY(tacit_scratch(cx, picked.n, sizeof *links->at, &links->at));
    for (size_t i = 0; i < picked.n; i++) {
        uint8_t level[TACIT_FIELDS_MAX];
        tacit_pattern_levels(&p->code, picked.code[i], level);
        const double w =
            tacit_fs_weight(&p->model, level) + tacit_probabilistic_rise(p, level, picked.a[i]);
        if (!is_wanted(&p->thresholds, w))
            continue;
        const bool sure = tacit_thresholds_link(&p->thresholds, w);
        links->at[links->n++] = (tacit_link){ picked.a[i], picked.b[i], w, 1.0,
                                              sure ? TACIT_LINK_SURE : TACIT_LINK_POSSIBLE };
    }
    return TACIT_OK;
}

static tacit_status link_records(tacit_ctx *cx, const tacit_link_job *job, const tacit_args *args,
                                 tacit_links *links, tacit_result *result)
{
    tacit_probabilistic *p = NULL;
    size_t too_large = 0;
    const tacit_one_to_one how =
        (tacit_one_to_one)tacit_arg_choice(args, TACIT_PROBABILISTIC_ONE_TO_ONE);
    *links = (tacit_links){ .score = "weight: sum over columns of log2(m / u)" };
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *p, &p));
    *p = (tacit_probabilistic){ .job = job, .args = args };
    tacit_stage(cx, "comparing columns");
    TACIT_TRY(tacit_probabilistic_fields(cx, p));
    tacit_stage(cx, "counting patterns");
    TACIT_TRY(count_pairs(cx, p));
    tacit_stage(cx, "fitting");
    TACIT_TRY(fit(cx, p));
    TACIT_TRY(set_thresholds(cx, p));
    TACIT_TRY(tacit_probabilistic_frequencies(cx, p));
    tacit_stage(cx, "linking");
    TACIT_TRY(make_links(cx, p, links));
    TACIT_TRY(tacit_one_to_one_keep(cx, job, how, links, &too_large));
    if (too_large > 0)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "%zu groups of records that hang together were too large for "
                                    "the optimum and were linked best first.",
                                    too_large));
    return tacit_probabilistic_tell(cx, p, result);
}

const tacit_linker tacit_linker_probabilistic = {
    .about = { .name = "probabilistic",
               .title = "Probabilistic linkage",
               .summary = "Links records by how probable it is that they belong together.",
               .source = "Fellegi and Sunter (1969), A theory for record linkage; Jaro (1989), "
                         "Advances in record-linkage methodology as applied to matching the 1985 "
                         "census of Tampa, Florida",
               .params = PARAMS },
    .link = link_records,
};
