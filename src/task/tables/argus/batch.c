/*
 * batch.c - batch files of tau-Argus, line by line.  O(bytes).
 */
#include <string.h>

#include "base/result.h"
#include "task/tables/argus/own.h"

/* ---- accounts ---- */

static tacit_status tell(tacit_batch_reading *b, const char *outcome, const char *says)
{
    return tacit_json_add(b->cx, b->account,
                          json_pack("{s:I, s:s, s:s, s:s}", "line", (json_int_t)b->line, "command",
                                    b->command, "outcome", outcome, "says", says));
}

tacit_status tacit_batch_done(tacit_batch_reading *b, const char *says)
{
    return tell(b, "done", says);
}

tacit_status tacit_batch_differs(tacit_batch_reading *b, const char *says)
{
    return tell(b, "done differently", says);
}

tacit_status tacit_batch_overrule(tacit_batch_reading *b, const char *says)
{
    size_t i = 0;
    json_t *line = NULL;
    json_array_foreach(b->account, i, line)
    {
        if (strcmp(json_string_value(json_object_get(line, "command")), b->command) != 0)
            continue;
        TACIT_TRY(tacit_json_put(b->cx, line, "outcome", json_string("done differently")));
        TACIT_TRY(tacit_json_put(b->cx, line, "says", json_string(says)));
    }
    return tacit_batch_differs(b, says);
}

tacit_status tacit_batch_needless(tacit_batch_reading *b, const char *says)
{
    return tell(b, "not needed", says);
}

tacit_status tacit_batch_refuse(tacit_batch_reading *b, const char *says)
{
    TACIT_TRY(tacit_buffer_format(b->cx, b->refused, "%s%s:%zu: %s: %s.",
                                  b->refused->length > 0 ? "\n" : "", b->path, b->line, b->command,
                                  says));
    return tell(b, "refused", says);
}

/* ---- commands about files ---- */

static tacit_status open_data(tacit_batch_reading *b, char *rest, bool cells)
{
    const char *name = tacit_batch_bare(rest);
    if (b->data != NULL || name[0] == '\0')
        return tacit_batch_refuse(b, name[0] == '\0' ? "it names no file"
                                                     : "a batch has one file of data");
    b->cells = cells;
    TACIT_TRY(tacit_batch_input(b, name, &b->data));
    return tacit_batch_done(b, cells ? "its rows are the cells of ready tables"
                                     : "its rows are records");
}

static tacit_status open_microdata(tacit_batch_reading *b, char *rest)
{
    return open_data(b, rest, false);
}

static tacit_status open_table(tacit_batch_reading *b, char *rest)
{
    return open_data(b, rest, true);
}

static tacit_status open_metadata(tacit_batch_reading *b, char *rest)
{
    const char *name = tacit_batch_bare(rest);
    if (b->data == NULL || b->metadata != NULL || name[0] == '\0')
        return tacit_batch_refuse(b, "metadata belongs behind the file of data, once");
    TACIT_TRY(tacit_batch_input(b, name, &b->metadata));
    TACIT_TRY(tacit_rda_read(b->cx, b->metadata, &b->rda));
    return tacit_batch_done(b, "it says what the columns are, and which have trees");
}

static tacit_status read_micro(tacit_batch_reading *b, char *rest)
{
    (void)rest;
    return b->cells ? tacit_batch_refuse(b, "the data is a table; <READTABLE> reads it")
                    : tacit_batch_done(b, "records are added up into the tables");
}

static tacit_status read_table(tacit_batch_reading *b, char *rest)
{
    const char *option = tacit_batch_bare(rest);
    if (!b->cells)
        return tacit_batch_refuse(b, "the data is microdata; <READMICRODATA> reads it");
    b->computed = option[0] == '1';
    if (option[0] == '2')
        return tacit_batch_differs(b, "sums are checked: a table that does not add up cannot be "
                                      "proven safe");
    return tacit_batch_done(b, b->computed ? "totals are computed from their parts"
                                           : "totals are checked, missing ones computed");
}

/* ---- commands that need nothing to be done ---- */

static tacit_status pass_solver(tacit_batch_reading *b, char *rest)
{
    (void)rest;
    return tacit_batch_needless(b, "the solvers are part of tacit");
}

static tacit_status pass_log(tacit_batch_reading *b, char *rest)
{
    (void)rest;
    return tacit_batch_needless(b, "the account of the run is its record: see --json and "
                                   "--custodian-report");
}

static tacit_status pass_version(tacit_batch_reading *b, char *rest)
{
    (void)rest;
    return tacit_batch_needless(b, "versions stand in the record: see --json");
}

static tacit_status pass_window(tacit_batch_reading *b, char *rest)
{
    (void)rest;
    return tacit_batch_needless(b, "there are no windows");
}

static tacit_status clear(tacit_batch_reading *b, char *rest)
{
    (void)rest;
    b->ended = true;
    return tacit_batch_needless(b, "nothing stays from one run to the next");
}

static tacit_status recode(tacit_batch_reading *b, char *rest)
{
    (void)rest;
    return tacit_batch_refuse(b, "recode the data before, or give the recoding as the hierarchy of "
                                 "its column in a plan");
}

/* ---- lines ---- */

