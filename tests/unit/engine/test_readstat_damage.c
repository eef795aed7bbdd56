/*
 * test_readstat_damage.c - files that are cut, flipped or not files at all, and frames
 * that no honest child sends: always a status with a sentence, never a crash, never a
 * child or a descriptor left behind.
 */
#include "unit/engine/test_readstat_help.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/memory.h"
#include "base/rng.h"
#include "base/text.h"
#include "engine/readstat/file.h"

enum { CUTS = 60, FLIPS = 80, MOST = 1 << 17 };

static const tacit_label LABELS[] = { { "1", "one" }, { "2", "two" } };
static const tacit_column_notes NOTES = { .title = "A title", .labels = LABELS, .n_labels = 2 };

static tacit_table *sample(tacit_ctx *cx)
{
    tacit_table *t = NULL;
    assert_int_equal(tacit_table_new(cx, 4, &t), TACIT_OK);
    const int64_t i[] = { 1, 2, 3, 4 };
    const double x[] = { 0.5, 2.385, 0, -1 };
    const int32_t d[] = { -3654, 0, 1, 20000 };
    const char *const s[] = { "alpha", NULL, "βγ", "a longer text than the others" };
    add_integers(cx, t, "i", i, 0xf, &NOTES);
    add_reals(cx, t, "x", x, 0xb, NULL);
    add_dates(cx, t, "d", d, 0xe, NULL);
    add_texts(cx, t, "s", s, NULL);
    return t;
}

static size_t get_bytes(const char *path, unsigned char *to)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    const size_t n = fread(to, 1, MOST, f);
    fclose(f);
    assert_true(n > 0 && n < MOST);
    return n;
}

