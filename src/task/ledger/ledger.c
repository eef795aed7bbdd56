/*
 * ledger.c - the task that looks at a ledger: what was spent and is left, whether the chain holds,
 * exports and copies.
 *
 * A ledger is read and never changed.  One that is damaged is a verdict, not a failure: the
 * sentence that says what is wrong is a warning, and the status is 3.  O(bytes of the ledger).
 */
#include "query/ledger/ledger.h"

#include <string.h>

#include "query/mode/mode.h"
#include "run/account.h"
#include "task/ledger/export.h"
#include "task/tasks.h"

enum { LEDGER, ANCHOR, ENTRIES, EXPORT, ANSWERS, ARCHIVE, REPORT };

static const tacit_param NO_PARAMS[] = { TACIT_PARAM_END };

static const tacit_account_part LOG = { .name = "chain", .title = "The log", .lead = "" };
static const tacit_account_part SPENDING = { .name = "spending", .title = "Spending", .lead = "" };

/* ---- what is shown ---- */

/* An empty result, in a section of its own. */
static tacit_status add_section(tacit_ctx *cx, json_t *record, const tacit_account_part *part,
                                const char *title, tacit_result **out)
{
    const tacit_entry entry = {
        .name = part->name, .title = title, .source = "", .params = NO_PARAMS
    };
    const tacit_args none = { .params = NO_PARAMS };
    json_t *results = NULL;
    TACIT_TRY(tacit_account_section(cx, record, part, &results));
    TACIT_TRY(tacit_result_new(cx, "ledger", &entry, &none, out));
    return tacit_json_add(cx, results, *out);
}

/* A limit, or what is left of it; null if there is none. */
static json_t *limit_json(tacit_units limit, double as)
{
    return limit == TACIT_UNITS_MOST ? json_null() : json_real(as);
}

static double left_of(tacit_units limit, tacit_units spent)
{
    return spent >= limit ? 0 : tacit_units_real(limit - spent);
}

static json_t *count_left(uint64_t limit, uint64_t spent)
{
    return limit == TACIT_UNITS_MOST
               ? json_null()
               : json_integer((json_int_t)(limit - (spent < limit ? spent : limit)));
}

static json_t *period_of(const tacit_ledger_account *a)
{
    return a->scope == TACIT_LEDGER_PERIOD || a->scope == TACIT_LEDGER_ANALYST_PERIOD
               ? json_integer((json_int_t)a->period)
               : json_string("all");
}

static const char *analyst_of(const tacit_ledger_account *a)
{
    return a->analyst[0] == '\0' ? "all" : a->analyst;
}

static tacit_status tell_budgets(tacit_ctx *cx, tacit_result *r, const tacit_ledger *l)
{
    static const char *const columns[] = { "Data set",     "Analyst", "Period",    "epsilon",
                                           "epsilon left", "delta",   "delta left" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "budgets", "What was spent and is left",
                                 sizeof columns / sizeof *columns, columns, &table));
    for (size_t i = 0; i < tacit_ledger_accounts(l); i++) {
        const tacit_ledger_account a = tacit_ledger_account_at(l, i);
        TACIT_TRY(
            tacit_result_row(cx, table, "[s, s, o, f, o, f, o]", a.dataset, analyst_of(&a),
                             period_of(&a), tacit_units_real(a.spent.epsilon),
                             limit_json(a.limit.epsilon, left_of(a.limit.epsilon, a.spent.epsilon)),
                             tacit_units_real(a.spent.delta),
                             limit_json(a.limit.delta, left_of(a.limit.delta, a.spent.delta))));
    }
    return TACIT_OK;
}

