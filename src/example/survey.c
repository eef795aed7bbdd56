/*
 * survey.c - the survey as a stream of chunks.
 *
 * A chunk takes as many whole households as fit.  Their sizes are drawn first, which
 * gives each household its rows; then threads fill households in any order, each into
 * its own rows.  Cells that are missing get value 0 and a cleared bit.
 */
#include "example/survey.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "example/population.h"

enum { TEXT_BYTES = 64, PERSON_BYTES = 24, PERSON_DIGITS = 7 };
enum { SHARE_OF_LOOP = 256, CHUNK_WORDS = TACIT_SURVEY_CHUNK / 64 };

/* Households whose sizes are drawn for a chunk: they fill it, two persons each or not. */
enum { CHUNK_HOUSEHOLDS = TACIT_SURVEY_CHUNK / 2 };

typedef struct column_spec {
    const char *name, *title;
    tacit_type type;
    unsigned roles;
    const char *const *texts; /* of categories whose codes are positions in a list */
    uint32_t n_texts;
} column_spec;

#define LIST(texts) texts, sizeof(texts) / sizeof(texts)[0]

static const column_spec SPEC[COLUMNS] = {
    [PERSON_ID] = { "person_id", "Number of the person", TACIT_TYPE_CATEGORY, TACIT_ROLE_IDENTIFIER,
                    NULL, 0 },
    [NAME] = { "name", "First and last name", TACIT_TYPE_CATEGORY, TACIT_ROLE_IDENTIFIER, NULL, 0 },
    [HOUSEHOLD] = { "household", "Number of the household", TACIT_TYPE_INTEGER,
                    TACIT_ROLE_HOUSEHOLD, NULL, 0 },
    [REGION] = { "region", "Region", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY | TACIT_ROLE_STRATA,
                 LIST(tacit_text_region) },
    [MUNICIPALITY] = { "municipality", "Municipality, region first", TACIT_TYPE_CATEGORY,
                       TACIT_ROLE_KEY, NULL, 0 },
    [URBAN] = { "urban", "Town or countryside", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY,
                LIST(tacit_text_urban) },
    [HOUSEHOLD_SIZE] = { "household_size", "Persons in the household", TACIT_TYPE_INTEGER,
                         TACIT_ROLE_KEY, NULL, 0 },
    [RELATION] = { "relation", "Relation to the head of the household", TACIT_TYPE_CATEGORY, 0,
                   LIST(tacit_text_relation) },
    [AGE] = { "age", "Age in completed years on 2025-06-30", TACIT_TYPE_INTEGER, TACIT_ROLE_KEY,
              NULL, 0 },
    [SEX] = { "sex", "Sex", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY, LIST(tacit_text_sex) },
    [BIRTH_DATE] = { "birth_date", "Date of birth", TACIT_TYPE_DATE, TACIT_ROLE_KEY, NULL, 0 },
    [MARITAL_STATUS] = { "marital_status", "Marital status", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY,
                         LIST(tacit_text_marital) },
    [BIRTH_COUNTRY] = { "birth_country", "Country of birth", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY,
                        LIST(tacit_text_country) },
    [EDUCATION] = { "education", "Highest education completed", TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY,
                    LIST(tacit_text_education) },
    [EMPLOYMENT] = { "employment", "Employment", TACIT_TYPE_CATEGORY, 0,
                     LIST(tacit_text_employment) },
    [OCCUPATION] = { "occupation", "Occupation, major group first", TACIT_TYPE_CATEGORY,
                     TACIT_ROLE_KEY, NULL, 0 },
    [INCOME] = { "income", "Personal income in a year", TACIT_TYPE_INTEGER, TACIT_ROLE_SENSITIVE,
                 NULL, 0 },
    [SPENDING] = { "spending", "Spending of the household in a year", TACIT_TYPE_INTEGER,
                   TACIT_ROLE_SENSITIVE, NULL, 0 },
    [SAVINGS] = { "savings", "Savings less debts", TACIT_TYPE_INTEGER, TACIT_ROLE_SENSITIVE, NULL,
                  0 },
    [HEALTH] = { "health", "Main health condition", TACIT_TYPE_CATEGORY, TACIT_ROLE_SENSITIVE,
                 LIST(tacit_text_health) },
    [WEIGHT] = { "weight", "Sampling weight", TACIT_TYPE_REAL, TACIT_ROLE_WEIGHT, NULL, 0 },
};

