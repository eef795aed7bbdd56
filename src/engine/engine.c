/*
 * engine.c - the catalog of engines, and the calls that pick one.
 */
#include "engine/engine.h"

#include <string.h>
#include <unistd.h>

#include "engine/fit.h"
#include "engine/grouped.h"
#include "engine/input.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_ENGINE(id) &tacit_engine_##id.about,
#include "engine/engines.def"
#undef TACIT_ENGINE
};

const tacit_catalog tacit_engine_catalog = {
    .family = "engine",
    .title = "Engines",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

static const char *const ENCODINGS[] = { "utf-8", "latin-1", "utf-16", NULL };

const tacit_param TACIT_SOURCE_PARAMS[] = {
    [TACIT_SOURCE_DELIMITER] = { .name = "delimiter",
                                 .type = TACIT_PARAM_TEXT,
                                 .need = TACIT_OPTIONAL,
                                 .help = "character between fields of a text file; found from the "
                                         "first line if not given" },
    [TACIT_SOURCE_DECIMAL] = { .name = "decimal",
                               .type = TACIT_PARAM_TEXT,
                               .need = TACIT_OPTIONAL,
                               .help = "decimal mark of numbers in a text file; a point if not "
                                       "given" },
    [TACIT_SOURCE_THOUSANDS] = { .name = "thousands",
                                 .type = TACIT_PARAM_TEXT,
                                 .need = TACIT_OPTIONAL,
                                 .help = "separator of thousands in numbers of a text file" },
    [TACIT_SOURCE_MISSING] = { .name = "missing",
                               .type = TACIT_PARAM_TEXTS,
                               .need = TACIT_OPTIONAL,
                               .help = "texts that stand for a missing value; empty and NA if not "
                                       "given" },
    [TACIT_SOURCE_HEADER] = { .name = "header",
                              .type = TACIT_PARAM_FLAG,
                              .preset = 1.0,
                              .max = 1.0,
                              .help = "whether the first line of a text file names the columns" },
    [TACIT_SOURCE_ENCODING] = { .name = "encoding",
                                .type = TACIT_PARAM_CHOICE,
                                .choices = ENCODINGS,
                                .help = "encoding of a text file; UTF-8, or Latin-1 or UTF-16 if "
                                        "it looks like that, if not given" },
    [TACIT_SOURCE_TEXT] = { .name = "text",
                            .type = TACIT_PARAM_COLUMNS,
                            .need = TACIT_OPTIONAL,
                            .help = "columns of a text file to keep as text though they look like "
                                    "numbers or dates" },
    [TACIT_SOURCE_METADATA] = { .name = "metadata",
                                .type = TACIT_PARAM_FILE,
                                .need = TACIT_OPTIONAL,
                                .help = "the file (.rda) that describes a file of Argus; beside "
                                        "it and called like it if not given" },
    [TACIT_SOURCE_SHEET] = { .name = "sheet",
                             .type = TACIT_PARAM_TEXT,
                             .need = TACIT_OPTIONAL,
                             .help = "the sheet of an Excel workbook; the first one if not "
                                     "given" },
    TACIT_PARAM_END
};

static const tacit_engine *engine(size_t i)
{
    return (const tacit_engine *)tacit_engine_catalog.entry[i]; /* its first member */
}

/* Whether a name is that of a table of a server. */
static bool is_server(const char *uri)
{
    return tacit_engine_postgresql.reads(uri) || tacit_engine_clickhouse.reads(uri) ||
           tacit_engine_adbc.reads(uri);
}

/* Whether a name is that of a file, not an address in memory or in a database. */
static bool is_file(const char *uri)
{
    return !is_server(uri) && strncmp(uri, "memory:", 7) != 0 && strncmp(uri, "duckdb:", 7) != 0 &&
           strncmp(uri, "argus:", 6) != 0;
}

tacit_status tacit_source_gives(tacit_ctx *cx, const tacit_source *source, const tacit_table *table,
                                bool *same)
{
    size_t i = 0;
    *same = false;
    while (i < tacit_engine_catalog.n && !engine(i)->reads(source->uri))
        i++;
    return i < tacit_engine_catalog.n && engine(i)->gives != NULL
               ? engine(i)->gives(cx, source, table, same)
               : TACIT_OK;
}

tacit_status tacit_data_open(tacit_ctx *cx, const tacit_source *source, tacit_data **out)
{
    const char *path = tacit_source_path(source);
    if (is_file(path) && access(path, F_OK) == 0)
        TACIT_TRY(tacit_input_check(cx, path));
    for (size_t i = 0; i < tacit_engine_catalog.n; i++)
        if (engine(i)->reads(source->uri)) {
            TACIT_TRY(engine(i)->open(cx, source, out));
            (*out)->memory = source->memory;
            (*out)->fetch = source->fetch;
            return TACIT_OK;
        }
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Cannot tell what kind of data %s is from its ending; known are .csv, .tsv, "
                      ".parquet, .json, .dta, .sav, .sas7bdat, .xpt, .xlsx, .asc, .tab, "
                      "duckdb:FILE#TABLE, postgresql://HOST/DATABASE#TABLE, "
                      "clickhouse://HOST/DATABASE#TABLE, adbc:driver=NAME;...#TABLE, "
                      "argus:FILE and, within a program, memory:NAME.",
                      source->uri);
}

