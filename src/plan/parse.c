/*
 * parse.c - a plan from its text: the keys of a plan, and the checks across them.
 *
 * The parts are read in the order that their checks need (roles first), and the problems
 * are told in the order of the text.  A text is at most 4 MiB of valid UTF-8.
 */
#include "plan/plan.h"

#include <string.h>

#include <utf8proc.h>

#include "base/memory.h"
#include "base/text.h"
#include "plan/inputs.h"
#include "plan/parse_parts.h"

/* A plan with the memory of all that it points to. */
typedef struct owned_plan {
    tacit_plan plan; /* first, so that a plan's address is that of its owner */
    tacit_region region;
} owned_plan;

enum {
    DATA,
    POPULATION,
    FRACTION,
    CONTROL,
    HISTOGRAM,
    ROLES,
    HIERARCHIES,
    REQUIRE,
    STEPS,
    TABLES,
    EQUATIONS,
    RULES,
    PROTECTION,
    CELLS,
    WRITE,
    RELEASED,
    DOMAINS,
    PUBLIC,
    STATISTICS,
    GENERATORS,
    MEASURES,
    MEASURE_SECONDS,
    SEED,
    OUTPUT,
    REPORT,
    CERTIFICATE,
    SQL,
    CUSTODIAN_REPORT
};
static const char *const KEY_NAMES[] = {
    [DATA] = "data",
    [POPULATION] = "population",
    [FRACTION] = "fraction",
    [CONTROL] = "control",
    [HISTOGRAM] = "histogram",
    [ROLES] = "roles",
    [HIERARCHIES] = "hierarchies",
    [REQUIRE] = "require",
    [STEPS] = "steps",
    [TABLES] = "tables",
    [EQUATIONS] = "equations",
    [RULES] = "rules",
    [PROTECTION] = "protection",
    [CELLS] = "cells",
    [WRITE] = "write",
    [RELEASED] = "released",
    [DOMAINS] = "domains",
    [PUBLIC] = "public",
    [STATISTICS] = "statistics",
    [GENERATORS] = "generators",
    [MEASURES] = "measures",
    [MEASURE_SECONDS] = "measure_seconds",
    [SEED] = "seed",
    [OUTPUT] = "output",
    [REPORT] = "report",
    [CERTIFICATE] = "certificate",
    [SQL] = "sql",
    [CUSTODIAN_REPORT] = "custodian_report",
};
enum { KEYS = sizeof KEY_NAMES / sizeof KEY_NAMES[0], OUTPUTS = 5 };

/* The keys of `data` when it is a map: its path, then the options of sources. */
static const char *data_word(const void *user, size_t i)
{
    (void)user;
    return i == 0 ? "path" : TACIT_SOURCE_PARAMS[i - 1].name;
}

/* `data` or `population`: a path, or a map of a path and options. */
static tacit_status read_source(const tacit_parse *ps, const tacit_node *key, const char **path,
                                tacit_args *options)
{
    const tacit_node *node = key->value;
    if (node->kind != TACIT_NODE_MAP) {
        tacit_parse_text(ps, node, key->text, path);
        return TACIT_OK;
    }
    const tacit_words words = { .n = options->n + 1, .at = data_word };
    const tacit_node **keys = NULL;
    TACIT_TRY(tacit_scratch(ps->cx, words.n, sizeof *keys, &keys));
    TACIT_TRY(tacit_parse_keys(ps, node, key->text, &words, keys));
    if (keys[0] != NULL)
        tacit_parse_text(ps, keys[0]->value, "'path'", path);
    else
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_MISSING_KEY,
                      "%s needs '%s': the file or address.", key->text, "path");
    return tacit_parse_values(ps, key->text, node->place, keys + 1, options);
}

static void read_fraction(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    double x = 0.0;
    const bool right = node->kind == TACIT_NODE_SCALAR && node->plain &&
                       tacit_parse_real(node->text, &x) && x > 0.0 && x <= 1.0;
    if (right)
        plan->fraction = x;
    else
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_OUT_OF_RANGE,
                      "%s must be a number above 0 and up to 1: the share of the population "
                      "that the data holds.",
                      "fraction");
}