struct tacit_survey {
    tacit_example_population *pop;
    uint64_t rows, done;       /* in all, and given so far */
    uint64_t household;        /* number of the next household */
    tacit_dict *dict[COLUMNS]; /* NULL for numbers and person_id */
    void *cells[COLUMNS];      /* of the chunk, by type */
    uint32_t *missing;         /* of the chunk, a bit for each column */
    uint32_t any_missing;      /* bits of columns with a missing cell in the chunk */
    uint32_t *start;           /* first row of each household in the chunk */
    tacit_table *shape;
    tacit_rows source;
};

/* ---- dictionaries ---- */

static tacit_status add_text(tacit_ctx *cx, tacit_dict *d, const char *text, uint32_t expected)
{
    uint32_t code = 0;
    TACIT_TRY(tacit_dict_add(cx, d, text, strlen(text), &code));
    TACIT_ASSERT(code == expected); /* the tables have no text twice */
    return TACIT_OK;
}

static tacit_status fill_names(tacit_ctx *cx, tacit_dict *d)
{
    char text[TEXT_BYTES];
    for (uint32_t code = 0; code < SEXES * FIRST_NAMES * LAST_NAMES; code++) {
        const uint32_t first = code / LAST_NAMES;
        (void)snprintf(text, sizeof text, "%s %s",
                       tacit_text_first[first / FIRST_NAMES][first % FIRST_NAMES],
                       tacit_text_last[code % LAST_NAMES]);
        TACIT_TRY(add_text(cx, d, text, code));
    }
    return TACIT_OK;
}

static tacit_status fill_municipalities(tacit_ctx *cx, const tacit_example_population *pop,
                                        tacit_dict *d)
{
    char text[TEXT_BYTES];
    for (uint32_t code = 0; code < MUNICIPALITIES; code++) {
        (void)snprintf(text, sizeof text, "%02u%03u", 11U + pop->region_of[code],
                       1U + pop->rank_of[code]);
        TACIT_TRY(add_text(cx, d, text, code));
    }
    return TACIT_OK;
}

static tacit_status fill_occupations(tacit_ctx *cx, const tacit_example_population *pop,
                                     tacit_dict *d)
{
    char text[TEXT_BYTES];
    uint32_t group = 0;
    for (uint32_t code = 0; code < OCCUPATIONS; code++) {
        while (code >= pop->group_start[group + 1])
            group++;
        (void)snprintf(text, sizeof text, "%u%02u %s", group + 1,
                       code - pop->group_start[group] + 1, tacit_text_occupation[code]);
        TACIT_TRY(add_text(cx, d, text, code));
    }
    return TACIT_OK;
}

static tacit_status fill_list(tacit_ctx *cx, const column_spec *spec, tacit_dict *d)
{
    for (uint32_t code = 0; code < spec->n_texts; code++)
        TACIT_TRY(add_text(cx, d, spec->texts[code], code));
    return TACIT_OK;
}

static tacit_status make_dict(tacit_ctx *cx, tacit_survey *s, size_t j)
{
    if (SPEC[j].type != TACIT_TYPE_CATEGORY || j == PERSON_ID)
        return TACIT_OK;
    TACIT_TRY(tacit_dict_new(cx, &s->dict[j]));
    switch (j) {
    case NAME:
        return fill_names(cx, s->dict[j]);
    case MUNICIPALITY:
        return fill_municipalities(cx, s->pop, s->dict[j]);
    case OCCUPATION:
        return fill_occupations(cx, s->pop, s->dict[j]);
    default:
        return fill_list(cx, &SPEC[j], s->dict[j]);
    }
}

/* Write "P" and `number`, with at least 7 digits, at the end of `out`; the length. */
static size_t format_person(uint64_t number, char out[PERSON_BYTES])
{
    size_t n = 0;
    for (; n + 1 < PERSON_BYTES && (number > 0 || n < PERSON_DIGITS); number /= 10)
        out[PERSON_BYTES - ++n] = (char)('0' + number % 10);
    out[PERSON_BYTES - ++n] = 'P';
    return n;
}

/* The person numbers of a chunk of `n` rows. */
static tacit_status fill_persons(tacit_ctx *cx, const tacit_survey *s, size_t n, tacit_dict *d)
{
    char text[PERSON_BYTES];
    for (size_t i = 0; i < n; i++) {
        uint32_t code = 0;
        const size_t length = format_person(s->done + i + 1, text);
        TACIT_TRY(tacit_dict_add(cx, d, text + PERSON_BYTES - length, length, &code));
    }
    return TACIT_OK;
}

