/*
 * test_ledger_damage.c - a ledger that was damaged or tampered with: it is refused, or nothing that
 * counts has changed.
 *
 * Bits are flipped and files cut short at hundreds of random places of the log, its write-ahead log
 * and the anchor; rows are changed through SQLite itself, as somebody who wants budget back would.
 */
#include "ledgers.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/wait.h>

#include "base/rng.h"

static const char *const FILES[] = { "ledger", "ledger-wal", "ledger.anchor" };
enum { N_FILES = 3, MOST_BYTES = 1 << 20, QUESTIONS = 12, DAMAGES = 200 };

/* The files of a ledger, as bytes. */
typedef struct files {
    char *bytes[N_FILES];
    size_t n[N_FILES];
} files;

/* Fill a ledger and stop without closing it, so that its write-ahead log is left. */
static void fill(const place *p, bool killed)
{
    const pid_t child = fork();
    int status = 0;
    if (child == 0) {
        tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
        for (int i = 0; i < QUESTIONS; i++) {
            char text[32], answer[512];
            snprintf(text, sizeof text, "question %d", i);
            snprintf(answer, sizeof answer, "%0*d", 10 + 40 * i, i);
            const tacit_ledger_request r = question_of(i % 2 == 0 ? "ann" : "bob", text, 5);
            (void)ask_ledger(p->cx, l, &r, answer);
        }
        const tacit_ledger_request r = question_of("eve", "left behind", 5);
        (void)reserve_for(p->cx, l, &r);
        if (!killed)
            tacit_ledger_close(l);
        _exit(0);
    }
    assert_true(waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                WEXITSTATUS(status) == 0);
}

static void read_files(const place *p, files *out)
{
    for (size_t f = 0; f < N_FILES; f++) {
        char path[PATH_BYTES];
        FILE *file = fopen(path_of(p, FILES[f], path), "rb");
        assert_ok(p->cx, tacit_scratch(p->cx, MOST_BYTES, 1, &out->bytes[f]));
        out->n[f] = file == NULL ? 0 : fread(out->bytes[f], 1, MOST_BYTES, file);
        if (file != NULL)
            (void)fclose(file);
    }
}

static void write_files(const place *p, const files *from)
{
    char path[PATH_BYTES];
    (void)unlink(path_of(p, "ledger-shm", path));
    for (size_t f = 0; f < N_FILES; f++) {
        (void)unlink(path_of(p, FILES[f], path));
        if (from->n[f] > 0 || f != 1)
            put_bytes(p, FILES[f], from->bytes[f], from->n[f]);
    }
}

static tacit_status add_entry(tacit_ctx *cx, void *user, const tacit_ledger_entry *e)
{
    tacit_sha256 *s = user;
    (void)cx;
    tacit_sha256_add(s, &e->number, sizeof e->number);
    tacit_sha256_add(s, &e->state, sizeof e->state);
    tacit_sha256_add(s, &e->request.cost, sizeof e->request.cost);
    tacit_sha256_add(s, e->request.question, e->request.length);
    tacit_sha256_add(s, e->request.analyst, strlen(e->request.analyst));
    return TACIT_OK;
}

/* All that a ledger says, as a digest. */
static tacit_status tell(tacit_ctx *cx, tacit_ledger *l, unsigned char out[TACIT_SHA256_BYTES])
{
    const tacit_ledger_request r = question_of("ann", "", 0);
    uint64_t answers = 0;
    tacit_sha256 s;
    tacit_sha256_begin(&s, tacit_sha256_is_fast());
    TACIT_TRY(tacit_ledger_check(cx, l, &answers));
    TACIT_TRY(tacit_ledger_visit(cx, l, NULL, 0, add_entry, &s));
    const tacit_ledger_account a = tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &r);
    tacit_sha256_add(&s, &a.spent, sizeof a.spent);
    tacit_sha256_add(&s, &answers, sizeof answers);
    tacit_sha256_end(&s, out);
    return TACIT_OK;
}

/* Open, tell and close; the status of the first that fails. */
static tacit_status look_at(const place *p, tacit_ledger_mode mode,
                            unsigned char out[TACIT_SHA256_BYTES])
{
    char path[PATH_BYTES];
    tacit_ledger *l = NULL;
    TACIT_TRY(tacit_ledger_open(p->cx, path_of(p, "ledger", path), mode, &l));
    const tacit_status status = tell(p->cx, l, out);
    tacit_ledger_close(l);
    return status;
}

/* The damaged ledger is refused, or says what it said.  Returns whether it was refused. */
static bool refused_or_same(const place *p, const unsigned char whole[TACIT_SHA256_BYTES])
{
    unsigned char now[TACIT_SHA256_BYTES];
    const size_t mark = tacit_scratch_mark(p->cx);
    const tacit_status read = look_at(p, TACIT_LEDGER_READ, now);
    if (read == TACIT_OK)
        assert_memory_equal(now, whole, sizeof now);
    const tacit_status write = look_at(p, TACIT_LEDGER_WRITE, now);
    if (write == TACIT_OK)
        assert_memory_equal(now, whole, sizeof now);
    tacit_scratch_release(p->cx, mark);
    return write != TACIT_OK;
}

/* One random damage of file `f`: a bit is flipped, or the file ends early. */
static bool try_damage(const place *p, const files *kept, size_t f, tacit_rng *rng,
                       const unsigned char whole[TACIT_SHA256_BYTES])
{
    const size_t at = (size_t)tacit_rng_below(rng, kept->n[f]);
    const char byte = kept->bytes[f][at];
    files bad = *kept;
    if (tacit_rng_below(rng, 3) == 0)
        bad.n[f] = at;
    else
        bad.bytes[f][at] = (char)(byte ^ (1 << tacit_rng_below(rng, 8)));
    write_files(p, &bad);
    bad.bytes[f][at] = byte;
    return refused_or_same(p, whole);
}