static void put_bytes(const char *path, const unsigned char *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void assert_no_child(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* Read a damaged file: either it still is one, or a sentence says what is wrong. */
static tacit_status survive(const char *path)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = NULL;
    const tacit_status status = read_table(cx, path, &t);
    if (status != TACIT_OK) {
        assert_true(status == TACIT_ERR_DATA || status == TACIT_ERR_MEMORY);
        assert_non_null(strstr(tacit_message(cx), path));
        assert_null(t);
    }
    assert_no_child();
    tacit_table_free(t);
    tacit_ctx_free(cx);
    return status;
}

/* Cut and flip the file "whole.ENDING". */
static void damage_file(const char *ending)
{
    static unsigned char bytes[MOST], copy[MOST];
    char name[32];
    snprintf(name, sizeof name, "whole.%s", ending);
    assert_int_equal(survive(file_path(name)), TACIT_OK);
    const size_t n = get_bytes(file_path(name), bytes);
    snprintf(name, sizeof name, "damaged.%s", ending);
    const char *path = file_path(name);
    size_t refused = 0;
    for (size_t cut = 1; cut < n; cut += n / CUTS + 1) {
        put_bytes(path, bytes, cut);
        refused += survive(path) != TACIT_OK;
    }
    assert_true(refused > CUTS / 2);
    tacit_rng rng = tacit_rng_seed(20240531);
    for (size_t k = 0; k < FLIPS; k++) {
        memcpy(copy, bytes, n);
        for (size_t flips = 1 + tacit_rng_below(&rng, 3); flips > 0; flips--)
            copy[tacit_rng_below(&rng, n)] ^= (unsigned char)(1 + tacit_rng_below(&rng, 255));
        put_bytes(path, copy, n);
        (void)!survive(path);
    }
}

static void damage_format(const char *ending)
{
    char name[32];
    snprintf(name, sizeof name, "whole.%s", ending);
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = sample(cx);
    must_write(cx, t, file_path(name));
    damage_file(ending);
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

static void damaged_stata(void **state)
{
    (void)state;
    damage_format("dta");
}

static void damaged_spss(void **state)
{
    (void)state;
    damage_format("sav");
    damage_format("zsav");
}

static void damaged_transport(void **state)
{
    (void)state;
    damage_format("xpt");
}

static ssize_t to_file(const void *bytes, size_t n, void *user)
{
    return (ssize_t)fwrite(bytes, 1, n, (FILE *)user);
}

/* The driver does not write SAS data sets; ReadStat does. */
static void damaged_sas(void **state)
{
    (void)state;
    FILE *f = fopen(file_path("whole.sas7bdat"), "wb");
    assert_non_null(f);
    readstat_writer_t *w = readstat_writer_init();
    readstat_set_data_writer(w, to_file);
    readstat_variable_t *x = readstat_add_variable(w, "x", READSTAT_TYPE_DOUBLE, 0);
    readstat_variable_t *s = readstat_add_variable(w, "s", READSTAT_TYPE_STRING, 12);
    readstat_variable_set_label(x, "A title");
    assert_int_equal(readstat_begin_writing_sas7bdat(w, f, 3), READSTAT_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(readstat_begin_row(w), READSTAT_OK);
        assert_int_equal(readstat_insert_double_value(w, x, i + 0.5), READSTAT_OK);
        assert_int_equal(readstat_insert_string_value(w, s, "text"), READSTAT_OK);
        assert_int_equal(readstat_end_row(w), READSTAT_OK);
    }
    assert_int_equal(readstat_end_writing(w), READSTAT_OK);
    readstat_writer_free(w);
    fclose(f);
    damage_file("sas7bdat");
}

/* A child that crashes, runs out of time, or never says anything. */
static void children_that_fail(void **state)
{
    (void)state;
    const tacit_readstat_job job = { .uri = "a.dta",
                                     .fd = -1,
                                     .format = tacit_readstat_format_find("a.dta") };
    const int ends[] = { SIGSEGV, SIGXCPU, 0 };
    for (size_t k = 0; k < 3; k++) {
        tacit_ctx *cx = tacit_ctx_new();
        int end[2];
        assert_int_equal(pipe(end), 0);
        const pid_t pid = fork();
        if (pid == 0) {
            signal(SIGSEGV, SIG_DFL);
            raise(ends[k]);
            for (;;)
                pause();
        }
        close(end[1]);
        if (ends[k] == 0)
            tacit_cancel(cx);
        tacit_readstat_pipe p = { .pid = pid, .fd = end[0], .job = &job };
        tacit_readstat_frame next;
        assert_int_equal(tacit_readstat_pipe_next(cx, &p, &next),
                         ends[k] == 0 ? TACIT_ERR_CANCELLED : TACIT_ERR_DATA);
        assert_int_equal(strstr(tacit_message(cx), "too long") != NULL, ends[k] == SIGXCPU);
        tacit_readstat_pipe_close(&p);
        tacit_readstat_pipe_close(&p);
        assert_no_child();
        tacit_ctx_free(cx);
    }
}

static void not_a_file_of_its_kind(void **state)
{
    (void)state;
    static const char *const ending[] = { "dta", "sav", "zsav", "por", "sas7bdat", "xpt" };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = sample(cx), *none = NULL;
    must_write(cx, t, file_path("right.sav"));
    must_write(cx, t, file_path("right.dta"));
    static unsigned char bytes[MOST];
    for (size_t k = 0; k < 6; k++) {
        char name[32];
        const bool spss = k == 1 || k == 2;
        const size_t n = get_bytes(file_path(spss ? "right.dta" : "right.sav"), bytes);
        snprintf(name, sizeof name, "wrong.%s", ending[k]);
        put_bytes(file_path(name), bytes, n);
        assert_int_equal(survive(file_path(name)), TACIT_ERR_DATA);
        put_bytes(file_path(name), bytes, 0);
        assert_int_equal(read_table(cx, file_path(name), &none), TACIT_ERR_DATA);
        assert_non_null(strstr(tacit_message(cx), "is empty"));
        snprintf(name, sizeof name, "folder.%s", ending[k]);
        assert_int_equal(mkdir(file_path(name), 0700), 0);
        assert_int_equal(read_table(cx, file_path(name), &none), TACIT_ERR_IO);
        assert_non_null(strstr(tacit_message(cx), "directory"));
        snprintf(name, sizeof name, "absent.%s", ending[k]);
        assert_int_equal(read_table(cx, file_path(name), &none), TACIT_ERR_IO);
        snprintf(name, sizeof name, "queue.%s", ending[k]);
        assert_int_equal(mkfifo(file_path(name), 0600), 0);
        assert_int_equal(read_table(cx, file_path(name), &none), TACIT_ERR_IO);
    }
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

static void endings_that_are_read_and_written(void **state)
{
    (void)state;
    const tacit_engine *e = &tacit_engine_readstat;
    assert_true(e->reads("a.dta") && e->reads("x/B.SAV") && e->reads("c.sas7bdat"));
    assert_true(e->reads("a.por") && !e->writes("a.por") && !e->writes("a.sas7bdat"));
    assert_true(e->writes("a.dta") && e->writes("a.zsav") && e->writes("a.xpt"));
    assert_false(e->reads("a.csv") || e->reads(".dta") || e->reads("dta"));
    assert_false(e->reads("http://host/a.dta"));
}

/* ---- frames ---- */

static tacit_buffer frames;

static void frame(tacit_ctx *cx, uint32_t type, const void *payload, size_t n)
{
    const uint32_t head[2] = { type, (uint32_t)n };
    assert_int_equal(tacit_buffer_bytes(cx, &frames, (const char *)head, sizeof head), TACIT_OK);
    assert_int_equal(tacit_buffer_bytes(cx, &frames, payload, n), TACIT_OK);
}

/* VARIABLE "x", numeric: kind, storage, then name, title, format, set. */
static const unsigned char VARIABLE[] = {
    0, 0, 1, 0, 0, 0, 'x', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
};
/* END: no error, no failed read, the rows. */
static const unsigned char END_EMPTY[16] = { 0 }, END_ONE[16] = { [8] = 1 };

/* STATS of values from 0 to 2, whole. */
static void stats(tacit_ctx *cx)
{
    unsigned char payload[34] = { 0 };
    const double max = 2.0;
    memcpy(payload + 8, &max, sizeof max);
    payload[16] = 1;
    frame(cx, TACIT_READSTAT_STATS, payload, sizeof payload);
}

static int frames_fd(void)
{
    put_bytes(file_path("frames"), (const unsigned char *)frames.text, frames.length);
    frames.length = 0;
    const int fd = open(file_path("frames"), O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    return fd;
}

/* Read the frames as a schema into a file of its own. */
static tacit_status read_schema(tacit_ctx *cx, tacit_readstat_file **out)
{
    static const char uri[] = "frames.dta";
    tacit_readstat_file *f = NULL;
    assert_int_equal(tacit_alloc(cx, 1, sizeof *f, &f), TACIT_OK);
    f->job = (tacit_readstat_job){ .fd = -1, .format = tacit_readstat_format_find(uri) };
    assert_int_equal(tacit_copy_text(cx, uri, &f->uri), TACIT_OK);
    f->job.uri = f->uri;
    tacit_readstat_pipe p = { .fd = frames_fd(), .job = &f->job };
    const tacit_status status = tacit_readstat_file_read(cx, f, &p);
    tacit_readstat_pipe_close(&p);
    *out = f;
    return status;
}

static void expect_schema(tacit_ctx *cx, tacit_status wanted)
{
    tacit_readstat_file *f = NULL;
    assert_int_equal(read_schema(cx, &f), wanted);
    if (wanted != TACIT_OK)
        assert_non_null(strstr(tacit_message(cx), "frames.dta"));
    tacit_readstat_file_free(f);
}

static void dishonest_schemas(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    const uint32_t huge[] = { TACIT_READSTAT_VARIABLE, UINT32_MAX };
    unsigned char bad[sizeof VARIABLE];
    memcpy(bad, VARIABLE, sizeof bad);

    frame(cx, TACIT_READSTAT_VARIABLE, VARIABLE, sizeof VARIABLE);
    stats(cx);
    frame(cx, TACIT_READSTAT_END, END_ONE, sizeof END_ONE);
    expect_schema(cx, TACIT_OK);

    expect_schema(cx, TACIT_ERR_DATA); /* nothing at all */
    frame(cx, 77, VARIABLE, sizeof VARIABLE);
    expect_schema(cx, TACIT_ERR_DATA); /* no such frame */
    assert_int_equal(tacit_buffer_bytes(cx, &frames, (const char *)huge, 8), TACIT_OK);
    expect_schema(cx, TACIT_ERR_DATA); /* too large */
    frame(cx, TACIT_READSTAT_VARIABLE, VARIABLE, sizeof VARIABLE - 1);
    expect_schema(cx, TACIT_ERR_DATA); /* too short */
    frame(cx, TACIT_READSTAT_VARIABLE, VARIABLE, sizeof VARIABLE);
    frame(cx, TACIT_READSTAT_END, END_EMPTY, sizeof END_EMPTY);
    expect_schema(cx, TACIT_ERR_DATA); /* a column without STATS */
    for (int turn = 0; turn < 2; turn++)
        frame(cx, TACIT_READSTAT_VARIABLE, VARIABLE, sizeof VARIABLE);
    stats(cx);
    stats(cx);
    frame(cx, TACIT_READSTAT_END, END_EMPTY, sizeof END_EMPTY);
    expect_schema(cx, TACIT_ERR_DATA);                         /* two columns of one name */
    static const unsigned char names[] = { 0xff, 0x00, 0x01 }; /* not UTF-8, NUL, control */
    for (size_t k = 0; k < sizeof names; k++) {
        bad[6] = names[k];
        frame(cx, TACIT_READSTAT_VARIABLE, bad, sizeof bad);
        stats(cx);
        frame(cx, TACIT_READSTAT_END, END_EMPTY, sizeof END_EMPTY);
        expect_schema(cx, TACIT_ERR_DATA);
        assert_int_equal(strstr(tacit_message(cx), "not valid UTF-8") != NULL, k < 2);
    }
    tacit_buffer_free(&frames);
    tacit_ctx_free(cx);
}

/* Cells for one row of the whole column "x" from 0 to 2. */
static void expect_cells(tacit_ctx *cx, const unsigned char *cells, size_t n, tacit_status wanted)
{
    frame(cx, TACIT_READSTAT_VARIABLE, VARIABLE, sizeof VARIABLE);
    stats(cx);
    frame(cx, TACIT_READSTAT_END, END_ONE, sizeof END_ONE);
    tacit_readstat_file *f = NULL;
    assert_int_equal(read_schema(cx, &f), TACIT_OK);
    frame(cx, TACIT_READSTAT_CELLS, cells, n);
    frame(cx, TACIT_READSTAT_END, END_ONE, sizeof END_ONE);
    tacit_readstat_pipe p = { .fd = frames_fd(), .job = &f->job };
    tacit_table *t = NULL;
    assert_int_equal(tacit_readstat_rows(cx, f, NULL, NULL, &p, &t), wanted);
    tacit_readstat_pipe_close(&p);
    tacit_table_free(t);
    tacit_readstat_file_free(f);
}

static void dishonest_cells(void **state)
{
    (void)state;
    tacit_ctx *cx = tacit_ctx_new();
    unsigned char two[9] = { TACIT_READSTAT_NUMBER }, three[9] = { TACIT_READSTAT_NUMBER },
                  nan[9] = { TACIT_READSTAT_NUMBER };
    const double value[] = { 2.0, 3.0, NAN };
    memcpy(two + 1, &value[0], 8);
    memcpy(three + 1, &value[1], 8);
    memcpy(nan + 1, &value[2], 8);
    expect_cells(cx, two, sizeof two, TACIT_OK);
    expect_cells(cx, (const unsigned char[]){ TACIT_READSTAT_MISSING }, 1, TACIT_OK);
    expect_cells(cx, three, sizeof three, TACIT_ERR_DATA); /* beyond the first pass */
    expect_cells(cx, nan, sizeof nan, TACIT_ERR_DATA);     /* not a number */
    expect_cells(cx, two, sizeof two - 1, TACIT_ERR_DATA); /* cut */
    expect_cells(cx, two, 0, TACIT_ERR_DATA);              /* a row too few */
    expect_cells(cx, (const unsigned char[]){ 0, 0 }, 2, TACIT_ERR_DATA); /* one too many */
    expect_cells(cx, (const unsigned char[]){ TACIT_READSTAT_TEXT, 1, 0, 0, 0, 'a' }, 6,
                 TACIT_ERR_DATA); /* a text in a numeric column */
    expect_cells(cx, (const unsigned char[]){ 9 }, 1, TACIT_ERR_DATA); /* no such kind */
    tacit_buffer_free(&frames);
    tacit_ctx_free(cx);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_stata),
        cmocka_unit_test(damaged_spss),
        cmocka_unit_test(damaged_transport),
        cmocka_unit_test(damaged_sas),
        cmocka_unit_test(children_that_fail),
        cmocka_unit_test(not_a_file_of_its_kind),
        cmocka_unit_test(endings_that_are_read_and_written),
        cmocka_unit_test(dishonest_schemas),
        cmocka_unit_test(dishonest_cells),
    };
    return cmocka_run_group_tests_name("readstat_damage", tests, NULL, remove_folder);
}
