/*
 * ledger.c - opening a ledger, and the way of a question through it.
 */
#include "query/ledger/ledger.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/secret.h"
#include "postgresql/connection.h"
#include "query/ledger/own.h"

tacit_status tacit_ledger_fail_chain(tacit_ctx *cx, uint64_t row)
{
    return tacit_fail(
        cx, TACIT_ERR_DATA,
        "The ledger's chain is broken at row %llu, so something was changed, moved or "
        "taken out: " TACIT_LEDGER_RECOVER,
        (unsigned long long)row);
}

/* The rows after those that were booked, on their way into the books. */
typedef struct catching {
    tacit_ledger *l;
    bool met; /* the last row that was booked is there */
} catching;

/* Book a row of the log that must follow the last; the last itself must be as it was. */
static tacit_status take_row(tacit_ctx *cx, void *user, const tacit_store_row *stored)
{
    catching *c = user;
    tacit_ledger *l = c->l;
    tacit_ledger_row row;
    bool fits = false;
    if (!c->met) {
        c->met = stored->link.n == l->last.n &&
                 memcmp(stored->link.hash, l->last.hash, sizeof l->last.hash) == 0;
        return c->met ? TACIT_OK : tacit_ledger_fail_chain(cx, l->last.n);
    }
    const tacit_ledger_link next = tacit_row_link(&l->last, stored->body, stored->n);
    if (stored->link.n != next.n || memcmp(stored->link.hash, next.hash, sizeof next.hash) != 0 ||
        (next.n == l->known.n && memcmp(next.hash, l->known.hash, sizeof next.hash) != 0) ||
        !tacit_row_read(stored->body, stored->n, &row))
        return tacit_ledger_fail_chain(cx, next.n);
    TACIT_TRY(tacit_books_take(cx, &l->books, next.n, &row, &fits));
    if (!fits)
        return tacit_ledger_fail_chain(cx, next.n);
    l->last = next;
    return TACIT_OK;
}

tacit_status tacit_ledger_catch_up(tacit_ctx *cx, tacit_ledger *l)
{
    if (l->broken)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "The ledger could not be written before; open it anew before anything is "
                          "answered.");
    catching c = { .l = l, .met = l->last.n == 0 };
    const tacit_store_range range = { .from = l->last.n, .to = UINT64_MAX };
    tacit_status status = l->store->read(cx, l->log, &range, take_row, &c);
    if (status == TACIT_OK && !c.met)
        status = tacit_ledger_fail_chain(cx, l->last.n);
    l->broken = status != TACIT_OK; /* books may be half way through a row */
    return status;
}

/* ---- writing ---- */

/* Append a row inside a transaction, with its answer or NULL, end it, and anchor it. */
static tacit_status append(tacit_ctx *cx, tacit_ledger *l, tacit_ledger_row *row,
                           const tacit_ledger_answer *answer)
{
    struct timespec now = { 0 };
    tacit_buffer body = { 0 };
    bool fits = false;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    row->time = (int64_t)now.tv_sec;
    l->broken = true; /* until all of it has gone well */
    tacit_status status = tacit_row_write(cx, row, &body);
    const tacit_ledger_link link = tacit_row_link(&l->last, body.text, body.length);
    const tacit_store_row stored = { .link = link,
                                     .body = body.text,
                                     .n = body.length,
                                     .answer =
                                         answer == NULL ? (tacit_ledger_answer){ 0 } : *answer };
    if (status == TACIT_OK)
        status = l->store->append(cx, l->log, &stored);
    if (status == TACIT_OK)
        status = l->store->end(cx, l->log);
    if (status == TACIT_OK && l->anchor >= 0)
        status = tacit_anchor_write(cx, l->anchor, &link);
    if (status == TACIT_OK)
        status = tacit_books_take(cx, &l->books, link.n, row, &fits);
    tacit_buffer_free(&body);
    TACIT_TRY(status);
    TACIT_ASSERT(fits);
    l->last = link;
    l->broken = false;
    return TACIT_OK;
}

/* Do `inside`, which appends or not, in a transaction that knows of all rows. */
static tacit_status transact(tacit_ctx *cx, tacit_ledger *l,
                             tacit_status (*inside)(tacit_ctx *cx, tacit_ledger *l, void *user),
                             void *user)
{
    if (!l->writes)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The ledger was opened to be read only.");
    tacit_status status = l->broken ? TACIT_OK : l->store->begin(cx, l->log);
    l->broken = l->broken || status != TACIT_OK; /* the connection may be gone */
    if (status == TACIT_OK)
        status = tacit_ledger_catch_up(cx, l);
    l->inside = true;
    if (status == TACIT_OK)
        status = inside(cx, l, user);
    l->inside = false;
    l->store->undo(l->log);
    return status;
}

