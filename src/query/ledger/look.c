/*
 * look.c - looking at a ledger: accounts, entries, the check of answers, copies.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
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

size_t tacit_ledger_tallies(const tacit_ledger *l)
{
    return l->books.n_tallies;
}

tacit_ledger_tallied tacit_ledger_tally_at(const tacit_ledger *l, size_t i)
{
    TACIT_ASSERT(i < l->books.n_tallies);
    return l->books.tally[i];
}

tacit_ledger_tallied tacit_ledger_tally_of(const tacit_ledger *l, const char *dataset)
{
    for (size_t i = 0; i < l->books.n_tallies; i++)
        if (strcmp(l->books.tally[i].dataset, dataset) == 0)
            return l->books.tally[i];
    return (tacit_ledger_tallied){ .dataset = dataset };
}

/* ---- entries ---- */

/* A visit on its way. */
typedef struct visiting {
    tacit_ledger *l;
    const char *dataset;
    size_t next, n; /* the entry that is met next, and where they end */
    tacit_ledger_visitor *visit;
    void *user;
} visiting;

/* Show entry `e`, which is stored as `stored`, to the visitor. */
static tacit_status show(tacit_ctx *cx, const visiting *v, const tacit_books_entry *e,
                         const tacit_store_row *stored)
{
    tacit_ledger_row row;
    if (!tacit_row_read(stored->body, stored->n, &row) || row.kind != TACIT_ROW_RESERVE)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Row %llu of the ledger is damaged: " TACIT_LEDGER_RECOVER,
                          (unsigned long long)e->number);
    tacit_ledger_entry shown = {
        .number = e->number, .state = e->state, .time = row.time, .request = row.request
    };
    memcpy(shown.digest, row.digest, sizeof shown.digest);
    return v->visit(cx, v->user, &shown);
}

/* Show the row if it reserved the entry that comes next. */
static tacit_status take_entry(tacit_ctx *cx, void *user, const tacit_store_row *stored)
{
    visiting *v = user;
    const tacit_books *b = &v->l->books;
    const tacit_books_entry *e = &b->entry[v->next == v->n ? 0 : v->next];
    if (v->next == v->n || stored->link.n != e->number)
        return TACIT_OK;
    v->next++;
    const tacit_books_account *a = &b->account[e->account[TACIT_LEDGER_DATASET]];
    if (v->dataset != NULL && strcmp(a->about.dataset, v->dataset) != 0)
        return TACIT_OK;
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = show(cx, v, e, stored);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_ledger_visit(tacit_ctx *cx, tacit_ledger *l, const char *dataset, uint64_t after,
                                tacit_ledger_visitor *visit, void *user)
{
    if (!l->inside)
        TACIT_TRY(tacit_ledger_catch_up(cx, l));
    const size_t n = l->books.n_entries;
    visiting v = { .l = l,
                   .dataset = dataset,
                   .next = tacit_books_after(&l->books, after),
                   .n = n,
                   .visit = visit,
                   .user = user };
    if (v.next == n)
        return TACIT_OK;
    const tacit_store_range range = { .from = l->books.entry[v.next].number,
                                      .to = l->books.entry[n - 1].number };
    TACIT_TRY(l->store->read(cx, l->log, &range, take_entry, &v));
    return v.next == n ? TACIT_OK : tacit_ledger_fail_chain(cx, l->books.entry[v.next].number);
}

uint64_t tacit_ledger_before_last(const tacit_ledger *l, uint64_t n)
{
    const tacit_books *b = &l->books;
    return n == 0              ? l->last.n
           : n >= b->n_entries ? 0
                               : b->entry[b->n_entries - (size_t)n].number - 1;
}

/* ---- the whole log ---- */

/* All rows on their way past, into another log or not. */
typedef struct passing {
    tacit_ledger *l;
    tacit_ledger_link last;
    uint64_t answers;
    const tacit_ledger_store *store;
    void *to; /* NULL: they are only checked */
} passing;

/* Check that a row and its answer are as they were written, and copy it. */
static tacit_status pass_row(tacit_ctx *cx, void *user, const tacit_store_row *stored)
{
    passing *p = user;
    tacit_ledger_row row;
    const tacit_ledger_link next = tacit_row_link(&p->last, stored->body, stored->n);
    if (stored->link.n != next.n || memcmp(stored->link.hash, next.hash, sizeof next.hash) != 0 ||
        !tacit_row_read(stored->body, stored->n, &row))
        return tacit_ledger_fail_chain(cx, next.n);
    if (row.kind == TACIT_ROW_COMMIT && !tacit_row_answers(&row, &stored->answer))
        return tacit_fail(
            cx, TACIT_ERR_DATA,
            "The answer that row %llu of the ledger stores is damaged: " TACIT_LEDGER_RECOVER,
            (unsigned long long)next.n);
    p->answers += row.kind == TACIT_ROW_COMMIT;
    p->last = next;
    if (p->to != NULL)
        TACIT_TRY(p->store->append(cx, p->to, stored));
    return tacit_tick(cx, next.n, p->l->last.n);
}

/* Let all rows that were booked pass, with their answers. */
static tacit_status pass_all(tacit_ctx *cx, passing *p)
{
    const tacit_ledger *l = p->l;
    const tacit_store_range range = { .from = 1, .to = l->last.n, .answers = true };
    TACIT_TRY(l->store->read(cx, l->log, &range, pass_row, p));
    return p->last.n == l->last.n && memcmp(p->last.hash, l->last.hash, sizeof p->last.hash) == 0
               ? TACIT_OK
               : tacit_ledger_fail_chain(cx, p->last.n);
}

tacit_status tacit_ledger_check(tacit_ctx *cx, tacit_ledger *l, uint64_t *answers)
{
    passing p = { .l = l };
    *answers = 0;
    TACIT_TRY(tacit_ledger_catch_up(cx, l));
    TACIT_TRY(pass_all(cx, &p));
    *answers = p.answers;
    return TACIT_OK;
}

/* Fill a new log with all rows. */
static tacit_status fill_log(tacit_ctx *cx, tacit_ledger *l, const tacit_ledger_store *store,
                             void *to)
{
    passing p = { .l = l, .store = store, .to = to };
    TACIT_TRY(store->start(cx, to, true));
    TACIT_TRY(store->begin(cx, to));
    TACIT_TRY(pass_all(cx, &p));
    return store->end(cx, to);
}

/* Write the rows to the file `path`, which is not there or empty. */
static tacit_status copy_rows(tacit_ctx *cx, tacit_ledger *l, const char *path)
{
    const tacit_ledger_store *store = &tacit_store_sqlite;
    struct stat about;
    void *to = NULL;
    bool there = false;
    if (stat(path, &about) == 0 && about.st_size > 0)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "The copy of the ledger cannot be written: %s is there.", path);
    tacit_status status = store->open(cx, path, TACIT_LEDGER_WRITE, &to, &there);
    if (status == TACIT_OK)
        status = fill_log(cx, l, store, to);
    store->close(to);
    return status;
}

tacit_status tacit_ledger_copy(tacit_ctx *cx, tacit_ledger *l, const char *path, const char *anchor)
{
    TACIT_TRY(tacit_ledger_catch_up(cx, l));
    TACIT_TRY(copy_rows(cx, l, path));
    const int fd = open(anchor, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "The anchor of the copy cannot be written.");
    const tacit_status status = tacit_anchor_write(cx, fd, &l->last);
    (void)close(fd);
    return status;
}
