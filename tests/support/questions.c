/*
 * questions.c - a schema to ask questions of, and records that fit it.
 */
#include "support/questions.h"

#include "query/levels.h"

enum { DOMAIN_ARGS = 16 };

/* A domain as a plan would declare it. */
typedef struct declared {
    const char *column;
    double lower, upper, decimals;
    const double *breaks;
    const char *const *values;
    size_t n; /* breaks or values */
    bool missing;
    const char *from, *to; /* by month */
} declared;

static tacit_domain domain_of(tacit_ctx *cx, const declared *what)
{
    tacit_value at[DOMAIN_ARGS];
    tacit_args args;
    tacit_domain d;
    tacit_args_preset(TACIT_DOMAIN_PARAMS, at, &args);
    if (what->from != NULL) {
        at[TACIT_DOMAIN_FROM] = (tacit_value){ .given = true, .text = what->from };
        at[TACIT_DOMAIN_TO] = (tacit_value){ .given = true, .text = what->to };
    } else if (what->values != NULL) {
        at[TACIT_DOMAIN_VALUES] =
            (tacit_value){ .given = true, .n = what->n, .texts = what->values };
    } else {
        at[TACIT_DOMAIN_LOWER] = (tacit_value){ .given = true, .number = what->lower };
        at[TACIT_DOMAIN_UPPER] = (tacit_value){ .given = true, .number = what->upper };
        at[TACIT_DOMAIN_DECIMALS].number = what->decimals;
    }
    if (what->breaks != NULL)
        at[TACIT_DOMAIN_BREAKS] =
            (tacit_value){ .given = true, .n = what->n, .reals = what->breaks };
    if (what->missing)
        at[TACIT_DOMAIN_MISSING] = (tacit_value){ .given = true };
    assert_ok(cx, tacit_domain_new(cx, what->column, &args, &d));
    return d;
}

static const double AGES[] = { 18, 30, 45, 65 };
static const double SCORES[] = { -0.5, 0, 0.5 };
static const char *const SEXES[] = { "f", "m" };
static const char *const REGIONS[] = { "n1", "n2", "s1", "s2", "s3" };
static const char *const ODD[] = { "it's", "\xc3\xbc", "1", "-2" };
static const char *const PARTS[] = { "north", "south" };
static const char *const ALL[] = { "*" };
static const uint32_t PART_OF[] = { 0, 0, 1, 1, 1 };
static const uint32_t ALL_OF[] = { 0, 0, 0, 0, 0 };
static const tacit_query_level LEVELS[] = { { .n = 2, .label = PARTS, .of = PART_OF },
                                            { .n = 1, .label = ALL, .of = ALL_OF } };

/* ---- public tables ---- */

static const char *const IN_REGIONS[] = { "n1", "n2", "s1", "s2", NULL };
static const char *const CLIMATES[] = { "wet", "dry", "wet", "dry", NULL };
static const char *const HEIGHTS[] = { "10", "20", "-5", "10", NULL };
static const char *const NORTH_SOUTH[] = { "N", "N", "S", "S", "S" };
static const bool HAS_FOUR[] = { true, true, true, true, false };
static const bool HAS_ALL[] = { true, true, true, true, true };
static const tacit_query_public PUBLICS[] = {
    { .name = "regions", .key = "region", .column = ASK_REGION, .has = HAS_FOUR },
    { .name = "parts", .key = "code", .column = ASK_REGION, .has = HAS_ALL },
};

static void add_publics(tacit_ctx *cx, tacit_query_column *region)
{
    assert_ok(cx, tacit_query_add_level(cx, IN_REGIONS, "region", "regions", region));
    assert_ok(cx, tacit_query_add_level(cx, CLIMATES, "climate", "regions", region));
    assert_ok(cx, tacit_query_add_level(cx, HEIGHTS, "height", "regions", region));
    assert_ok(cx, tacit_query_add_level(cx, REGIONS, "code", "parts", region));
    assert_ok(cx, tacit_query_add_level(cx, NORTH_SOUTH, "Part", "parts", region));
}

