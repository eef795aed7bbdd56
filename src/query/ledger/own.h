/*
 * own.h - what the files of the ledger share: rows, the books that follow from them, the stores
 * that keep them and the anchor beside them.
 */
#ifndef TACIT_QUERY_LEDGER_OWN_H
#define TACIT_QUERY_LEDGER_OWN_H

#include "base/arena.h"
#include "base/text.h"
#include "query/ledger/ledger.h"

/* What a damaged ledger's message ends with. */
#define TACIT_LEDGER_RECOVER                                                                       \
    "nothing is answered until it is put back from a copy, or questions begin anew with new data " \
    "on a new ledger."

/* ---- rows (row.c) ---- */

typedef enum tacit_ledger_kind {
    TACIT_ROW_BEGIN = 0, /* `digest` is the ledger's own random name */
    TACIT_ROW_RESERVE,   /* `request`; `digest` is that of the question */
    TACIT_ROW_COMMIT,    /* of `entry`; `digest` and `bytes` are those of the answer */
    TACIT_ROW_VOID,      /* of `entry` */
    TACIT_ROW_TALLY      /* `tally` of `request.dataset` */
} tacit_ledger_kind;

/* A row; texts are borrowed from its body. */
typedef struct tacit_ledger_row {
    tacit_ledger_kind kind;
    int64_t time;
    uint64_t entry, bytes;
    unsigned char digest[TACIT_SHA256_BYTES];
    tacit_ledger_request request;
    uint64_t tally[TACIT_LEDGER_TALLIES];
} tacit_ledger_row;

/* Where the chain has come to. */
typedef struct tacit_ledger_link {
    uint64_t n;
    unsigned char hash[TACIT_SHA256_BYTES];
} tacit_ledger_link;

/* Begin a SHA-256 hash of about `n` bytes.  To ask the processor what it can do takes longer than a
 * short text, above all on a virtual machine: short ones do without. */
void tacit_ledger_hash(tacit_sha256 *s, size_t n);

/* SHA-256 of bytes. */
void tacit_ledger_digest(const void *bytes, size_t n, unsigned char out[TACIT_SHA256_BYTES]);

/* Append the body of `row`. */
tacit_status tacit_row_write(tacit_ctx *cx, const tacit_ledger_row *row, tacit_buffer *out);

/* Read a body; false if it is none. */
bool tacit_row_read(const unsigned char *body, size_t n, tacit_ledger_row *out);

/* Whether `answer` is the one that a row which commits speaks of. */
bool tacit_row_answers(const tacit_ledger_row *row, const tacit_ledger_answer *answer);

/* The link after `last`, of a row with this body. */
tacit_ledger_link tacit_row_link(const tacit_ledger_link *last, const void *body, size_t n);

/* ---- books (books.c) ---- */

/* Sums are exact: 64 bits a cost, and fewer than 2^64 of them. */
typedef struct tacit_books_account {
    tacit_ledger_account about; /* without `spent` */
    tacit_u128 epsilon, delta, count;
    int64_t latest; /* the latest period; of data sets */
} tacit_books_account;

typedef struct tacit_books_entry {
    uint64_t number, settled; /* rows that reserved it, and that settled it or 0 */
    tacit_ledger_cost cost;
    uint32_t account[TACIT_LEDGER_SCOPES];
    tacit_ledger_state state;
    bool own, touched; /* reserved here; data was read for it */
    unsigned char key[16];
} tacit_books_entry;

/* From keys, which are the beginning of a SHA-256 hash, to numbers. */
typedef struct tacit_books_map {
    unsigned char (*key)[16];
    uint32_t *item; /* one more than the number, 0: free */
    size_t room, n;
} tacit_books_map;

typedef struct tacit_books {
    tacit_arena names;
    tacit_books_account *account;
    tacit_books_entry *entry;    /* by number */
    tacit_ledger_tallied *tally; /* in the order of their first row; data sets are few */
    size_t n_accounts, account_room, n_entries, entry_room, n_tallies;
    tacit_books_map accounts, answered; /* the latter: of questions, to the entry first committed */
} tacit_books;

/* Book row `number`; `*fits` if it can follow what was booked before. */
tacit_status tacit_books_take(tacit_ctx *cx, tacit_books *b, uint64_t number,
                              const tacit_ledger_row *row, bool *fits);
void tacit_books_free(tacit_books *b);

/* Where the entries after number `number` begin. */
size_t tacit_books_after(const tacit_books *b, uint64_t number);

/* The entry, or NULL. */
tacit_books_entry *tacit_books_entry_of(const tacit_books *b, uint64_t number);

/* The entry whose answer is the one to the question, or NULL. */
const tacit_books_entry *tacit_books_answered(const tacit_books *b, const char *dataset,
                                              const unsigned char digest[TACIT_SHA256_BYTES]);