/* ---- a chunk's cells ---- */

/* Draw sizes, give each household its first row; how many whole households fit.  The
 * row after the last of household k is start[k + 1]. */
static size_t plan_chunk(tacit_survey *s)
{
    const uint64_t left = s->rows - s->done;
    const size_t most = left < CHUNK_HOUSEHOLDS ? (size_t)left : CHUNK_HOUSEHOLDS;
#pragma omp parallel for schedule(static)
    for (size_t k = 0; k < most; k++)
        s->start[k + 1] = tacit_household_size(s->pop, s->household + k);
    s->start[0] = 0;
    for (size_t k = 0; k < most; k++) {
        s->start[k + 1] += s->start[k];
        if (s->start[k + 1] > TACIT_SURVEY_CHUNK)
            return k;
        if (s->start[k + 1] >= left)
            return k + 1;
    }
    return most;
}

static void put_cell(void *cells, tacit_type type, size_t i, int64_t x)
{
    switch (type) {
    case TACIT_TYPE_INTEGER:
        ((int64_t *)cells)[i] = x;
        break;
    case TACIT_TYPE_REAL:
        ((double *)cells)[i] = (double)x / 100.0;
        break;
    case TACIT_TYPE_CATEGORY:
        ((uint32_t *)cells)[i] = (uint32_t)x;
        break;
    case TACIT_TYPE_DATE:
        ((int32_t *)cells)[i] = (int32_t)x;
        break;
    }
}

static void put_person(const tacit_survey *s, size_t i, tacit_person *p)
{
    p->cell[PERSON_ID] = (int64_t)i; /* the chunk's dictionary is in row order */
    for (size_t j = 0; j < COLUMNS; j++)
        put_cell(s->cells[j], SPEC[j].type, i, p->cell[j]);
    s->missing[i] = p->missing;
}

/* Make `households` households into rows 0 ... n-1, cutting off the last if need be. */
static void fill_chunk(const tacit_survey *s, size_t households, size_t n)
{
#pragma omp parallel for schedule(dynamic, SHARE_OF_LOOP)
    for (size_t k = 0; k < households; k++) {
        tacit_household h;
        tacit_household_make(s->pop, s->household + k, &h);
        TACIT_ASSERT(h.size == s->start[k + 1] - s->start[k]);
        for (size_t i = 0; i < h.size && s->start[k] + i < n; i++)
            put_person(s, s->start[k] + i, &h.person[i]);
    }
}

/* ---- a chunk as a table ---- */

/* The bitmap of column `j` in `words`, or NULL if no cell of `n` is missing. */
static const uint64_t *pack_valid(const tacit_survey *s, size_t j, size_t n, uint64_t *words)
{
    if ((s->any_missing >> j & 1) == 0)
        return NULL;
    memset(words, 0, CHUNK_WORDS * sizeof *words);
    for (size_t i = 0; i < n; i++)
        words[i / 64] |= (uint64_t)(~s->missing[i] >> j & 1) << (i % 64);
    return words;
}

static tacit_status append_codes(tacit_ctx *cx, const tacit_survey *s, size_t j,
                                 const uint64_t *valid, size_t n, tacit_builder *b)
{
    if (j != PERSON_ID)
        return tacit_builder_codes(cx, b, s->dict[j], s->cells[j], valid, n);
    tacit_dict *persons = NULL;
    TACIT_TRY(tacit_dict_new(cx, &persons));
    tacit_status status = fill_persons(cx, s, n, persons);
    if (status == TACIT_OK)
        status = tacit_builder_codes(cx, b, persons, s->cells[j], valid, n);
    tacit_dict_free(persons);
    return status;
}

static tacit_status append_cells(tacit_ctx *cx, const tacit_survey *s, size_t j, size_t n,
                                 tacit_builder *b)
{
    uint64_t words[CHUNK_WORDS];
    const uint64_t *valid = pack_valid(s, j, n, words);
    const tacit_column_notes notes = { .title = SPEC[j].title };
    TACIT_TRY(tacit_builder_notes(cx, b, &notes));
    switch (SPEC[j].type) {
    case TACIT_TYPE_INTEGER:
        return tacit_builder_integers(cx, b, s->cells[j], valid, n);
    case TACIT_TYPE_REAL:
        return tacit_builder_reals(cx, b, s->cells[j], valid, n);
    case TACIT_TYPE_DATE:
        return tacit_builder_dates(cx, b, s->cells[j], valid, n);
    case TACIT_TYPE_CATEGORY:
        break;
    }
    return append_codes(cx, s, j, valid, n, b);
}

