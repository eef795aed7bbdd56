/*
 * host.c - a program that protects a table it has in memory, through the library's header alone.
 *
 * 2 000 persons go in as an Arrow stream.  The first run is cancelled by its progress; the same
 * context and session then work again, and what was released comes out as a stream.
 *
 *     cc -o host host.c $(pkg-config --cflags --libs tacit) && ./host
 */
#include <stdio.h>
#include <stdlib.h>

#include <tacit.h>
#include <tacit_arrow.h>

enum { ROWS = 2000, COLUMNS = 2 };

static const char PLAN[] = "data: memory:people\n"
                           "roles: {key: age}\n"
                           "require: {k_anonymity: {k: 50}}\n"
                           "steps:\n"
                           "  - recode: {columns: age, width: 10}\n"
                           "  - top_code: {columns: pay, at: 2500}\n"
                           "output: memory:safe\n";

/* ---- a stream of our own ---- */

/* What the stream hands out; it belongs to main(), so that releasing frees nothing. */
typedef struct people {
    int64_t cell[COLUMNS][ROWS];
    const void *buffer[COLUMNS][2];
    struct ArrowArray array[COLUMNS], *arrays[COLUMNS];
    struct ArrowSchema field[COLUMNS], *fields[COLUMNS];
    int given;
} people;

static void release_schema(struct ArrowSchema *schema)
{
    schema->release = NULL;
}

static void release_array(struct ArrowArray *array)
{
    array->release = NULL;
}

static void release_stream(struct ArrowArrayStream *stream)
{
    stream->release = NULL;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    static const char *const name[COLUMNS] = { "age", "pay" };
    people *p = stream->private_data;
    for (int c = 0; c < COLUMNS; c++) {
        p->field[c] =
            (struct ArrowSchema){ .format = "l", .name = name[c], .release = release_schema };
        p->fields[c] = &p->field[c];
    }
    *out = (struct ArrowSchema){
        .format = "+s", .n_children = COLUMNS, .children = p->fields, .release = release_schema
    };
    return 0;
}

/* One batch with all rows, then the end. */
static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    static const void *none[] = { NULL };
    people *p = stream->private_data;
    *out = (struct ArrowArray){ .length = 0 };
    if (p->given++ > 0)
        return 0;
    for (int c = 0; c < COLUMNS; c++) {
        p->buffer[c][1] = p->cell[c];
        p->array[c] = (struct ArrowArray){
            .length = ROWS, .n_buffers = 2, .buffers = p->buffer[c], .release = release_array
        };
        p->arrays[c] = &p->array[c];
    }
    *out = (struct ArrowArray){ .length = ROWS,
                                .n_buffers = 1,
                                .buffers = none,
                                .n_children = COLUMNS,
                                .children = p->arrays,
                                .release = release_array };
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    (void)stream;
    return NULL;
}

static struct ArrowArrayStream stream_of(people *p)
{
    for (int i = 0; i < ROWS; i++) {
        p->cell[0][i] = 20 + i % 40;
        p->cell[1][i] = 1000 + i;
    }
    return (struct ArrowArrayStream){ .get_schema = get_schema,
                                      .get_next = get_next,
                                      .get_last_error = get_last_error,
                                      .release = release_stream,
                                      .private_data = p };
}

/* ---- the work ---- */

/* How often progress was told, and after how many times to stop; 0: never. */
typedef struct patience {
    int told, most;
} patience;

static int show(void *user, const char *stage, uint64_t done, uint64_t total)
{
    patience *p = user;
    p->told++;
    fprintf(stderr, "%s: %llu of %llu\n", stage, (unsigned long long)done,
            (unsigned long long)total);
    return p->most > 0 && p->told >= p->most;
}

static int complain(tacit_ctx *cx)
{
    fprintf(stderr, "%s\n", tacit_message(cx));
    return EXIT_FAILURE;
}

/* Print how many rows a released stream has, and release it. */
static void print_rows(struct ArrowArrayStream *out)
{
    long long rows = 0;
    struct ArrowArray batch;
    while (out->get_next(out, &batch) == 0 && batch.release != NULL) {
        rows += batch.length;
        batch.release(&batch);
    }
    out->release(out);
    printf("released: %lld rows\n", rows);
}

static int protect(tacit_ctx *cx, tacit_session *session)
{
    patience p = { .most = 1 };
    tacit_verdict verdict;
    char *record = NULL;
    struct ArrowArrayStream out;
    tacit_ctx_on_progress(cx, show, &p);
    tacit_ending ending = tacit_run(cx, session, "protect", PLAN, NULL, &verdict, &record);
    tacit_text_free(record);
    printf("cancelled: %s\n", ending == TACIT_FAILED ? tacit_message(cx) : "no");
    p.most = 0;
    ending = tacit_run(cx, session, "protect", PLAN, NULL, &verdict, &record);
    tacit_text_free(record);
    if (ending != TACIT_DONE || verdict != TACIT_VERDICT_HOLDS)
        return complain(cx);
    if (tacit_session_get(cx, session, "safe", &out) != TACIT_DONE)
        return complain(cx);
    print_rows(&out);
    return EXIT_SUCCESS;
}

int main(void)
{
    static people table;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_session *session = cx != NULL ? tacit_session_new(cx) : NULL;
    struct ArrowArrayStream in = stream_of(&table);
    int status = EXIT_FAILURE;
    if (session == NULL)
        fprintf(stderr, "Memory is exhausted.\n");
    else if (tacit_session_put(cx, session, "people", &in) != TACIT_DONE)
        status = complain(cx);
    else
        status = protect(cx, session);
    tacit_session_free(session);
    tacit_ctx_free(cx);
    return status;
}