const tacit_query_schema *survey_schema(tacit_ctx *cx)
{
    static const declared all[ASK_COLUMNS] = {
        [ASK_AGE] = { .column = "age", .upper = 110, .breaks = AGES, .n = 4 },
        [ASK_INCOME] = { .column = "income", .lower = -1000, .upper = 100000 },
        [ASK_SEX] = { .column = "sex", .values = SEXES, .n = 2 },
        [ASK_REGION] = { .column = "region", .values = REGIONS, .n = 5 },
        [ASK_SCORE] = { .column = "score",
                        .lower = -1,
                        .upper = 1,
                        .decimals = 2,
                        .breaks = SCORES,
                        .n = 3,
                        .missing = true },
        [ASK_ODD] = { .column = "Odd \"N\"", .values = ODD, .n = 4 },
        [ASK_DAY] = { .column = "day", .from = "2021-11-15", .to = "2022-07-10" },
    };
    tacit_query_column *column = NULL;
    tacit_query_schema *schema = NULL;
    assert_ok(cx, tacit_scratch(cx, ASK_COLUMNS, sizeof *column, &column));
    assert_ok(cx, tacit_scratch(cx, 1, sizeof *schema, &schema));
    for (size_t i = 0; i < ASK_COLUMNS; i++)
        column[i].domain = domain_of(cx, &all[i]);
    column[ASK_REGION].n_levels = 2;
    column[ASK_REGION].level = LEVELS;
    add_publics(cx, &column[ASK_REGION]);
    assert_ok(cx, tacit_query_add_periods(cx, &column[ASK_DAY]));
    *schema = (tacit_query_schema){ .name = "survey",
                                    .person = "id",
                                    .n = ASK_COLUMNS,
                                    .column = column,
                                    .n_publics = 2,
                                    .publics = PUBLICS,
                                    .answers = (1u << TACIT_AGGREGATES) - 1,
                                    .mode = "test",
                                    .most_cells = 1000 };
    return schema;
}

tacit_query question_of(tacit_ctx *cx, const tacit_query_schema *schema, const char *sql)
{
    tacit_query q;
    assert_ok(cx, tacit_sql_read(cx, sql, schema, &q));
    return q;
}

/* A random cell of one column as text; "" is missing. */
static void random_value(tacit_rng *rng, size_t column, char out[FIELD_BYTES])
{
    const uint64_t odds = tacit_rng_below(rng, 12);
    char date[TACIT_NUMBER_BYTES];
    out[0] = '\0';
    if (odds == 0)
        return;
    switch (column) {
    case ASK_AGE:
        snprintf(out, FIELD_BYTES, "%d", (int)tacit_rng_below(rng, 125) - 5);
        break;
    case ASK_INCOME:
        snprintf(out, FIELD_BYTES, "%d.5", (int)tacit_rng_below(rng, 120000) - 2000);
        break;
    case ASK_SEX:
        snprintf(out, FIELD_BYTES, "%s", odds == 1 ? "x" : SEXES[odds % 2]);
        break;
    case ASK_REGION:
        snprintf(out, FIELD_BYTES, "%s", odds == 1 ? "w" : REGIONS[odds % 5]);
        break;
    case ASK_SCORE:
        snprintf(out, FIELD_BYTES, "%.4f", (double)tacit_rng_below(rng, 2400) / 1000 - 1.1997);
        break;
    case ASK_DAY:
        tacit_format_date((int32_t)(18900 + tacit_rng_below(rng, 330)), date);
        snprintf(out, FIELD_BYTES, "%s", date);
        break;
    default:
        snprintf(out, FIELD_BYTES, "%s", ODD[odds % 4]);
        break;
    }
}

tacit_table *random_survey(tacit_ctx *cx, tacit_rng *rng, size_t n)
{
    static const tacit_type types[ASK_COLUMNS] = {
        TACIT_TYPE_INTEGER, TACIT_TYPE_REAL,     TACIT_TYPE_CATEGORY, TACIT_TYPE_CATEGORY,
        TACIT_TYPE_REAL,    TACIT_TYPE_CATEGORY, TACIT_TYPE_DATE,
    };
    static const char *const names[] = { "age",   "income",    "sex", "region",
                                         "score", "Odd \"N\"", "day", "id" };
    tacit_builder *b[ASK_COLUMNS + 1] = { NULL };
    char cell[FIELD_BYTES];
    for (size_t j = 0; j <= ASK_COLUMNS; j++)
        assert_ok(cx, tacit_builder_new(cx, names[j],
                                        j < ASK_COLUMNS ? types[j] : TACIT_TYPE_INTEGER, n, &b[j]));
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < ASK_COLUMNS; j++) {
            random_value(rng, j, cell);
            add_cell(cx, b[j], types[j], cell);
        }
        snprintf(cell, sizeof cell, "%d", (int)tacit_rng_below(rng, n));
        add_cell(cx, b[ASK_COLUMNS], TACIT_TYPE_INTEGER, cell);
    }
    return finish_columns(cx, b, ASK_COLUMNS + 1, n);
}