static tacit_status add_column(tacit_ctx *cx, const tacit_survey *s, size_t j, tacit_table *t)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    const size_t n = tacit_table_rows(t);
    TACIT_TRY(tacit_builder_new(cx, SPEC[j].name, SPEC[j].type, n, &b));
    const tacit_status status = append_cells(cx, s, j, n, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    TACIT_TRY(tacit_table_add(cx, t, c));
    tacit_table_set_roles(t, j, SPEC[j].roles);
    return TACIT_OK;
}

static tacit_status add_columns(tacit_ctx *cx, const tacit_survey *s, tacit_table *t)
{
    for (size_t j = 0; j < COLUMNS; j++)
        TACIT_TRY(add_column(cx, s, j, t));
    return TACIT_OK;
}

/* The first `n` rows of the chunk's cells as a table. */
static tacit_status build_table(tacit_ctx *cx, const tacit_survey *s, size_t n, tacit_table **out)
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(cx, n, &t));
    const tacit_status status = add_columns(cx, s, t);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    *out = t;
    return TACIT_OK;
}

static tacit_status next_chunk(tacit_ctx *cx, void *user, tacit_table **chunk)
{
    tacit_survey *s = user;
    TACIT_TRY(tacit_tick(cx, s->done, s->rows));
    if (s->done == s->rows) {
        *chunk = NULL;
        return TACIT_OK;
    }
    const size_t households = plan_chunk(s);
    const uint64_t left = s->rows - s->done;
    const size_t n = s->start[households] < left ? s->start[households] : (size_t)left;
    TACIT_ASSERT(n > 0 && n <= TACIT_SURVEY_CHUNK);
    fill_chunk(s, households, n);
    s->any_missing = 0;
    for (size_t i = 0; i < n; i++)
        s->any_missing |= s->missing[i];
    TACIT_TRY(build_table(cx, s, n, chunk));
    s->done += n;
    s->household += households;
    return TACIT_OK;
}

/* ---- the object ---- */

static size_t cell_bytes(tacit_type type)
{
    return type == TACIT_TYPE_CATEGORY || type == TACIT_TYPE_DATE ? 4 : 8;
}

static tacit_status fill_survey(tacit_ctx *cx, tacit_survey *s, uint64_t seed)
{
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *s->pop, &s->pop));
    tacit_population_make(seed, s->pop);
    TACIT_TRY(tacit_alloc(cx, TACIT_SURVEY_CHUNK, sizeof *s->missing, &s->missing));
    TACIT_TRY(tacit_alloc(cx, CHUNK_HOUSEHOLDS + 1, sizeof *s->start, &s->start));
    for (size_t j = 0; j < COLUMNS; j++) {
        TACIT_TRY(tacit_alloc(cx, TACIT_SURVEY_CHUNK, cell_bytes(SPEC[j].type), &s->cells[j]));
        TACIT_TRY(make_dict(cx, s, j));
    }
    return build_table(cx, s, 0, &s->shape);
}

tacit_status tacit_survey_new(tacit_ctx *cx, uint64_t seed, uint64_t rows, tacit_survey **out)
{
    tacit_survey *s = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *s, &s));
    s->rows = rows;
    s->household = 1;
    const tacit_status status = fill_survey(cx, s, seed);
    if (status != TACIT_OK) {
        tacit_survey_free(s);
        return status;
    }
    s->source = (tacit_rows){ .shape = s->shape, .next = next_chunk, .user = s };
    *out = s;
    return TACIT_OK;
}

void tacit_survey_free(tacit_survey *s)
{
    if (s == NULL)
        return;
    for (size_t j = 0; j < COLUMNS; j++) {
        tacit_dict_free(s->dict[j]);
        tacit_free(s->cells[j]);
    }
    tacit_free(s->missing);
    tacit_free(s->start);
    tacit_free(s->pop);
    tacit_table_free(s->shape);
    tacit_free(s);
}

const tacit_rows *tacit_survey_source(const tacit_survey *s)
{
    return &s->source;
}