static void damage(const place *p, bool killed, uint64_t seed)
{
    files kept;
    unsigned char whole[TACIT_SHA256_BYTES];
    tacit_rng rng = tacit_rng_seed(seed);
    size_t refused[N_FILES] = { 0 };
    fill(p, killed);
    read_files(p, &kept);
    assert_true((kept.n[1] > 0) == killed);
    assert_int_equal(look_at(p, TACIT_LEDGER_READ, whole), TACIT_OK);
    for (size_t t = 0; t < DAMAGES; t++) {
        const size_t f = t % N_FILES;
        if (kept.n[f] > 0)
            refused[f] += try_damage(p, &kept, f, &rng, whole);
    }
    assert_true(refused[killed ? 1 : 0] > DAMAGES / N_FILES / 10);
}

static void test_flips_after_kill(void **state)
{
    damage(*state, true, 1);
}

static void test_flips_after_closing(void **state)
{
    damage(*state, false, 2);
}

/* Change the log by SQL, as its owner can, and open it again: refused, with `part` in the message.
 */
static void tamper(const place *p, const files *kept, const char *sql, const char *part)
{
    char path[PATH_BYTES];
    sqlite3 *db = NULL;
    unsigned char now[TACIT_SHA256_BYTES];
    write_files(p, kept);
    assert_int_equal(sqlite3_open(path_of(p, "ledger", path), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_fails(p->cx, look_at(p, TACIT_LEDGER_WRITE, now), TACIT_ERR_DATA, part);
}

static void test_tampering(void **state)
{
    const place *p = *state;
    files kept;
    fill(p, false);
    read_files(p, &kept);
    tamper(p, &kept, "DELETE FROM log WHERE number = 3", "broken at row 3");
    tamper(p, &kept, "DELETE FROM log WHERE number = (SELECT max(number) FROM log)",
           "has lost its last rows: 25 of 26");
    tamper(p, &kept, "DELETE FROM log WHERE number > 1", "1 of 26");
    tamper(p, &kept, "DELETE FROM log", "0 of 26");
    tamper(p, &kept,
           "UPDATE log SET number = -number WHERE number IN (2, 4);"
           "UPDATE log SET number = 6 + number WHERE number < 0",
           "broken at row 2");
    tamper(p, &kept, "INSERT INTO log SELECT 27, body, hash, NULL FROM log WHERE number = 2",
           "broken at row 27");
    tamper(p, &kept,
           "UPDATE log SET body = (SELECT body FROM log WHERE number = 4) WHERE number = 2",
           "broken at row 2");
    tamper(p, &kept, "UPDATE log SET answer = x'31' WHERE number = 3", "answer that row 3");
    tamper(p, &kept, "CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM log; END",
           "no ledger");
    tamper(p, &kept, "CREATE TABLE other(x)", "no ledger");
    tamper(p, &kept, "DROP TABLE log; VACUUM", "no ledger");
}

/* The log without its anchor, or the anchor without its log, is no ledger; nor is another file. */
static void test_missing_parts(void **state)
{
    const place *p = *state;
    char path[PATH_BYTES];
    unsigned char now[TACIT_SHA256_BYTES];
    files kept;
    fill(p, false);
    read_files(p, &kept);
    (void)unlink(path_of(p, "ledger.anchor", path));
    assert_fails(p->cx, look_at(p, TACIT_LEDGER_WRITE, now), TACIT_ERR_DATA, "no ");
    put_text(p, "ledger.anchor", "");
    assert_fails(p->cx, look_at(p, TACIT_LEDGER_WRITE, now), TACIT_ERR_DATA, "is empty");
    put_text(p, "ledger.anchor", "hello");
    assert_fails(p->cx, look_at(p, TACIT_LEDGER_WRITE, now), TACIT_ERR_DATA, "anchor is damaged");
    write_files(p, &kept);
    (void)unlink(path_of(p, "ledger", path));
    assert_fails(p->cx, look_at(p, TACIT_LEDGER_WRITE, now), TACIT_ERR_DATA,
                 "but the ledger is not");
    put_text(p, "ledger", "id,age\n1,20\n");
    assert_fails(p->cx, look_at(p, TACIT_LEDGER_READ, now), TACIT_ERR_DATA, "damaged");
}

/* A whole older copy of both files is a ledger: what is written of it in the docs. */
static void test_both_rolled_back(void **state)
{
    const place *p = *state;
    files kept;
    unsigned char old[TACIT_SHA256_BYTES], now[TACIT_SHA256_BYTES];
    fill(p, false);
    read_files(p, &kept);
    assert_int_equal(look_at(p, TACIT_LEDGER_READ, old), TACIT_OK);
    tacit_ledger *l = open_ledger_at(p, TACIT_LEDGER_WRITE);
    const tacit_ledger_request r = question_of("ann", "one more", 5);
    (void)ask_ledger(p->cx, l, &r, "1");
    tacit_ledger_close(l);
    write_files(p, &kept);
    assert_int_equal(look_at(p, TACIT_LEDGER_WRITE, now), TACIT_OK);
    assert_memory_equal(old, now, sizeof old);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_flips_after_kill), with_place(test_flips_after_closing),
        with_place(test_tampering),        with_place(test_missing_parts),
        with_place(test_both_rolled_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