/* ---- opening ---- */

static tacit_status write_first(tacit_ctx *cx, tacit_ledger *l, void *user)
{
    tacit_ledger_row row = { .kind = TACIT_ROW_BEGIN };
    (void)user;
    if (l->last.n > 0)
        return TACIT_OK;
    TACIT_TRY(tacit_random_bytes(cx, row.digest, sizeof row.digest));
    return append(cx, l, &row, NULL);
}

/* How a ledger is being opened. */
typedef struct opening {
    const char *name;   /* of the log, for messages */
    const char *anchor; /* the file, or NULL */
    tacit_ledger_mode mode;
    bool shared; /* the log is not a file beside its anchor: others add to it without this anchor */
} opening;

/* Fail unless the log has what the anchor says. */
static tacit_status check_anchor(tacit_ctx *cx, tacit_ledger *l, const opening *o)
{
    if (l->known.n > l->last.n)
        return tacit_fail(
            cx, TACIT_ERR_DATA,
            "The ledger %s has lost its last rows: %llu of %llu are there; " TACIT_LEDGER_RECOVER,
            o->name, (unsigned long long)l->last.n, (unsigned long long)l->known.n);
    if (l->anchor >= 0 && l->known.n == 0 && l->last.n > 1)
        TACIT_TRY(tacit_anchor_read(cx, l->anchor, &l->known)); /* it was being made just now */
    if (l->anchor < 0 || l->known.n > 0 || l->last.n <= 1)
        return TACIT_OK;
    if (!o->shared)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s is empty, so it cannot be told whether the ledger has lost its "
                          "last rows: " TACIT_LEDGER_RECOVER,
                          o->anchor);
    tacit_warn(cx,
               "The anchor %s begins with row %llu of the ledger: it cannot tell whether the "
               "ledger had lost rows before.",
               o->anchor, (unsigned long long)l->last.n);
    return TACIT_OK;
}

/* Open the anchor, and learn what it holds. */
static tacit_status open_anchor(tacit_ctx *cx, const opening *o, bool there, tacit_ledger *l)
{
    const bool make = o->mode == TACIT_LEDGER_WRITE && (!there || o->shared);
    if (o->anchor == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_anchor_open(cx, o->anchor, make, &l->anchor));
    if (l->anchor < 0)
        return !there ? TACIT_OK
                      : tacit_fail(cx, TACIT_ERR_DATA,
                                   "The ledger %s has no anchor at %s, so it cannot be told "
                                   "whether it has lost its last rows: " TACIT_LEDGER_RECOVER,
                                   o->name, o->anchor);
    TACIT_TRY(tacit_anchor_read(cx, l->anchor, &l->known));
    if (l->known.n > 0 && !there)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s is there, but the ledger is not: " TACIT_LEDGER_RECOVER, o->anchor);
    return TACIT_OK;
}

/* Open the log and its anchor. */
static tacit_status open_parts(tacit_ctx *cx, const char *path, const opening *o, tacit_ledger *l)
{
    const bool writes = o->mode == TACIT_LEDGER_WRITE;
    bool there = false;
    TACIT_TRY(l->store->open(cx, path, o->mode, &l->log, &there));
    TACIT_TRY(open_anchor(cx, o, there, l));
    if (!there && !writes)
        return tacit_fail(cx, TACIT_ERR_IO, "There is no ledger at %s.", o->name);
    return l->store->start(cx, l->log, writes && l->known.n == 0);
}

static tacit_status open_ledger(tacit_ctx *cx, const char *path, const opening *o, tacit_ledger *l)
{
    const bool writes = o->mode == TACIT_LEDGER_WRITE;
    TACIT_TRY(open_parts(cx, path, o, l));
    TACIT_TRY(tacit_ledger_catch_up(cx, l));
    TACIT_TRY(check_anchor(cx, l, o));
    if (l->last.n == 0 && writes)
        TACIT_TRY(transact(cx, l, write_first, NULL));
    if (l->anchor >= 0 && l->known.n < l->last.n && writes)
        return tacit_anchor_write(cx, l->anchor, &l->last);
    return TACIT_OK;
}