void tacit_data_close(tacit_data *data)
{
    if (data == NULL)
        return;
    tacit_kept_free(data->kept);
    data->engine->close(data);
}

size_t tacit_data_find(const tacit_data *data, const char *name)
{
    size_t j = 0;
    while (j < data->schema.n && strcmp(data->schema.field[j].name, name) != 0)
        j++;
    return j;
}

tacit_status tacit_data_select(tacit_ctx *cx, const tacit_data *data, const tacit_select *columns,
                               tacit_select *out)
{
    size_t *at = NULL;
    if (columns != NULL) {
        *out = *columns;
        return TACIT_OK;
    }
    TACIT_TRY(tacit_scratch(cx, data->schema.n, sizeof *at, &at));
    for (size_t j = 0; j < data->schema.n; j++)
        at[j] = j;
    *out = (tacit_select){ .n = data->schema.n, .at = at };
    return TACIT_OK;
}

tacit_status tacit_data_load(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                             tacit_table **out)
{
    TACIT_TRY(tacit_data_check_fit(cx, data, columns != NULL ? columns->n : data->schema.n));
    tacit_stage(cx, "Reading %s", data->uri);
    return data->engine->load(cx, data, columns, out);
}

tacit_status tacit_data_file(tacit_ctx *cx, const char *uri, const char **out)
{
    char *file = NULL;
    *out = NULL;
    if (strncmp(uri, "memory:", 7) == 0 || is_server(uri))
        return TACIT_OK;
    const bool duckdb = strncmp(uri, "duckdb:", 7) == 0, argus = strncmp(uri, "argus:", 6) == 0;
    TACIT_TRY(tacit_scratch_text(cx, uri + (duckdb ? 7 : argus ? 6 : 0), &file));
    char *table = duckdb ? strrchr(file, '#') : NULL;
    if (table != NULL)
        *table = '\0';
    *out = file;
    return TACIT_OK;
}

bool tacit_data_is_served(const char *uri)
{
    return uri != NULL && is_server(uri);
}

bool tacit_data_are_together(const char *a, const char *b)
{
    for (size_t i = 0; i < tacit_engine_catalog.n; i++)
        if (engine(i)->reads(a))
            return engine(i)->maker != NULL && engine(i)->reads(b);
    return false;
}

static const tacit_engine *find_writer(const char *target)
{
    for (size_t i = 0; i < tacit_engine_catalog.n; i++)
        if (engine(i)->writes(target))
            return engine(i);
    return NULL;
}

tacit_status tacit_write_check(tacit_ctx *cx, const char *target)
{
    const tacit_engine *writer = find_writer(target);
    if (writer == &tacit_engine_memory || writer == &tacit_engine_argus ||
        (writer != NULL && is_server(target)))
        return writer->write(cx, NULL, target, target);
    if (writer != NULL)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Cannot tell from its ending in which format to write %s; known are .csv, "
                      ".tsv, .parquet, .json, .jsonl, .xlsx, .dta, .sav, .xpt and, for protect "
                      "and synth, .asc.",
                      target);
}

tacit_status tacit_write_rows(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                              const char *path)
{
    const tacit_engine *writer = find_writer(target);
    if (writer != &tacit_engine_argus) /* which looks at the rows' dialect */
        TACIT_TRY(tacit_write_check(cx, target));
    tacit_stage(cx, "Writing %s", target);
    return writer->write(cx, rows, target, path);
}

/* The state of giving out one table as the only chunk. */
typedef struct single {
    const tacit_table *table;
    bool given;
} single;

static tacit_status next_single(tacit_ctx *cx, void *user, tacit_table **chunk)
{
    single *s = user;
    *chunk = NULL;
    if (s->given)
        return TACIT_OK;
    s->given = true;
    return tacit_table_copy(cx, s->table, chunk);
}

tacit_status tacit_write_table_in(tacit_ctx *cx, const tacit_table *table,
                                  const tacit_dialect *dialect, const char *target,
                                  const char *path)
{
    single once = { .table = table };
    const tacit_rows rows = {
        .shape = table, .dialect = dialect, .next = next_single, .user = &once
    };
    return tacit_write_rows(cx, &rows, target, path);
}

tacit_status tacit_write_table(tacit_ctx *cx, const tacit_table *table, const char *target,
                               const char *path)
{
    return tacit_write_table_in(cx, table, NULL, target, path);
}

static unsigned char digit_of(char c)
{
    return (unsigned char)(c <= '9' ? c - '0' : c - 'a' + 10);
}

void tacit_fold_read(const char *digits, size_t bytes, unsigned char *out)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = (unsigned char)(digit_of(digits[2 * i]) << 4 | digit_of(digits[2 * i + 1]));
}