static void read_seconds(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    double x = 0.0;
    const bool right = node->kind == TACIT_NODE_SCALAR && node->plain &&
                       tacit_parse_real(node->text, &x) && x > 0.0 && x <= 1e6;
    if (right)
        plan->measure_seconds = x;
    else
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_OUT_OF_RANGE,
                      "%s must be a number above 0 and up to 1000000: seconds of processor time.",
                      "measure_seconds");
}

/* Where the data is, and what is known of the population it is from. */
static tacit_status read_sources(const tacit_parse *ps, const tacit_node *const *keys,
                                 unsigned needs, tacit_plan *plan)
{
    if (keys[DATA] != NULL) {
        plan->data_place = keys[DATA]->value->place;
        TACIT_TRY(read_source(ps, keys[DATA], &plan->data, &plan->source));
    } else if ((needs & TACIT_PART_DATA) != 0) {
        tacit_problem(ps->problems, (tacit_place){ 0, 0 }, TACIT_PROBLEM_MISSING_KEY,
                      "%s needs '%s': the file or address to read.", "the plan", "data");
    }
    if (keys[POPULATION] != NULL)
        TACIT_TRY(read_source(ps, keys[POPULATION], &plan->population, &plan->population_source));
    if (keys[CONTROL] != NULL)
        TACIT_TRY(read_source(ps, keys[CONTROL], &plan->control, &plan->control_source));
    if (keys[HISTOGRAM] != NULL)
        tacit_parse_text(ps, keys[HISTOGRAM]->value, "histogram", &plan->histogram);
    if (keys[FRACTION] != NULL)
        read_fraction(ps, keys[FRACTION]->value, plan);
    return TACIT_OK;
}

/* The seed is read digit by digit: a double would lose the last ones. */
static void read_seed(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan)
{
    uint64_t seed = 0;
    bool right = node->kind == TACIT_NODE_SCALAR && node->plain && node->text[0] != '\0';
    for (const char *c = node->text; right && *c != '\0'; c++)
        right = *c >= '0' && *c <= '9' && !__builtin_mul_overflow(seed, 10u, &seed) &&
                !__builtin_add_overflow(seed, (uint64_t)(*c - '0'), &seed);
    plan->seed_given = right;
    if (right)
        plan->seed = seed;
    else
        tacit_problem(ps->problems, node->place, TACIT_PROBLEM_OUT_OF_RANGE,
                      "%s must be a whole number from 0 to 18446744073709551615.", "seed");
}

/* A path without a leading "./". */
static const char *bare(const char *path)
{
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    return path;
}

/* Say so if the output `what` would overwrite `other`. */
static void check_overwrite(const tacit_parse *ps, const tacit_node *key, const char *path,
                            const char *other, const char *what)
{
    if (path != NULL && other != NULL && strcmp(bare(path), bare(other)) == 0 &&
        strcmp(path, "-") != 0) /* standard input and output are two */
        tacit_problem(ps->problems, key->value->place, TACIT_PROBLEM_WOULD_OVERWRITE,
                      "%s would overwrite %s; give it another name.", key->text, what);
}

/* An output must not replace an input, the plan itself or another output. */
static tacit_status check_outputs(const tacit_parse *ps, const tacit_node *const *keys,
                                  const tacit_plan *plan)
{
    const char *const paths[] = { plan->output, plan->report, plan->certificate, plan->sql,
                                  plan->custodian_report };
    const tacit_plan_input *input = NULL;
    size_t inputs = 0;
    TACIT_TRY(tacit_plan_inputs(ps->cx, plan, NULL, &input, &inputs));
    for (size_t i = 0; i < OUTPUTS; i++) {
        const tacit_node *key = keys[OUTPUT + i];
        if (key == NULL)
            continue;
        for (size_t k = 0; k < inputs; k++)
            check_overwrite(ps, key, paths[i], input[k].path, input[k].what);
        for (size_t e = 0; e < i; e++)
            check_overwrite(ps, key, paths[i], paths[e], KEY_NAMES[OUTPUT + e]);
    }
    return TACIT_OK;
}