/* What is said of the place, made into how it is opened. */
static tacit_status plan_opening(tacit_ctx *cx, const tacit_ledger_place *place, tacit_ledger *l,
                                 opening *out)
{
    char *beside = NULL;
    l->store = out->shared ? &tacit_store_postgresql : &tacit_store_sqlite;
    TACIT_TRY(l->store->name(cx, place->path, &out->name));
    out->anchor = place->anchor;
    if (out->shared)
        return TACIT_OK;
    if (place->anchor != NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A ledger that is a file has its anchor beside it; only one in "
                          "PostgreSQL is given an 'anchor'.");
    TACIT_TRY(tacit_scratch_format(cx, &beside, "%s.anchor", place->path));
    out->anchor = beside;
    return TACIT_OK;
}

tacit_status tacit_ledger_open_at(tacit_ctx *cx, const tacit_ledger_place *place,
                                  tacit_ledger_mode mode, tacit_ledger **out)
{
    opening o = { .mode = mode, .shared = tacit_is_postgresql(place->path) };
    tacit_ledger *l = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *l, &l));
    l->anchor = -1;
    l->writes = mode == TACIT_LEDGER_WRITE;
    tacit_status status = plan_opening(cx, place, l, &o);
    if (status == TACIT_OK)
        status = open_ledger(cx, place->path, &o, l);
    if (status == TACIT_OK)
        *out = l;
    else
        tacit_ledger_close(l);
    return status;
}

tacit_status tacit_ledger_open(tacit_ctx *cx, const char *path, tacit_ledger_mode mode,
                               tacit_ledger **out)
{
    const tacit_ledger_place place = { .path = path };
    return tacit_ledger_open_at(cx, &place, mode, out);
}

bool tacit_ledger_is_file(const char *path)
{
    return !tacit_is_postgresql(path);
}

bool tacit_ledger_is_broken(const tacit_ledger *l)
{
    return l->broken;
}

void tacit_ledger_close(tacit_ledger *l)
{
    if (l == NULL)
        return;
    l->store->close(l->log);
    if (l->anchor >= 0)
        (void)close(l->anchor);
    tacit_books_free(&l->books);
    tacit_free(l);
}

/* ---- the way of a question ---- */

tacit_status tacit_ledger_read_answer(tacit_ctx *cx, tacit_ledger *l,
                                      const tacit_books_entry *entry, tacit_ledger_answer *out)
{
    tacit_store_row stored;
    tacit_ledger_row row;
    TACIT_TRY(l->store->row(cx, l->log, entry->settled, &stored));
    *out = stored.answer;
    if (!tacit_row_read(stored.body, stored.n, &row) || row.entry != entry->number ||
        !tacit_row_answers(&row, out))
        return tacit_fail(
            cx, TACIT_ERR_DATA,
            "The answer that row %llu of the ledger stores is damaged: " TACIT_LEDGER_RECOVER,
            (unsigned long long)entry->settled);
    return TACIT_OK;
}

tacit_status tacit_ledger_find(tacit_ctx *cx, tacit_ledger *l, const char *dataset,
                               const char *question, size_t length, tacit_ledger_answer *out)
{
    unsigned char digest[TACIT_SHA256_BYTES];
    *out = (tacit_ledger_answer){ .found = false };
    TACIT_TRY(tacit_ledger_catch_up(cx, l));
    tacit_ledger_digest(question, length, digest);
    const tacit_books_entry *e = tacit_books_answered(&l->books, dataset, digest);
    return e == NULL ? TACIT_OK : tacit_ledger_read_answer(cx, l, e, out);
}

static tacit_status check_request(tacit_ctx *cx, const tacit_ledger_request *r)
{
    const size_t dataset = strlen(r->dataset), analyst = strlen(r->analyst);
    if (dataset == 0 || analyst == 0 || dataset > TACIT_LEDGER_NAME || analyst > TACIT_LEDGER_NAME)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Names of data sets and analysts have 1 to %d bytes in a ledger.",
                          TACIT_LEDGER_NAME);
    if (r->length > TACIT_LEDGER_QUESTION)
        return tacit_fail(cx, TACIT_ERR_INPUT, "A question has at most %d bytes.",
                          TACIT_LEDGER_QUESTION);
    return TACIT_OK;
}

/* What a reservation is made of. */
typedef struct reserving {
    tacit_ledger_row row;
    tacit_ledger_judge *judge;
    void *user;
    tacit_ledger_grant *grant;
} reserving;