static tacit_status tell_counts(tacit_ctx *cx, tacit_result *r, const tacit_ledger *l)
{
    static const char *const columns[] = { "Data set",  "Analyst", "Period",
                                           "Questions", "Counted", "Counted left" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "counts", "How many questions",
                                 sizeof columns / sizeof *columns, columns, &table));
    for (size_t i = 0; i < tacit_ledger_accounts(l); i++) {
        const tacit_ledger_account a = tacit_ledger_account_at(l, i);
        TACIT_TRY(tacit_result_row(cx, table, "[s, s, o, I, I, o]", a.dataset, analyst_of(&a),
                                   period_of(&a), (json_int_t)a.entries, (json_int_t)a.spent.count,
                                   count_left(a.limit.count, a.spent.count)));
    }
    return TACIT_OK;
}

/* Questions that left no entry, and how large a part of all were refused. */
static tacit_status tell_tallies(tacit_ctx *cx, tacit_result *r, const tacit_ledger *l)
{
    static const char *const columns[] = { "Data set", "Answered again", "E_BUDGET",
                                           "E_AUDIT",  "E_SIZE",         "Refused of all" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "tallies",
                                 "Questions without an entry: told again, refused",
                                 sizeof columns / sizeof *columns, columns, &table));
    for (size_t i = 0; i < tacit_ledger_tallies(l); i++) {
        const tacit_ledger_tallied t = tacit_ledger_tally_at(l, i);
        const tacit_ledger_request of = { .dataset = t.dataset, .analyst = "" };
        const double refused = (double)t.n[TACIT_REFUSED_BUDGET] +
                               (double)t.n[TACIT_REFUSED_AUDIT] + (double)t.n[TACIT_REFUSED_SIZE];
        const double all = (double)tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &of).entries +
                           (double)t.n[TACIT_REFUSED_NOT] + refused;
        TACIT_TRY(tacit_result_row(
            cx, table, "[s, I, I, I, I, f]", t.dataset, (json_int_t)t.n[TACIT_REFUSED_NOT],
            (json_int_t)t.n[TACIT_REFUSED_BUDGET], (json_int_t)t.n[TACIT_REFUSED_AUDIT],
            (json_int_t)t.n[TACIT_REFUSED_SIZE], all > 0 ? refused / all : 0));
    }
    return TACIT_OK;
}

static tacit_status tell_entry(tacit_ctx *cx, void *user, const tacit_ledger_entry *e)
{
    const tacit_ledger_request *r = &e->request;
    return tacit_result_row(cx, user, "[I, s, s, s, I, f, I, s]", (json_int_t)e->number,
                            tacit_ledger_state_name(e->state), r->dataset, r->analyst,
                            (json_int_t)r->period, tacit_units_real(r->cost.epsilon),
                            (json_int_t)r->cost.count, r->question);
}

static tacit_status tell_entries(tacit_ctx *cx, tacit_result *r, tacit_ledger *l, uint64_t most)
{
    static const char *const columns[] = { "Entry",  "State",   "Data set", "Analyst",
                                           "Period", "epsilon", "counted",  "Question" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "entries", "The last entries",
                                 sizeof columns / sizeof *columns, columns, &table));
    return tacit_ledger_visit(cx, l, NULL, tacit_ledger_before_last(l, most), tell_entry, table);
}

static tacit_status tell_chain(tacit_ctx *cx, tacit_result *r, const tacit_ledger *l,
                               uint64_t answers)
{
    static const char *const columns[] = { "The last hash" };
    json_t *table = NULL;
    unsigned char head[TACIT_SHA256_BYTES];
    char hex[2 * TACIT_SHA256_BYTES + 1];
    tacit_ledger_head(l, head);
    tacit_ledger_hex(head, sizeof head, hex);
    TACIT_TRY(tacit_result_figure(cx, r, "rows", "rows of the log", (double)tacit_ledger_rows(l),
                                  TACIT_UNIT_COUNT,
                                  "Reservations, answers, what was given back, and tallies."));
    TACIT_TRY(tacit_result_figure(cx, r, "answers", "stored answers", (double)answers,
                                  TACIT_UNIT_COUNT, "Each has the hash that was booked with it."));
    TACIT_TRY(tacit_result_table(cx, r, "head", "Keep this elsewhere to notice an older copy", 1,
                                 columns, &table));
    return tacit_result_row(cx, table, "[s]", hex);
}

