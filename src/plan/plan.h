/*
 * plan.h - the plan: the only way to ask for work.
 *
 * A plan (YAML; JSON is YAML) says where the data is, what each column's role is, the
 * hierarchies, the steps with their parameters, the guarantees required, the measures
 * wanted, the seed and the outputs.  The command line and the library's calls build a
 * plan too, so that there is one runner and one validation.
 *
 *   data: people.csv                  # or {path: people.csv, delimiter: ';', ...}
 *   population: census.csv            # if known, or fraction: 0.1
 *   control: holdout.csv              # other persons of that population, for attacks
 *   roles: {identifier: [name], key: [age, sex], sensitive: diagnosis, weight: w}
 *   hierarchies: {zip: {mask: {levels: 5}}}
 *   require: {k_anonymity: {k: 5}}
 *   steps: [{recode: {columns: age, breaks: [0, 18, 65]}}]
 *   measures: [risk, utility]         # families, or names, or {name: {parameter: ...}}
 *   link: {distance: {columns: [age]}} # how `tacit link` links
 *   seed: 42
 *   output: people-safe.csv
 *   report: people-safe.html
 *   certificate: people-safe.cert.json
 *   sql: people-safe.sql              # the recoding that was found, for the custodian
 *
 * Parsing checks everything that can be checked without the data, and reports all
 * problems at once with file, line, column and a suggestion; binding checks the names of
 * columns against the data's schema in the same way.
 */
#ifndef TACIT_PLAN_PLAN_H
#define TACIT_PLAN_PLAN_H

#include "engine/engine.h"
#include "hierarchy/hierarchy.h"
#include "linkage/linker.h"
#include "method/method.h"
#include "model/model.h"
#include "risk/risk.h"
#include "utility/utility.h"

/* Where in the plan's text something stands, from 1; 0 if it stands nowhere. */
typedef struct tacit_place {
    int line, column;
} tacit_place;

typedef struct tacit_plan_role {
    const char *column;
    tacit_role role;
    tacit_place place;
} tacit_plan_role;

typedef struct tacit_plan_step {
    const tacit_method *method;
    tacit_args args;
    tacit_place place;
    const tacit_place *columns; /* place of each entry of the argument `columns` */
} tacit_plan_step;

typedef struct tacit_plan_require {
    const tacit_model *model;
    tacit_args args;
    tacit_place place;
} tacit_plan_require;

/* A measure of one of three families; exactly one pointer is set. */
typedef struct tacit_plan_measure {
    const tacit_model *model;
    const tacit_risk *risk;
    const tacit_utility *utility;
    tacit_args args;
    tacit_place place;
    bool by_family; /* not named itself */
} tacit_plan_measure;

typedef struct tacit_plan_hierarchy {
    tacit_hierarchy_spec spec;
    tacit_place place;
} tacit_plan_hierarchy;

typedef struct tacit_plan {
    const char *file; /* for messages */
    const char *text; /* as it was read */
    const char *data; /* path or address */
    tacit_place data_place;
    tacit_args source;      /* for TACIT_SOURCE_PARAMS */
    const char *population; /* a file of the whole population, or NULL */
    tacit_args population_source;
    double fraction;     /* sampling fraction, 0 if not given */
    const char *control; /* a file of other persons of the same population, or NULL */
    tacit_args control_source;
    const tacit_linker *linker; /* how to link two files, NULL if not given */
    tacit_args linker_args;
    tacit_place linker_place;
    const tacit_plan_role *role;
    size_t n_roles;
    const tacit_plan_hierarchy *hierarchy;
    size_t n_hierarchies;
    const tacit_plan_step *step;
    size_t n_steps;
    const tacit_plan_require *require;
    size_t n_requires;
    const tacit_plan_measure *measure;
    size_t n_measures;
    uint64_t seed; /* 0 if not given */
    bool seed_given;
    const char *output, *report, *certificate, *sql; /* NULL if not asked for */
} tacit_plan;

/* What the caller of the plan does with it, for checks such as "protect needs output". */
typedef enum tacit_plan_use { TACIT_PLAN_PROTECT = 0, TACIT_PLAN_MEASURE } tacit_plan_use;

/* Parse and validate `text`; `file` names it in messages.  Relative paths in the plan
 * are taken as they are.  On problems the status is TACIT_ERR_INPUT and the message has
 * one line for each.  The caller frees. */
tacit_status tacit_plan_parse(tacit_ctx *cx, const char *file, const char *text, tacit_plan_use use,
                              tacit_plan **out);

/* Read `path` and parse it. */
tacit_status tacit_plan_read(tacit_ctx *cx, const char *path, tacit_plan_use use, tacit_plan **out);

/* Free.  Accepts NULL. */
void tacit_plan_free(tacit_plan *plan);

/* Check every column name in the plan against the schema of the data; all problems at
 * once, each with its place and a suggestion. */
tacit_status tacit_plan_bind(tacit_ctx *cx, const tacit_plan *plan, const tacit_schema *schema);

#endif