static tacit_status reserve(tacit_ctx *cx, tacit_ledger *l, void *user)
{
    reserving *v = user;
    tacit_ledger_request *r = &v->row.request;
    tacit_ledger_grant *grant = v->grant;
    const tacit_books_entry *known = tacit_books_answered(&l->books, r->dataset, v->row.digest);
    const tacit_books_account *dataset = tacit_books_account_of(&l->books, TACIT_LEDGER_DATASET, r);
    bool allowed = true;
    grant->outcome = TACIT_LEDGER_KNOWN;
    if (known != NULL)
        return tacit_ledger_read_answer(cx, l, known, &grant->answer);
    if (dataset != NULL && r->period < dataset->latest)
        r->period = dataset->latest;
    grant->outcome = TACIT_LEDGER_EXHAUSTED;
    if (!tacit_books_allow(&l->books, r, &grant->scope))
        return TACIT_OK;
    if (v->judge != NULL)
        TACIT_TRY(v->judge(cx, v->user, &allowed));
    grant->outcome = TACIT_LEDGER_REFUSED;
    if (!allowed)
        return TACIT_OK;
    TACIT_TRY(append(cx, l, &v->row, NULL));
    l->books.entry[l->books.n_entries - 1].own = true;
    grant->outcome = TACIT_LEDGER_GRANTED;
    grant->entry = l->last.n;
    grant->period = r->period;
    return TACIT_OK;
}

tacit_status tacit_ledger_reserve(tacit_ctx *cx, tacit_ledger *l, const tacit_ledger_request *r,
                                  tacit_ledger_judge *judge, void *user, tacit_ledger_grant *out)
{
    reserving v = { .row = { .kind = TACIT_ROW_RESERVE, .request = *r },
                    .judge = judge,
                    .user = user,
                    .grant = out };
    *out = (tacit_ledger_grant){ .entry = 0 };
    TACIT_TRY(check_request(cx, r));
    tacit_ledger_digest(r->question, r->length, v.row.digest);
    return transact(cx, l, reserve, &v);
}

void tacit_ledger_touch(tacit_ledger *l, uint64_t entry)
{
    tacit_books_entry *e = tacit_books_entry_of(&l->books, entry);
    TACIT_ASSERT(e != NULL && e->own && e->state == TACIT_LEDGER_RESERVED);
    e->touched = true;
}

/* What settles an entry. */
typedef struct settling {
    tacit_ledger_row row;
    const tacit_ledger_answer *answer;
} settling;

static tacit_status settle(tacit_ctx *cx, tacit_ledger *l, void *user)
{
    settling *v = user;
    return append(cx, l, &v->row, v->answer);
}

tacit_status tacit_ledger_commit(tacit_ctx *cx, tacit_ledger *l, uint64_t entry, const char *answer,
                                 size_t length, tacit_ledger_answer *out)
{
    const tacit_ledger_answer given = { .found = true, .bytes = answer, .length = length };
    settling v = { .row = { .kind = TACIT_ROW_COMMIT, .entry = entry, .bytes = length },
                   .answer = &given };
    const tacit_books_entry *e = tacit_books_entry_of(&l->books, entry);
    TACIT_ASSERT(e != NULL && e->own && e->state == TACIT_LEDGER_RESERVED);
    *out = (tacit_ledger_answer){ .found = false };
    if (length > TACIT_LEDGER_ANSWER)
        return tacit_fail(cx, TACIT_ERR_INPUT, "An answer has at most %d bytes.",
                          TACIT_LEDGER_ANSWER);
    tacit_ledger_digest(answer, length, v.row.digest);
    TACIT_TRY(transact(cx, l, settle, &v));
    return tacit_ledger_read_answer(cx, l, tacit_books_first(&l->books, entry), out);
}

tacit_status tacit_ledger_void(tacit_ctx *cx, tacit_ledger *l, uint64_t entry)
{
    settling v = { .row = { .kind = TACIT_ROW_VOID, .entry = entry } };
    const tacit_books_entry *e = tacit_books_entry_of(&l->books, entry);
    TACIT_ASSERT(e != NULL && e->own && e->state == TACIT_LEDGER_RESERVED);
    if (e->touched)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Data was read for this question: what it cost stays spent.");
    return transact(cx, l, settle, &v);
}

/* ---- what leaves no entry ---- */

tacit_status tacit_ledger_tally(tacit_ctx *cx, tacit_ledger *l, const char *dataset,
                                const uint64_t n[TACIT_LEDGER_TALLIES])
{
    settling v = { .row = { .kind = TACIT_ROW_TALLY, .request = { .dataset = dataset } } };
    TACIT_ASSERT(dataset[0] != '\0' && strlen(dataset) <= TACIT_LEDGER_NAME);
    memcpy(v.row.tally, n, sizeof v.row.tally);
    return transact(cx, l, settle, &v);
}
