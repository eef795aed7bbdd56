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
 *   histogram: counts.csv             # what an engine counted of the records; `data` has columns
 *   roles: {identifier: [name], key: [age, sex], sensitive: diagnosis, weight: w}
 *   hierarchies: {zip: {mask: {levels: 5}}}
 *   require: {k_anonymity: {k: 5}}
 *   steps: [{recode: {columns: age, breaks: [0, 18, 65]}}]
 *   measures: [risk, utility]         # families, or names, or {name: {parameter: ...}}
 *   tables: {turnover: {by: [region, size], of: turnover}}   # instead of steps
 *   equations: [{total: turnover, parts: [domestic, export]}]  # between what is added up
 *   rules: {p_percent: {p: 10}}       # which cells are sensitive
 *   protection: cell_suppression
 *   statistics: [{mean: {of: age, by: sex}}]  # private answers, instead of steps or tables
 *   generators: [{sample: [town]}]    # of some synthetic columns
 *   domains: {age: {lower: 0, upper: 110}, sex: {values: [f, m]}}  # what columns may hold
 *   public: {regions: {data: regions.csv, key: region}}  # tables that questions may join
 *   cells: {frequency: n, largest: [x1, x2]}  # the rows of the data are cells, not records
 *   write: [{path: turnover.json, table: turnover}]  # besides the output
 *   link: {distance: {columns: [age]}} # what is asked of one task: a section of its name
 *   seed: 42
 *   output: people-safe.csv
 *   report: people-safe.html          # for everybody
 *   certificate: people-safe.cert.json
 *   sql: people-safe.sql              # the recoding that was found, for the custodian
 *   custodian_report: people.html     # everything, for the custodian
 *
 * Parsing checks everything that can be checked without the data, and reports all
 * problems at once with file, line, column and a suggestion; binding checks the names of
 * columns against the data's schema in the same way.
 */
#ifndef TACIT_PLAN_PLAN_H
#define TACIT_PLAN_PLAN_H

#include "engine/engine.h"
#include "hierarchy/hierarchy.h"
#include "micro/method/method.h"
#include "micro/model/model.h"
#include "micro/risk/risk.h"
#include "micro/utility/utility.h"
#include "tabular/protection/protection.h"
#include "tabular/rule/rule.h"

/* Bytes that the text of a plan may have. */
enum { TACIT_PLAN_BYTES = 4 << 20 };

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
    bool added;                 /* by default: it stands nowhere in the text */
} tacit_plan_step;

typedef struct tacit_plan_require {
    const tacit_model *model;
    tacit_args args;
    tacit_place place;
} tacit_plan_require;

/* A table: its name, and arguments for TACIT_TABLE_PARAMS. */
typedef struct tacit_plan_table {
    const char *name;
    tacit_args args;
    tacit_place place;
    bool ruled; /* it has rules of its own, and those of the plan are not for it */
} tacit_plan_table;

/* What suppressing a cell costs: one of these words, else the sum of the column that is named. */
enum tacit_table_cost {
    TACIT_COST_VALUE,
    TACIT_COST_FREQUENCY,
    TACIT_COST_UNITY,
    TACIT_COST_DISTANCE,
    TACIT_COST_COLUMN
};

/* What the table says that it costs. */
enum tacit_table_cost tacit_plan_cost(const tacit_plan_table *t);

/* An equation between responses, and arguments for TACIT_EQUATION_PARAMS. */
typedef struct tacit_plan_equation {
    tacit_args args;
    tacit_place place;
} tacit_plan_equation;

typedef struct tacit_plan_rule {
    const tacit_rule *rule;
    tacit_args args;
    tacit_place place;
    const tacit_plan_table *table; /* whose own it is; NULL: of all that have none of their own */
} tacit_plan_rule;

/* Most rules of a plan and its tables. */
enum { TACIT_PLAN_RULES = 254 };

/* Whether the rule is one for the table. */
bool tacit_plan_rule_is_for(const tacit_plan_rule *rule, const tacit_plan_table *table);

typedef struct tacit_plan_measure {
    const tacit_measure *measure;
    tacit_args args;
    tacit_place place;
    bool by_family; /* not named itself */
} tacit_plan_measure;

/* A measure of protected tables (tabular/measure/measure.h). */
typedef struct tacit_plan_table_measure {
    const struct tacit_table_measure *measure;
    tacit_args args;
} tacit_plan_table_measure;

typedef struct tacit_plan_hierarchy {
    tacit_hierarchy_spec spec;
    tacit_place place;
} tacit_plan_hierarchy;