static tacit_status read_outputs(const tacit_parse *ps, const tacit_node *const *keys,
                                 unsigned needs, tacit_plan *plan)
{
    const char **paths[] = { &plan->output, &plan->report, &plan->certificate, &plan->sql,
                             &plan->custodian_report };
    if (keys[OUTPUT] != NULL)
        TACIT_TRY(tacit_parse_output(ps, keys[OUTPUT]->value, plan));
    for (size_t i = 1; i < OUTPUTS; i++)
        if (keys[OUTPUT + i] != NULL)
            tacit_parse_text(ps, keys[OUTPUT + i]->value, KEY_NAMES[OUTPUT + i], paths[i]);
    if ((needs & TACIT_PART_OUTPUT) != 0 && keys[OUTPUT] == NULL)
        tacit_problem(ps->problems, (tacit_place){ 0, 0 }, TACIT_PROBLEM_MISSING_KEY,
                      "%s needs '%s': the file to write the protected data to.", "the plan",
                      "output");
    return check_outputs(ps, keys, plan);
}

/* The value of a key, or NULL if it was left out or left empty. */
static const tacit_node *value_of(const tacit_node *key)
{
    return key == NULL || tacit_node_is_null(key->value) ? NULL : key->value;
}

static tacit_status read_parts(tacit_parse *ps, const tacit_node *const *keys, tacit_plan *plan)
{
    static const struct part {
        size_t key;
        tacit_status (*read)(const tacit_parse *ps, const tacit_node *node, tacit_plan *plan);
    } parts[] = {
        { HIERARCHIES, tacit_parse_hierarchies },
        { REQUIRE, tacit_parse_require },
        { STEPS, tacit_parse_steps },
        { TABLES, tacit_parse_tables },
        { EQUATIONS, tacit_parse_equations },
        { RULES, tacit_parse_rules },
        { PROTECTION, tacit_parse_protection },
        { CELLS, tacit_parse_cells },
        { WRITE, tacit_parse_write },
        { RELEASED, tacit_parse_released },
        { DOMAINS, tacit_parse_domains },
        { PUBLIC, tacit_parse_public },
        { STATISTICS, tacit_parse_statistics },
        { GENERATORS, tacit_parse_generators },
        { MEASURES, tacit_parse_measures },
    };
    const size_t before = ps->problems->n;
    if (value_of(keys[ROLES]) != NULL)
        TACIT_TRY(tacit_parse_roles(ps, value_of(keys[ROLES]), plan));
    ps->roles_unsure = ps->problems->n > before;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (value_of(keys[parts[i].key]) != NULL)
            TACIT_TRY(parts[i].read(ps, value_of(keys[parts[i].key]), plan));
    tacit_parse_single_hierarchies(ps, plan);
    if (value_of(keys[MEASURE_SECONDS]) != NULL)
        read_seconds(ps, value_of(keys[MEASURE_SECONDS]), plan);
    return value_of(keys[MEASURES]) == NULL ? tacit_parse_measures(ps, NULL, plan) : TACIT_OK;
}

/* The keys of a plan: its own, then the sections of tasks. */
static const char *key_word(const void *user, size_t i)
{
    const tacit_plan_use *use = user;
    return i < KEYS ? KEY_NAMES[i] : use->tasks->entry[i - KEYS]->name;
}

/* `sql` is a file to write, or as a map the section of the task that is called so. */
static void tell_apart(const tacit_plan_use *use, const tacit_node **keys)
{
    if (keys[SQL] == NULL || keys[SQL]->value->kind != TACIT_NODE_MAP || use->tasks == NULL)
        return;
    for (size_t i = 0; i < use->tasks->n; i++)
        if (strcmp(use->tasks->entry[i]->name, KEY_NAMES[SQL]) == 0) {
            keys[KEYS + i] = keys[SQL];
            keys[SQL] = NULL;
            return;
        }
}

static tacit_status read_plan(tacit_parse *ps, const tacit_node *root, const tacit_plan_use *use,
                              tacit_plan *plan)
{
    if (root->kind != TACIT_NODE_MAP) {
        tacit_problem(ps->problems, root->place, TACIT_PROBLEM_WRONG_TYPE,
                      "a plan is a map of keys such as data, roles, steps and output.");
        return TACIT_OK;
    }
    const size_t tasks = use->tasks != NULL ? use->tasks->n : 0;
    const tacit_words words = { .n = KEYS + tasks, .at = key_word, .user = use };
    const tacit_node **keys = NULL;
    TACIT_TRY(tacit_scratch(ps->cx, words.n, sizeof *keys, &keys));
    TACIT_TRY(tacit_parse_keys(ps, root, "the plan", &words, keys));
    tell_apart(use, keys);
    TACIT_TRY(read_sources(ps, keys, use->needs, plan));
    TACIT_TRY(read_parts(ps, keys, plan));
    if ((use->needs & TACIT_PART_OUTPUT) != 0)
        TACIT_TRY(tacit_parse_complete(ps, plan));
    if (keys[SEED] != NULL)
        read_seed(ps, keys[SEED]->value, plan);
    TACIT_TRY(tacit_parse_asks(ps, use, keys + KEYS, plan));
    return read_outputs(ps, keys, use->needs, plan);
}

