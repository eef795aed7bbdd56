/*
 * books.c - what follows from the rows of a ledger: accounts, entries, and which questions have an
 * answer.
 *
 * Keys are the first 128 bits of a SHA-256 hash, so that nobody can make two that are equal; a map
 * is a table with linear probing that is at most half full.  O(1) a row.
 */
#include <string.h>

#include "base/memory.h"
#include "query/ledger/own.h"

/* ---- the map ---- */

static size_t place_of(const tacit_books_map *m, const unsigned char key[16])
{
    uint64_t at = 0;
    memcpy(&at, key, sizeof at);
    size_t i = (size_t)at & (m->room - 1);
    while (m->item[i] != 0 && memcmp(m->key[i], key, 16) != 0)
        i = (i + 1) & (m->room - 1);
    return i;
}

/* The number that `key` has, or SIZE_MAX. */
static size_t look_up(const tacit_books_map *m, const unsigned char key[16])
{
    const size_t i = m->room == 0 ? 0 : place_of(m, key);
    return m->room == 0 || m->item[i] == 0 ? SIZE_MAX : (size_t)m->item[i] - 1;
}

static void free_map(tacit_books_map *m)
{
    tacit_free(m->key);
    tacit_free(m->item);
}

static tacit_status widen(tacit_ctx *cx, tacit_books_map *m)
{
    tacit_books_map wide = { .room = m->room == 0 ? 64 : m->room * 2, .n = m->n };
    tacit_status status = tacit_alloc(cx, wide.room, sizeof *wide.key, &wide.key);
    if (status == TACIT_OK)
        status = tacit_alloc(cx, wide.room, sizeof *wide.item, &wide.item);
    if (status != TACIT_OK) {
        free_map(&wide);
        return status;
    }
    for (size_t i = 0; i < m->room; i++) {
        if (m->item[i] == 0)
            continue;
        const size_t to = place_of(&wide, m->key[i]);
        memcpy(wide.key[to], m->key[i], 16);
        wide.item[to] = m->item[i];
    }
    free_map(m);
    *m = wide;
    return TACIT_OK;
}

/* Give `key`, which has none, the number `item`. */
static tacit_status put(tacit_ctx *cx, tacit_books_map *m, const unsigned char key[16], size_t item)
{
    TACIT_ASSERT(item < UINT32_MAX);
    if (2 * (m->n + 1) > m->room)
        TACIT_TRY(widen(cx, m));
    const size_t i = place_of(m, key);
    memcpy(m->key[i], key, 16);
    m->item[i] = (uint32_t)item + 1;
    m->n++;
    return TACIT_OK;
}

/* ---- keys ---- */

static bool names_analyst(tacit_ledger_scope scope)
{
    return scope == TACIT_LEDGER_ANALYST || scope == TACIT_LEDGER_ANALYST_PERIOD;
}

static bool names_period(tacit_ledger_scope scope)
{
    return scope == TACIT_LEDGER_PERIOD || scope == TACIT_LEDGER_ANALYST_PERIOD;
}

static void key_of_account(tacit_ledger_scope scope, const tacit_ledger_request *r,
                           unsigned char out[16])
{
    const unsigned char kind = (unsigned char)scope;
    unsigned char hash[TACIT_SHA256_BYTES];
    tacit_sha256 s;
    tacit_ledger_hash(&s, 0);
    tacit_sha256_add(&s, &kind, 1);
    tacit_sha256_add(&s, r->dataset, strlen(r->dataset) + 1);
    if (names_analyst(scope))
        tacit_sha256_add(&s, r->analyst, strlen(r->analyst) + 1);
    if (names_period(scope))
        tacit_sha256_add(&s, &r->period, sizeof r->period);
    tacit_sha256_end(&s, hash);
    memcpy(out, hash, 16);
}

static void key_of_question(const char *dataset, const unsigned char digest[TACIT_SHA256_BYTES],
                            unsigned char out[16])
{
    unsigned char hash[TACIT_SHA256_BYTES];
    tacit_sha256 s;
    tacit_ledger_hash(&s, 0);
    tacit_sha256_add(&s, dataset, strlen(dataset) + 1);
    tacit_sha256_add(&s, digest, TACIT_SHA256_BYTES);
    tacit_sha256_end(&s, hash);
    memcpy(out, hash, 16);
}

