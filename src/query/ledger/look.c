/*
 * look.c - looking at a ledger: accounts, entries, the check of answers, copies.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "query/ledger/own.h"

const char *tacit_ledger_state_name(tacit_ledger_state state)
{
    static const char *const names[] = { "reserved", "committed", "void" };
    return names[state];
}

size_t tacit_ledger_accounts(const tacit_ledger *l)
{
    return l->books.n_accounts;
}

tacit_ledger_account tacit_ledger_account_at(const tacit_ledger *l, size_t i)
{
    TACIT_ASSERT(i < l->books.n_accounts);
    return tacit_books_show(&l->books.account[i]);
}

tacit_ledger_account tacit_ledger_account_of(const tacit_ledger *l, tacit_ledger_scope scope,
                                             const tacit_ledger_request *r)
{
    const tacit_books_account *a = tacit_books_account_of(&l->books, scope, r);
    return a != NULL ? tacit_books_show(a)
                     : (tacit_ledger_account){ .scope = scope,
                                               .dataset = r->dataset,
                                               .analyst = r->analyst,
                                               .period = r->period,
                                               .limit = r->limit[scope] };
}

uint64_t tacit_ledger_rows(const tacit_ledger *l)
{
    return l->last.n;
}

void tacit_ledger_head(const tacit_ledger *l, unsigned char out[TACIT_SHA256_BYTES])
{
    memcpy(out, l->last.hash, TACIT_SHA256_BYTES);
}

/* Show entry `e` to the visitor. */
static tacit_status show(tacit_ctx *cx, tacit_ledger *l, const tacit_books_entry *e,
                         tacit_ledger_visitor *visit, void *user)
{
    tacit_ledger_answer body = { 0 }, none = { 0 };
    tacit_ledger_row row;
    TACIT_TRY(tacit_store_row(cx, &l->log, e->number, &body, &none));
    if (!tacit_row_read((const unsigned char *)body.bytes, body.length, &row) ||
        row.kind != TACIT_ROW_RESERVE)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Row %llu of the ledger is damaged: " TACIT_LEDGER_RECOVER,
                          (unsigned long long)e->number);
    tacit_ledger_entry shown = {
        .number = e->number, .state = e->state, .time = row.time, .request = row.request
    };
    memcpy(shown.digest, row.digest, sizeof shown.digest);
    return visit(cx, user, &shown);
}

tacit_status tacit_ledger_visit(tacit_ctx *cx, tacit_ledger *l, const char *dataset, uint64_t after,
                                tacit_ledger_visitor *visit, void *user)
{
    if (sqlite3_get_autocommit(l->log.db) != 0)
        TACIT_TRY(tacit_ledger_catch_up(cx, l));
    const size_t n = l->books.n_entries;
    for (size_t i = tacit_books_after(&l->books, after); i < n; i++) {
        const tacit_books_entry *e = &l->books.entry[i];
        const tacit_books_account *a = &l->books.account[e->account[TACIT_LEDGER_DATASET]];
        if (dataset != NULL && strcmp(a->about.dataset, dataset) != 0)
            continue;
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_status status = show(cx, l, e, visit, user);
        tacit_scratch_release(cx, mark);
        TACIT_TRY(status);
    }
    return TACIT_OK;
}

tacit_status tacit_ledger_check(tacit_ctx *cx, tacit_ledger *l, uint64_t *answers)
{
    *answers = 0;
    TACIT_TRY(tacit_ledger_catch_up(cx, l));
    for (size_t i = 0; i < l->books.n_entries; i++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_ledger_answer answer = { 0 };
        if (l->books.entry[i].state != TACIT_LEDGER_COMMITTED)
            continue;
        const tacit_status status = tacit_ledger_read_answer(cx, l, &l->books.entry[i], &answer);
        tacit_scratch_release(cx, mark);
        TACIT_TRY(status);
        TACIT_TRY(tacit_tick(cx, i, l->books.n_entries));
        ++*answers;
    }
    return TACIT_OK;
}

tacit_status tacit_ledger_copy(tacit_ctx *cx, tacit_ledger *l, const char *path, const char *anchor)
{
    sqlite3_stmt *q = NULL;
    TACIT_TRY(tacit_ledger_catch_up(cx, l));
    const bool done = sqlite3_prepare_v2(l->log.db, "VACUUM INTO ?", -1, &q, NULL) == SQLITE_OK &&
                      sqlite3_bind_text(q, 1, path, -1, SQLITE_STATIC) == SQLITE_OK &&
                      sqlite3_step(q) == SQLITE_DONE;
    tacit_status status =
        done ? TACIT_OK
             : tacit_fail(cx, TACIT_ERR_IO, "The copy of the ledger cannot be written: %s.",
                          sqlite3_errmsg(l->log.db));
    (void)sqlite3_finalize(q);
    TACIT_TRY(status);
    const int fd = open(anchor, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "The anchor of the copy cannot be written.");
    status = tacit_anchor_write(cx, fd, &l->last);
    (void)close(fd);
    return status;
}