/* A section that belongs to a task: arguments for its parameters, and where the task offers a
 * choice, the name of one alternative with the arguments of that. */
typedef struct tacit_section {
    tacit_entry about;
    const tacit_catalog *chooses; /* the alternatives, or NULL */
    bool open;                    /* what a plan says here may be seen by all */
} tacit_section;

/* What a plan asks of one task; the defaults if it has no section for it. */
typedef struct tacit_plan_ask {
    const tacit_section *section;
    tacit_args args;
    tacit_place place;
    const tacit_entry *choice; /* of section->chooses, or NULL */
    tacit_args choice_args;
    tacit_place choice_place;
} tacit_plan_ask;

typedef struct tacit_plan {
    const char *file, *text; /* for messages; as it was read */
    const char *data;        /* path or address */
    tacit_place data_place;
    tacit_args source;                /* for TACIT_SOURCE_PARAMS */
    const char *population, *control; /* files of it all, of other persons of it; or NULL */
    const char *histogram; /* counts of the records, of which `data` has the columns; or NULL */
    tacit_args population_source, control_source;
    double fraction;           /* sampling fraction, 0 if not given */
    const tacit_plan_ask *ask; /* of each task, in the order of their catalog */
    size_t n_asks;
    const tacit_plan_role *role;
    size_t n_roles;
    const tacit_plan_hierarchy *hierarchy;
    size_t n_hierarchies;
    const tacit_plan_step *step;
    size_t n_steps;
    bool keeps_order; /* a step says that the order of the records is to stay */
    const tacit_plan_require *require;
    size_t n_requires;
    const tacit_plan_measure *measure;
    size_t n_measures;
    double measure_seconds; /* after which no measure of a family is begun; 0: no limit */
    const tacit_plan_table_measure *table_measure;
    size_t n_table_measures;
    const tacit_plan_table *table;
    size_t n_tables;
    const tacit_plan_equation *equation;
    size_t n_equations;
    const tacit_plan_rule *rule;
    size_t n_rules;
    bool rules_apart;                       /* some table has rules of its own */
    const struct tacit_plan_domain *domain; /* statistics.h */
    size_t n_domains;
    const struct tacit_plan_public_table *publics;
    size_t n_publics;
    const struct tacit_plan_statistic *statistic;
    size_t n_statistics;
    const struct tacit_plan_generator *generator; /* statistics.h */
    size_t n_generators;
    const tacit_protection *protection; /* of tables, or NULL */
    tacit_args protection_args;
    tacit_args cells;  /* n is 0 if the rows of the data are records */
    tacit_args layout; /* for TACIT_WRITE_PARAMS: how the output is written; n is 0 if not said */
    const tacit_args *write;
    size_t n_writes;
    const char **released; /* files of tables that everybody has already */
    size_t n_released;
    tacit_place protection_place;
    uint64_t seed; /* 0 if not given */
    bool seed_given;
    const char *output, *report, *certificate, *sql, *custodian_report; /* NULL: not asked for */
} tacit_plan;

/* Parts of a plan that a task may be unable to do without; bits. */
enum tacit_plan_part { TACIT_PART_DATA = 1, TACIT_PART_OUTPUT = 2 };

/* What a plan is read for. */
typedef struct tacit_plan_use {
    const tacit_catalog *tasks; /* each begins with a tacit_section; NULL: there are none */
    const tacit_section *task;  /* the one that is to be done, or NULL */
    unsigned needs;             /* bits of tacit_plan_part */
} tacit_plan_use;

/* Parse and validate `text`; `file` names it in messages.  Relative paths in the plan
 * are taken as they are.  On problems the status is TACIT_ERR_INPUT and the message has
 * one line for each.  The caller frees. */
tacit_status tacit_plan_parse(tacit_ctx *cx, const char *file, const char *text,
                              const tacit_plan_use *use, tacit_plan **out);

/* The text of the plan at `path`, in scratch memory. */
tacit_status tacit_plan_read(tacit_ctx *cx, const char *path, char **out);

/* What the plan asks of a task that it was read with. */
const tacit_plan_ask *tacit_plan_asked(const tacit_plan *plan, const tacit_section *section);

/* Free.  Accepts NULL. */
void tacit_plan_free(tacit_plan *plan);

/* Check every column name in the plan against the schema of the data; all problems at
 * once, each with its place and a suggestion. */
tacit_status tacit_plan_bind(tacit_ctx *cx, const tacit_plan *plan, const tacit_schema *schema);

#endif