/* Where byte `at` of the text is. */
static tacit_place place_of_byte(const char *text, size_t at)
{
    tacit_place place = { .line = 1, .column = 1 };
    for (size_t i = 0; i < at; i++) {
        const bool begins = ((unsigned char)text[i] & 0xc0) != 0x80;
        place.line += text[i] == '\n';
        place.column = text[i] == '\n' ? 1 : place.column + begins;
    }
    return place;
}

bool tacit_parse_readable(tacit_problems *problems, const char *text)
{
    const size_t n = strlen(text);
    if (n > TACIT_PLAN_BYTES) {
        tacit_problem(problems, (tacit_place){ 0, 0 }, TACIT_PROBLEM_TOO_LARGE,
                      "a plan has at most 4 MiB of text.");
        return false;
    }
    for (size_t at = 0; at < n;) {
        utf8proc_int32_t c = 0;
        const utf8proc_ssize_t used =
            utf8proc_iterate((const utf8proc_uint8_t *)text + at, (utf8proc_ssize_t)(n - at), &c);
        if (used <= 0) {
            tacit_problem(problems, place_of_byte(text, at), TACIT_PROBLEM_ENCODING,
                          "this is not valid UTF-8; save the plan in UTF-8.");
            return false;
        }
        at += (size_t)used;
    }
    return true;
}

static tacit_status fill_plan(tacit_ctx *cx, owned_plan *own, const tacit_plan_use *use)
{
    static const char mark[] = "\xef\xbb\xbf"; /* U+FEFF, which some editors put first */
    tacit_plan *plan = &own->plan;
    tacit_problems problems;
    TACIT_TRY(tacit_problems_start(cx, plan->file, &problems));
    tacit_parse ps = { .cx = cx, .region = &own->region, .problems = &problems, .plan = plan };
    TACIT_TRY(tacit_parse_presets(&ps, TACIT_SOURCE_PARAMS, &plan->source));
    TACIT_TRY(tacit_parse_presets(&ps, TACIT_SOURCE_PARAMS, &plan->population_source));
    TACIT_TRY(tacit_parse_presets(&ps, TACIT_SOURCE_PARAMS, &plan->control_source));
    const char *text = plan->text;
    if (strncmp(text, mark, strlen(mark)) == 0)
        text += strlen(mark);
    tacit_node *root = NULL;
    if (tacit_parse_readable(&problems, text))
        TACIT_TRY(tacit_tree_read(cx, &own->region, text, &problems, &root));
    if (root != NULL && !tacit_node_is_null(root))
        TACIT_TRY(read_plan(&ps, root, use, plan));
    else if (!tacit_problems_any(&problems))
        tacit_problem(&problems, (tacit_place){ 0, 0 }, TACIT_PROBLEM_EMPTY,
                      "the plan is empty; it needs at least 'data'.");
    return tacit_problems_end(&problems);
}

static tacit_status keep_text(tacit_ctx *cx, owned_plan *own, const char *file, const char *text)
{
    TACIT_TRY(tacit_region_text(cx, &own->region, file, strlen(file), &own->plan.file));
    return tacit_region_text(cx, &own->region, text, strlen(text), &own->plan.text);
}

tacit_status tacit_plan_parse(tacit_ctx *cx, const char *file, const char *text,
                              const tacit_plan_use *use, tacit_plan **out)
{
    owned_plan *own = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *own, &own));
    const size_t mark = tacit_scratch_mark(cx);
    tacit_status status = keep_text(cx, own, file, text);
    if (status == TACIT_OK)
        status = fill_plan(cx, own, use);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        tacit_plan_free(&own->plan);
        return status;
    }
    *out = &own->plan;
    return TACIT_OK;
}

void tacit_plan_free(tacit_plan *plan)
{
    if (plan == NULL)
        return;
    owned_plan *own = (owned_plan *)plan;
    tacit_region_free(&own->region);
    tacit_free(own);
}