/* ---- booking ---- */

static tacit_status new_account(tacit_ctx *cx, tacit_books *b, tacit_ledger_scope scope,
                                const tacit_ledger_request *r, const unsigned char key[16])
{
    if (b->n_accounts == b->account_room) {
        const size_t room = b->account_room == 0 ? 16 : 2 * b->account_room;
        TACIT_TRY(tacit_grow(cx, room, sizeof *b->account, &b->account));
        b->account_room = room;
    }
    tacit_books_account a = { .about = { .scope = scope, .analyst = "" }, .latest = r->period };
    TACIT_TRY(tacit_arena_text(cx, &b->names, r->dataset, strlen(r->dataset), &a.about.dataset));
    if (names_analyst(scope))
        TACIT_TRY(
            tacit_arena_text(cx, &b->names, r->analyst, strlen(r->analyst), &a.about.analyst));
    if (names_period(scope))
        a.about.period = r->period;
    TACIT_TRY(put(cx, &b->accounts, key, b->n_accounts));
    b->account[b->n_accounts++] = a;
    return TACIT_OK;
}

static tacit_status find_accounts(tacit_ctx *cx, tacit_books *b, const tacit_ledger_request *r,
                                  uint32_t out[TACIT_LEDGER_SCOPES])
{
    for (tacit_ledger_scope s = 0; s < TACIT_LEDGER_SCOPES; s++) {
        unsigned char key[16];
        key_of_account(s, r, key);
        if (look_up(&b->accounts, key) == SIZE_MAX)
            TACIT_TRY(new_account(cx, b, s, r, key));
        out[s] = (uint32_t)look_up(&b->accounts, key);
    }
    return TACIT_OK;
}

static tacit_status book_reserve(tacit_ctx *cx, tacit_books *b, uint64_t number,
                                 const tacit_ledger_row *row, bool *fits)
{
    const tacit_ledger_request *r = &row->request;
    tacit_books_entry e = { .number = number, .cost = r->cost };
    if (b->n_entries == b->entry_room) {
        const size_t room = b->entry_room == 0 ? 16 : 2 * b->entry_room;
        TACIT_TRY(tacit_grow(cx, room, sizeof *b->entry, &b->entry));
        b->entry_room = room;
    }
    TACIT_TRY(find_accounts(cx, b, r, e.account));
    tacit_books_account *dataset = &b->account[e.account[TACIT_LEDGER_DATASET]];
    *fits = r->period >= dataset->latest;
    dataset->latest = r->period;
    for (size_t s = 0; s < TACIT_LEDGER_SCOPES; s++) {
        tacit_books_account *a = &b->account[e.account[s]];
        a->about.limit = r->limit[s];
        a->about.entries++;
        a->epsilon += e.cost.epsilon;
        a->delta += e.cost.delta;
        a->count += e.cost.count;
    }
    key_of_question(r->dataset, row->digest, e.key);
    b->entry[b->n_entries++] = e;
    return TACIT_OK;
}

static void book_void(tacit_books *b, tacit_books_entry *e)
{
    e->state = TACIT_LEDGER_VOID;
    for (size_t s = 0; s < TACIT_LEDGER_SCOPES; s++) {
        tacit_books_account *a = &b->account[e->account[s]];
        a->about.entries--;
        a->epsilon -= e->cost.epsilon;
        a->delta -= e->cost.delta;
        a->count -= e->cost.count;
    }
}

static tacit_status book_commit(tacit_ctx *cx, tacit_books *b, tacit_books_entry *e)
{
    e->state = TACIT_LEDGER_COMMITTED;
    return look_up(&b->answered, e->key) == SIZE_MAX
               ? put(cx, &b->answered, e->key, (size_t)(e - b->entry))
               : TACIT_OK;
}

static tacit_status book_tally(tacit_ctx *cx, tacit_books *b, const tacit_ledger_row *row)
{
    const char *dataset = row->request.dataset;
    size_t i = 0;
    while (i < b->n_tallies && strcmp(b->tally[i].dataset, dataset) != 0)
        i++;
    if (i == b->n_tallies) {
        tacit_ledger_tallied t = { 0 };
        TACIT_TRY(tacit_arena_text(cx, &b->names, dataset, strlen(dataset), &t.dataset));
        TACIT_TRY(tacit_grow(cx, i + 1, sizeof *b->tally, &b->tally));
        b->tally[b->n_tallies++] = t;
    }
    for (size_t k = 0; k < TACIT_LEDGER_TALLIES; k++)
        b->tally[i].n[k] = row->tally[k] > UINT64_MAX - b->tally[i].n[k]
                               ? UINT64_MAX
                               : b->tally[i].n[k] + row->tally[k];
    return TACIT_OK;
}