/* ---- what is written ---- */

static tacit_status write_export(tacit_ctx *cx, tacit_work *w, tacit_ledger *l, const char *target)
{
    const char *dot = strrchr(target, '.'), *path = NULL;
    const bool json = dot != NULL && strcmp(dot, ".json") == 0;
    tacit_buffer text = { 0 };
    if (!json && (dot == NULL || strcmp(dot, ".csv") != 0))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A ledger is exported to a file that ends in .csv or .json, unlike %s.",
                          target);
    TACIT_TRY(tacit_work_stage(cx, w, target, &path));
    tacit_staged_make_private(w->staged, path);
    tacit_status status =
        tacit_ledger_export(cx, l, json, tacit_arg_flag(&w->ask->args, ANSWERS), &text);
    if (status == TACIT_OK)
        status = tacit_staged_write(cx, path, text.text, text.length);
    tacit_buffer_free(&text);
    TACIT_TRY(status);
    return tacit_work_list(cx, w, "ledger", target, path);
}

static tacit_status write_archive(tacit_ctx *cx, tacit_work *w, tacit_ledger *l, const char *target)
{
    const char *path = NULL, *beside = NULL;
    char *anchor = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &anchor, "%s.anchor", target));
    TACIT_TRY(tacit_work_stage(cx, w, target, &path));
    TACIT_TRY(tacit_work_stage(cx, w, anchor, &beside));
    tacit_staged_make_private(w->staged, path);
    tacit_staged_make_private(w->staged, beside);
    TACIT_TRY(tacit_ledger_copy(cx, l, path, beside));
    TACIT_TRY(tacit_work_list(cx, w, "ledger", target, path));
    return tacit_work_list(cx, w, "ledger", anchor, beside);
}

/* ---- the task ---- */

static tacit_status look(tacit_ctx *cx, tacit_work *w, tacit_ledger *l)
{
    const tacit_args *args = &w->ask->args;
    tacit_result *chain = NULL, *spent = NULL;
    uint64_t answers = 0;
    TACIT_TRY(tacit_ledger_check(cx, l, &answers));
    TACIT_TRY(add_section(cx, w->record, &LOG, "Its rows", &chain));
    TACIT_TRY(tell_chain(cx, chain, l, answers));
    TACIT_TRY(add_section(cx, w->record, &SPENDING, "Accounts and entries", &spent));
    TACIT_TRY(tell_budgets(cx, spent, l));
    TACIT_TRY(tell_counts(cx, spent, l));
    TACIT_TRY(tell_tallies(cx, spent, l));
    TACIT_TRY(tell_entries(cx, spent, l, (uint64_t)tacit_arg_integer(args, ENTRIES)));
    if (tacit_arg_given(args, EXPORT))
        TACIT_TRY(write_export(cx, w, l, tacit_arg_text(args, EXPORT)));
    if (tacit_arg_given(args, ARCHIVE))
        TACIT_TRY(write_archive(cx, w, l, tacit_arg_text(args, ARCHIVE)));
    return TACIT_OK;
}

/* A ledger that is broken: that is what was found. */
static tacit_status tell_broken(tacit_ctx *cx, tacit_work *w)
{
    tacit_warn(cx, "%s", tacit_message(cx));
    w->verdict = TACIT_VERDICT_FAILS;
    return tacit_json_put(cx, w->record, "sections", json_array());
}