static const struct {
    const char *command;
    tacit_status (*read)(tacit_batch_reading *b, char *rest);
} COMMANDS[] = {
    { "<OPENMICRODATA>", open_microdata },
    { "<OPENTABLEDATA>", open_table },
    { "<OPENMETADATA>", open_metadata },
    { "<SPECIFYTABLE>", tacit_batch_specify },
    { "<SAFETYRULE>", tacit_batch_rules },
    { "<READMICRODATA>", read_micro },
    { "<READTABLE>", read_table },
    { "<APRIORI>", tacit_batch_apriori },
    { "<APRIORY>", tacit_batch_apriori },
    { "<RECODE>", recode },
    { "<SUPPRESS>", tacit_batch_suppress },
    { "<WRITETABLE>", tacit_batch_write },
    { "<SOLVER>", pass_solver },
    { "<LOGBOOK>", pass_log },
    { "<VERSIONINFO>", pass_version },
    { "<GOINTERACTIVE>", pass_window },
    { "<SILENT>", pass_window },
    { "<CLEAR>", clear },
};

/* Whether a command asks for nothing, so that it may stand behind <CLEAR>. */
static bool is_needless(tacit_status (*read)(tacit_batch_reading *b, char *rest))
{
    return read == clear || read == pass_window || read == pass_log || read == pass_version ||
           read == pass_solver;
}

/* A comment; one that names the next table, as some programs write them, is heard. */
static tacit_status read_comment(tacit_batch_reading *b, char *line)
{
    static const char tag[] = "<TABLE_ID>";
    char *at = strstr(line, tag);
    if (at != NULL)
        b->next_name = tacit_batch_bare(at + strlen(tag));
    return TACIT_OK;
}

static tacit_status read_line(tacit_batch_reading *b, char *line)
{
    line = tacit_batch_bare(line);
    if (line[0] == '\0')
        return TACIT_OK;
    if (strncmp(line, "//", 2) == 0 || strncmp(line, "\\\\", 2) == 0)
        return read_comment(b, line);
    char *rest = line + strcspn(line, " \t(");
    if (line[0] == '<' && strchr(line, '>') != NULL)
        rest = strchr(line, '>') + 1;
    char *command = NULL;
    TACIT_TRY(tacit_scratch_format(b->cx, &command, "%.*s",
                                   (int)(rest - line < 40 ? rest - line : 40), line));
    for (char *c = command; *c != '\0'; c++)
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 0x20) : *c;
    b->command = command;
    for (size_t k = 0; k < sizeof COMMANDS / sizeof COMMANDS[0]; k++) {
        if (strcmp(command, COMMANDS[k].command) != 0)
            continue;
        return b->ended && !is_needless(COMMANDS[k].read)
                   ? tacit_batch_refuse(b, "after <CLEAR> another job begins; put it into a batch "
                                           "of its own")
                   : COMMANDS[k].read(b, rest);
    }
    return tacit_batch_refuse(b, "unknown command");
}

static tacit_status read_lines(tacit_batch_reading *b, char *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    text += strncmp(text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
    for (char *line = text; line != NULL;) {
        char *end = strchr(line, '\n'), *next = end != NULL ? end + 1 : NULL;
        if (end != NULL)
            *end = '\0';
        b->line++;
        TACIT_TRY(read_line(b, line));
        line = next;
    }
    return TACIT_OK;
}

/* ---- all of it ---- */

static tacit_status translate(tacit_batch_reading *b, char *text, char **plan)
{
    char *folder = NULL;
    TACIT_TRY(tacit_scratch_text(b->cx, b->path, &folder));
    char *slash = strrchr(folder, '/');
    folder[slash != NULL ? slash + 1 - folder : 0] = '\0';
    b->folder = folder;
    TACIT_TRY(tacit_scratch(b->cx, TACIT_BATCH_TABLES, sizeof *b->table, &b->table));
    TACIT_TRY(tacit_scratch(b->cx, TACIT_BATCH_FILES, sizeof *b->file, &b->file));
    TACIT_TRY(read_lines(b, text));
    if (b->refused->length > 0)
        return tacit_fail(b->cx, TACIT_ERR_INPUT, "%s", b->refused->text);
    if (b->n_files == 0 || b->metadata == NULL)
        return tacit_fail(b->cx, TACIT_ERR_INPUT,
                          "%s: a batch needs data, metadata and a table that is written "
                          "(<WRITETABLE>).",
                          b->path);
    return tacit_batch_compose(b, plan);
}

tacit_status tacit_batch_parse(tacit_ctx *cx, const char *path, char *text, tacit_batch *out)
{
    tacit_buffer refused = { 0 };
    tacit_batch_reading b = {
        .cx = cx, .path = path, .refused = &refused, .account = json_array(), .memory = json_array()
    };
    tacit_status status = TACIT_OK;
    if (b.account == NULL || b.memory == NULL)
        status = tacit_fail_memory(cx);
    if (status == TACIT_OK)
        status = translate(&b, text, &out->plan);
    tacit_buffer_free(&refused);
    json_decref(b.memory);
    if (status == TACIT_OK)
        out->account = b.account;
    else
        json_decref(b.account);
    return status;
}

tacit_status tacit_batch_translate(tacit_ctx *cx, const char *path, tacit_batch *out)
{
    char *text = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_argus_text(cx, path, &text, &n));
    if (!tacit_is_utf8(text, n))
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s is not UTF-8; save it so.", path);
    return tacit_batch_parse(cx, path, text, out);
}