/* The entry that was the first to be committed with the question of entry `number`. */
const tacit_books_entry *tacit_books_first(const tacit_books *b, uint64_t number);

/* The account of `scope` for a request, or NULL. */
const tacit_books_account *tacit_books_account_of(const tacit_books *b, tacit_ledger_scope scope,
                                                  const tacit_ledger_request *r);

/* What an account shows. */
tacit_ledger_account tacit_books_show(const tacit_books_account *a);

/* Whether the request, whose period was settled, is within its limits; if not, which is not. */
bool tacit_books_allow(const tacit_books *b, const tacit_ledger_request *r,
                       tacit_ledger_scope *scope);

/* ---- anchor (anchor.c) ---- */

/* Open the anchor at `path`; -1 in `*fd` if there is none and `make` is not set. */
tacit_status tacit_anchor_open(tacit_ctx *cx, const char *path, bool make, int *fd);

/* The link that it holds: `n` 0 if it was never written. */
tacit_status tacit_anchor_read(tacit_ctx *cx, int fd, tacit_ledger_link *out);

/* Make sure that it holds `link` or a later one, and sync it. */
tacit_status tacit_anchor_write(tacit_ctx *cx, int fd, const tacit_ledger_link *link);

/* ---- stores (store_sqlite.c, store_postgresql.c) ---- */

/* A row as it is stored; borrowed for a call, or in scratch memory. */
typedef struct tacit_store_row {
    tacit_ledger_link link;
    const void *body;
    size_t n;
    tacit_ledger_answer answer; /* if it was asked for; not found: none */
} tacit_store_row;

/* What is done with a row. */
typedef tacit_status tacit_store_take(tacit_ctx *cx, void *user, const tacit_store_row *row);

/* Which rows are read, ends included, and whether with their answers. */
typedef struct tacit_store_range {
    uint64_t from, to;
    bool answers;
} tacit_store_range;

/* A way to keep a log.  `log` is what it knows of an open one. */
typedef struct tacit_ledger_store {
    /* The place in words that may be shown, in scratch memory: without what could be a secret. */
    tacit_status (*name)(tacit_ctx *cx, const char *place, const char **out);

    /* Find the log; `*log` is to be closed also if this fails. */
    tacit_status (*open)(tacit_ctx *cx, const char *place, tacit_ledger_mode mode, void **log,
                         bool *there);

    /* Get ready to read and write it; with `make` (only to write) its table is made if it has
     * none.  Fails if it is not what it should be. */
    tacit_status (*start)(tacit_ctx *cx, void *log, bool make);
    void (*close)(void *log); /* accepts NULL */

    /* Begin to write while nobody else can, undo if something was begun, and end so that it is
     * durable.  If the end fails it may be written or not. */
    tacit_status (*begin)(tacit_ctx *cx, void *log);
    void (*undo)(void *log);
    tacit_status (*end)(tacit_ctx *cx, void *log);

    /* Hand on the rows of a range in their order; `take` may read the log, too.  Memory does not
     * grow with the number of rows. */
    tacit_status (*read)(tacit_ctx *cx, void *log, const tacit_store_range *range,
                         tacit_store_take *take, void *user);

    /* Append a row; its answer is stored if it is found. */
    tacit_status (*append)(tacit_ctx *cx, void *log, const tacit_store_row *row);

    /* Row `number` with its answer, in scratch memory; its hash is not told. */
    tacit_status (*row)(tacit_ctx *cx, void *log, uint64_t number, tacit_store_row *out);
} tacit_ledger_store;

extern const tacit_ledger_store tacit_store_sqlite, tacit_store_postgresql;

/* ---- the ledger ---- */

struct tacit_ledger {
    const tacit_ledger_store *store;
    void *log;
    bool writes;
    int anchor;              /* -1: none */
    tacit_ledger_link last;  /* of the rows that were booked */
    tacit_ledger_link known; /* what the anchor held when the ledger was opened */
    tacit_books books;
    bool inside; /* a transaction that knows of all rows */
    bool broken; /* something could not be written: it is opened anew before it is used again */
};

/* Say that the chain does not hold at a row. */
tacit_status tacit_ledger_fail_chain(tacit_ctx *cx, uint64_t row);

/* Book the rows that were added since. */
tacit_status tacit_ledger_catch_up(tacit_ctx *cx, tacit_ledger *l);

/* The answer that `entry` stored, which must have the digest that was booked with it. */
tacit_status tacit_ledger_read_answer(tacit_ctx *cx, tacit_ledger *l,
                                      const tacit_books_entry *entry, tacit_ledger_answer *out);

#endif