/* No output may replace a file of the ledger. */
static tacit_status keep_files(tacit_ctx *cx, tacit_work *w, const tacit_ledger_place *place)
{
    static const char *const endings[] = { "", "-wal", "-shm", ".anchor" };
    if (!tacit_ledger_is_file(place->path))
        return place->anchor == NULL ? TACIT_OK : tacit_work_reads(cx, w, place->anchor);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char *file = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &file, "%s%s", place->path, endings[i]));
        TACIT_TRY(tacit_work_reads(cx, w, file));
    }
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const tacit_args *args = &w->ask->args;
    const tacit_ledger_place place = { .path = tacit_arg_text(args, LEDGER),
                                       .anchor = tacit_arg_given(args, ANCHOR)
                                                     ? tacit_arg_text(args, ANCHOR)
                                                     : NULL };
    tacit_ledger *l = NULL;
    w->verdict = TACIT_VERDICT_HOLDS;
    TACIT_TRY(tacit_ledger_check_path(cx, place.path));
    TACIT_TRY(keep_files(cx, w, &place));
    TACIT_TRY(tacit_json_put(cx, w->record, "sections", json_array()));
    tacit_status status = tacit_ledger_open_at(cx, &place, TACIT_LEDGER_READ, &l);
    if (status == TACIT_OK)
        status = look(cx, w, l);
    tacit_ledger_close(l);
    return status == TACIT_ERR_DATA ? tell_broken(cx, w) : status;
}

static const tacit_param PARAMS[] = {
    [LEDGER] = { .name = "ledger",
                 .type = TACIT_PARAM_FILE,
                 .need = TACIT_REQUIRED,
                 .help = "the ledger: a file, or postgresql://user@host/database" },
    [ANCHOR] = { .name = "anchor",
                 .type = TACIT_PARAM_FILE,
                 .need = TACIT_OPTIONAL,
                 .help = "the file that anchors a ledger in PostgreSQL for this machine" },
    [ENTRIES] = { .name = "entries",
                  .type = TACIT_PARAM_INTEGER,
                  .preset = 10,
                  .min = 0,
                  .max = 1e6,
                  .help = "how many of the last entries are shown" },
    [EXPORT] = { .name = "export",
                 .type = TACIT_PARAM_OUTPUT,
                 .need = TACIT_OPTIONAL,
                 .help = "write all entries to a .csv or .json file" },
    [ANSWERS] = { .name = "answers",
                  .type = TACIT_PARAM_FLAG,
                  .help = "export the stored answers too" },
    [ARCHIVE] = { .name = "archive",
                  .type = TACIT_PARAM_OUTPUT,
                  .need = TACIT_OPTIONAL,
                  .help = "write a copy of the ledger, with its anchor beside it" },
    [REPORT] = TACIT_TASK_REPORT,
    TACIT_PARAM_END
};

const tacit_task tacit_task_ledger = {
    .section = { .about = { .name = "ledger",
                            .title = "Ledger",
                            .summary = "show, check, export and archive a ledger of questions",
                            .params = PARAMS } },
    .arguments = "LEDGER",
    .positions = "ledger",
    .columns = TACIT_LEDGER_COLUMNS,
    .details =
        "Checks the chain of hashes and every stored answer of a ledger, and shows what was spent "
        "and is left for each data set, analyst and period, and the last entries. The ledger is "
        "not changed, and may be in use.",
    .examples =
        (const tacit_task_example[]){
            { "ledger questions.ledger", "What was spent, and whether the chain holds." },
            { "ledger questions.ledger --export entries.csv", "All entries, without answers." },
            { "ledger questions.ledger --archive 2026.ledger", "A copy to be kept elsewhere." },
            { "ledger postgresql://tacit@db.example/ledgers --anchor here.anchor",
              "One that several servers share." },
            { NULL, NULL },
        },
    .words = { .good = "Whole",
               .bad = "The ledger is broken",
               .open = "The ledger is whole: its chain and its answers are as they were written.",
               .bad_meaning = "Answer nothing more on this ledger: rows were changed, moved, "
                              "inserted or taken out, or its files are damaged." },
    .run = run,
};