tacit_status tacit_books_take(tacit_ctx *cx, tacit_books *b, uint64_t number,
                              const tacit_ledger_row *row, bool *fits)
{
    *fits = (row->kind == TACIT_ROW_BEGIN) == (number == 1);
    if (!*fits || row->kind == TACIT_ROW_BEGIN)
        return TACIT_OK;
    if (row->kind == TACIT_ROW_RESERVE)
        return book_reserve(cx, b, number, row, fits);
    if (row->kind == TACIT_ROW_TALLY)
        return book_tally(cx, b, row);
    tacit_books_entry *e = tacit_books_entry_of(b, row->entry);
    *fits = e != NULL && e->state == TACIT_LEDGER_RESERVED;
    if (!*fits)
        return TACIT_OK;
    e->settled = number;
    if (row->kind == TACIT_ROW_COMMIT)
        return book_commit(cx, b, e);
    book_void(b, e);
    return TACIT_OK;
}

void tacit_books_free(tacit_books *b)
{
    free_map(&b->accounts);
    free_map(&b->answered);
    tacit_free(b->account);
    tacit_free(b->entry);
    tacit_free(b->tally);
    tacit_arena_free(&b->names);
}

/* ---- looking up ---- */

size_t tacit_books_after(const tacit_books *b, uint64_t number)
{
    size_t low = 0, high = b->n_entries;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (b->entry[mid].number <= number)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

tacit_books_entry *tacit_books_entry_of(const tacit_books *b, uint64_t number)
{
    const size_t after = tacit_books_after(b, number);
    return after > 0 && b->entry[after - 1].number == number ? &b->entry[after - 1] : NULL;
}

const tacit_books_entry *tacit_books_answered(const tacit_books *b, const char *dataset,
                                              const unsigned char digest[TACIT_SHA256_BYTES])
{
    unsigned char key[16];
    key_of_question(dataset, digest, key);
    const size_t i = look_up(&b->answered, key);
    return i == SIZE_MAX ? NULL : &b->entry[i];
}

const tacit_books_entry *tacit_books_first(const tacit_books *b, uint64_t number)
{
    const tacit_books_entry *e = tacit_books_entry_of(b, number);
    TACIT_ASSERT(e != NULL && e->state == TACIT_LEDGER_COMMITTED);
    return &b->entry[look_up(&b->answered, e->key)];
}

const tacit_books_account *tacit_books_account_of(const tacit_books *b, tacit_ledger_scope scope,
                                                  const tacit_ledger_request *r)
{
    unsigned char key[16];
    key_of_account(scope, r, key);
    const size_t i = look_up(&b->accounts, key);
    return i == SIZE_MAX ? NULL : &b->account[i];
}

static uint64_t at_most(tacit_u128 x)
{
    return x > UINT64_MAX ? UINT64_MAX : (uint64_t)x;
}

tacit_ledger_account tacit_books_show(const tacit_books_account *a)
{
    tacit_ledger_account about = a->about;
    about.spent = (tacit_ledger_cost){ at_most(a->epsilon), at_most(a->delta), at_most(a->count) };
    return about;
}

bool tacit_books_allow(const tacit_books *b, const tacit_ledger_request *r,
                       tacit_ledger_scope *scope)
{
    for (tacit_ledger_scope s = 0; s < TACIT_LEDGER_SCOPES; s++) {
        const tacit_books_account *a = tacit_books_account_of(b, s, r);
        const tacit_ledger_cost spent =
            a == NULL ? (tacit_ledger_cost){ 0 } : tacit_books_show(a).spent;
        *scope = s;
        if (!tacit_units_fit(r->limit[s].epsilon, spent.epsilon, r->cost.epsilon) ||
            !tacit_units_fit(r->limit[s].delta, spent.delta, r->cost.delta) ||
            !tacit_units_fit(r->limit[s].count, spent.count, r->cost.count))
            return false;
    }
    return true;
}
