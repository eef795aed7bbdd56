/*
 * read.c - a plain text file into columns.
 *
 * The file passes through one block of memory.  In each block the places of delimiters, line
 * feeds and quotes are found first (csv_marks.h); records are then cut from mark to mark and
 * the fields put into their columns (csv_column.h).  A record that the end of the block cuts
 * off is moved to the front before the next bytes are read.  What is not plain stops the
 * reading at once: the caller leaves such files to others.
 *
 * Linear in the bytes; the memory beside the columns does not depend on the file.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "engine/csv/marks.h"
#include "engine/csv/reader.h"
#include "engine/csv_rules.h"

enum {
    FRONT = 16, /* readable bytes before the block */
    BLOCK = 1 << 18,
    MOST_CHUNK = 4096,
    CHUNK_BYTES = 1 << 20, /* of all columns' chunks */
    MOST_SLOTS = 2048,
    LEAST_SLOTS = 4,
    SLOT_BYTES = 1 << 22 /* of all columns' remembered texts */
};

typedef tacit_csv_reader reader;

/* ---- columns ---- */

static size_t power_below(size_t x)
{
    size_t p = 1;
    while (2 * p <= x)
        p *= 2;
    return p;
}

static size_t within(size_t x, size_t least, size_t most)
{
    return x < least ? least : x > most ? most : x;
}

static bool is_wanted(const tacit_select *wanted, size_t j)
{
    size_t c = 0;
    while (wanted != NULL && c < wanted->n && wanted->at[c] != j)
        c++;
    return wanted == NULL || c < wanted->n;
}

static tacit_status start_columns(reader *r, bool careful)
{
    const tacit_csv_file *f = r->file;
    const size_t slots =
        within(power_below(SLOT_BYTES / sizeof(tacit_csv_slot) / f->n), LEAST_SLOTS, MOST_SLOTS);
    r->chunk = within(CHUNK_BYTES / 8 / f->n / 64 * 64, 64, MOST_CHUNK);
    r->n = f->n;
    TACIT_TRY(tacit_scratch(r->cx, f->n, sizeof *r->column, &r->column));
    for (size_t j = 0; j < f->n; j++) {
        tacit_csv_column *c = &r->column[j];
        c->name = f->name[j];
        c->args = f->source.args;
        c->skipped = !is_wanted(r->wanted, j);
        if (c->skipped)
            continue;
        c->direct = f->direct[j] && !careful ? f->type[j] : TACIT_TYPE_CATEGORY;
        const size_t rows = r->meant != NULL ? 0 : f->expected;
        TACIT_TRY(tacit_csv_column_start(r->cx, r->chunk, slots, rows, c));
    }
    return TACIT_OK;
}

/* Compare the chunk with what was meant; what differs ends the reading. */
static tacit_status compare(reader *r)
{
    for (size_t j = 0; j < r->n && !r->differs; j++) {
        bool same = true;
        TACIT_TRY(tacit_csv_meant_is(r->cx, &r->column[j], &r->meant[j], r->rows, r->row, &same));
        r->differs = !same;
    }
    r->limit = r->differs ? 0 : r->limit;
    r->rows += r->row;
    r->row = 0;
    return TACIT_OK;
}

static tacit_status flush(reader *r)
{
    if (r->meant != NULL)
        return compare(r);
    for (size_t j = 0; j < r->n; j++)
        if (!r->column[j].skipped)
            TACIT_TRY(tacit_csv_column_flush(r->cx, &r->column[j], r->row));
    r->rows += r->row;
    r->row = 0;
    return TACIT_OK;
}

/* ---- records ---- */

/* A field between marks: its text, and the mark that ends it. */
typedef struct field {
    const char *text;
    size_t length, mark;
} field;

/* Copy the text between quotes without the doubled ones. */
static void unquote(reader *r, field *f)
{
    size_t n = 0;
    for (size_t i = 0; i < f->length; i++) {
        r->unquoted[n++] = f->text[i];
        i += f->text[i] == '"';
    }
    f->text = r->unquoted;
    f->length = n;
}

/* The mark of the next quote from mark `k` on, or `marks`. */
static size_t next_quote(const reader *r, size_t k)
{
    while (k < r->marks && r->block[r->mark[k]] != '"')
        k++;
    return k;
}

/* Whether mark `k`, a quote, is followed by another one at once. */
static bool is_doubled(const reader *r, size_t k)
{
    return r->mark[k + 1] == r->mark[k] + 1 && r->block[r->mark[k + 1]] == '"';
}

/* The field whose opening quote is mark `k`. */
static tacit_csv_turn quoted_field(reader *r, size_t k, field *f)
{
    const size_t from = r->mark[k] + 1;
    bool doubled = false;
    k = next_quote(r, k + 1);
    while (k + 1 < r->marks && is_doubled(r, k)) {
        doubled = true;
        k = next_quote(r, k + 2);
    }
    if (k + 1 >= r->marks)
        return TACIT_CSV_PARTIAL;
    const size_t quote = r->mark[k], after = r->mark[k + 1];
    const bool feed = r->file->crlf && r->block[after] == '\n' && r->block[after - 1] == '\r';
    if (after != quote + 1 + feed || r->block[after] == '"')
        return TACIT_CSV_FOREIGN;
    *f = (field){ .text = r->block + from, .length = quote - from, .mark = k + 1 };
    if (doubled)
        unquote(r, f);
    return TACIT_CSV_GOES_ON;
}

/* Put the field of column `j` that begins with a quote, mark `*k`; then go on behind it. */
static tacit_csv_turn put_quoted(reader *r, size_t j, size_t *at, size_t *k)
{
    field f;
    if (r->mark[*k] != *at || r->block[*at] != '"')
        return TACIT_CSV_FOREIGN;
    tacit_csv_turn turn = quoted_field(r, *k, &f);
    if (turn != TACIT_CSV_GOES_ON)
        return turn;
    const size_t end = r->mark[f.mark];
    const bool last = j + 1 == r->n;
    if (r->block[end] != (last ? '\n' : r->file->delimiter) ||
        (last && r->file->crlf && r->block[end - 1] != '\r'))
        return TACIT_CSV_FOREIGN;
    turn = tacit_csv_put(r->cx, &r->column[j], r->row, f.text, f.length);
    *at = end + 1;
    *k = f.mark + 1;
    return turn;
}

/* Put the field of column `j`, which reaches from byte `at` to mark `k`. */
static inline tacit_csv_turn put_bare(const reader *r, size_t j, size_t at, size_t k)
{
    const char *text = r->block + at;
    size_t length = r->mark[k] - at;
    if (r->file->crlf && j + 1 == r->n) {
        if (length == 0 || text[length - 1] != '\r')
            return TACIT_CSV_FOREIGN;
        length--;
    }
    return tacit_csv_put(r->cx, &r->column[j], r->row, text, length);
}

/* Cut the next record.  Cutting one twice, because it was partial, does no harm. */
static tacit_csv_turn cut_record(reader *r)
{
    const uint32_t *const mark = r->mark;
    const size_t n = r->n, marks = r->marks;
    const char delimiter = r->file->delimiter;
    size_t at = r->begin, k = r->next;
    for (size_t j = 0; j < n; j++) {
        tacit_csv_turn turn = TACIT_CSV_PARTIAL;
        if (k >= marks)
            return turn;
        if (__builtin_expect(r->block[mark[k]] == (j + 1 == n ? '\n' : delimiter), 1)) {
            turn = put_bare(r, j, at, k);
            at = mark[k++] + 1;
        } else {
            turn = put_quoted(r, j, &at, &k);
        }
        if (__builtin_expect(turn != TACIT_CSV_GOES_ON, 0))
            return turn;
    }
    r->begin = at;
    r->next = k;
    r->row++;
    return TACIT_CSV_GOES_ON;
}

static tacit_status failure(const reader *r)
{
    for (size_t j = 0; j < r->n; j++)
        if (r->column[j].status != TACIT_OK)
            return r->column[j].status;
    return TACIT_OK;
}

/* Cut records until the block has no whole one or the rows wanted are there. */
static tacit_status cut_block(reader *r, tacit_csv_turn *turn)
{
    *turn = TACIT_CSV_GOES_ON;
    while (*turn == TACIT_CSV_GOES_ON && r->rows + r->row < r->limit) {
        *turn = cut_record(r);
        if (r->row == r->chunk)
            TACIT_TRY(flush(r));
    }
    return *turn == TACIT_CSV_FAILED ? failure(r) : TACIT_OK;
}

/* ---- blocks ---- */

/* Read until the block is full or the file at its end; false if reading fails. */
static bool fill(reader *r)
{
    while (r->end < BLOCK) {
        const ssize_t n = read(r->fd, r->block + r->end, BLOCK - r->end);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        r->over = n == 0;
        if (r->over)
            return true;
        r->end += (size_t)n;
        r->taken += (size_t)n;
    }
    return true;
}

/* Give the last line of the file the end that it lacks. */
static void end_last_line(reader *r)
{
    if (!r->over || r->end == 0 || r->block[r->end - 1] == '\n')
        return;
    if (r->file->crlf && r->block[r->end - 1] != '\r')
        r->block[r->end++] = '\r';
    r->block[r->end++] = '\n';
}

/* Move what is left to the front and read on behind it; false if reading fails. */
static bool next_block(reader *r)
{
    memmove(r->block, r->block + r->begin, r->end - r->begin);
    r->end -= r->begin;
    r->begin = r->next = 0;
    if (!fill(r))
        return false;
    end_last_line(r);
    r->marks = tacit_csv_marks(r->block, r->end, r->file->delimiter, r->mark);
    return true;
}

/* Read to the end, or to the limit. */
static tacit_status read_blocks(reader *r, tacit_csv_turn *turn)
{
    *turn = TACIT_CSV_PARTIAL;
    while (*turn == TACIT_CSV_PARTIAL) {
        const size_t left = r->end - r->begin;
        if (r->over || left == BLOCK) { /* unless all is cut, a quote is open or a line too long */
            *turn = left == 0 ? TACIT_CSV_GOES_ON : TACIT_CSV_FOREIGN;
            break;
        }
        if (!next_block(r)) {
            *turn = TACIT_CSV_FOREIGN;
            break;
        }
        TACIT_TRY(cut_block(r, turn));
        TACIT_TRY(tacit_tick(r->cx, r->taken, r->file->bytes - r->file->start));
    }
    return *turn == TACIT_CSV_GOES_ON ? flush(r) : TACIT_OK;
}

static tacit_status start_reader(reader *r, bool careful)
{
    char *room = NULL;
    TACIT_TRY(tacit_scratch(r->cx, FRONT + BLOCK + TACIT_CSV_SLACK, 1, &room));
    TACIT_TRY(tacit_scratch(r->cx, BLOCK + TACIT_CSV_SLACK, 1, &r->unquoted));
    TACIT_TRY(tacit_scratch(r->cx, BLOCK + 2 * TACIT_CSV_STEP, sizeof *r->mark, &r->mark));
    r->block = room + FRONT;
    return start_columns(r, careful);
}

/* ---- results ---- */

/* Add column `j`, which may have been asked for before. */
static tacit_status add_column(reader *r, const tacit_csv_file *f, size_t j, tacit_table *t)
{
    tacit_column *c = NULL;
    if (r->column[j].builder == NULL) {
        const size_t before = tacit_table_find(t, f->name[j]);
        return tacit_table_add(r->cx, t, tacit_column_share(tacit_table_column(t, before)));
    }
    TACIT_TRY(tacit_csv_column_finish(r->cx, &r->column[j], f->type[j], &c));
    return tacit_table_add(r->cx, t, c);
}

static tacit_status add_columns(reader *r, const tacit_csv_file *f, tacit_table *t)
{
    const size_t n = r->wanted != NULL ? r->wanted->n : r->n;
    for (size_t c = 0; c < n; c++)
        TACIT_TRY(add_column(r, f, r->wanted != NULL ? r->wanted->at[c] : c, t));
    return TACIT_OK;
}

static tacit_status make_table(reader *r, const tacit_csv_file *f, tacit_table **out)
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(r->cx, r->rows, &t));
    const tacit_status status = add_columns(r, f, t);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    *out = t;
    return TACIT_OK;
}

/* Read once; with dictionaries only if `careful`. */
static tacit_status read_once(reader *r, tacit_csv_file *f, bool careful, tacit_csv_turn *turn,
                              tacit_table **out)
{
    TACIT_TRY(start_reader(r, careful));
    TACIT_TRY(read_blocks(r, turn));
    if (*turn != TACIT_CSV_GOES_ON || r->differs)
        return TACIT_OK;
    TACIT_TRY(tacit_csv_settle_types(r, f));
    return out != NULL ? make_table(r, f, out) : TACIT_OK;
}

/* Open the file where its records begin, read it once, close it. */
static tacit_status read_file(reader *r, tacit_csv_file *f, bool careful, tacit_csv_turn *turn,
                              tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(r->cx);
    *turn = TACIT_CSV_FOREIGN;
    r->fd = open(tacit_source_path(&f->source), O_RDONLY | O_CLOEXEC);
    if (r->fd < 0)
        return TACIT_OK;
    tacit_status status = TACIT_OK;
    if (lseek(r->fd, (off_t)f->start, SEEK_SET) >= 0)
        status = read_once(r, f, careful, turn, out);
    close(r->fd);
    for (size_t j = 0; j < r->n && r->column != NULL; j++)
        tacit_csv_column_drop(&r->column[j]);
    tacit_scratch_release(r->cx, mark);
    return status;
}

/* Read as `first` says; again with dictionaries only if a column of numbers holds a surprise. */
static tacit_status read_well(const reader *first, tacit_csv_file *f, tacit_table **out,
                              bool *plain)
{
    tacit_csv_turn turn = TACIT_CSV_FOREIGN;
    reader r = *first, again = *first;
    TACIT_TRY(read_file(&r, f, false, &turn, out));
    if (turn == TACIT_CSV_SURPRISE)
        TACIT_TRY(read_file(&again, f, true, &turn, out));
    *plain = turn == TACIT_CSV_GOES_ON;
    return TACIT_OK;
}

tacit_status tacit_csv_file_look(tacit_ctx *cx, tacit_csv_file *f, bool *plain)
{
    const reader r = { .cx = cx, .file = f, .limit = TACIT_CSV_INFER_ROWS };
    return read_well(&r, f, NULL, plain);
}

tacit_status tacit_csv_file_read(tacit_ctx *cx, tacit_csv_file *f, const tacit_select *columns,
                                 tacit_table **out, bool *plain)
{
    const reader r = { .cx = cx, .file = f, .limit = SIZE_MAX, .wanted = columns };
    return read_well(&r, f, out, plain);
}

/* Whether one of the rows that types are found from is no whole number. */
static bool has_part(const tacit_column *c)
{
    const size_t n = tacit_column_length(c);
    for (size_t i = 0; i < n && i < TACIT_CSV_INFER_ROWS; i++) {
        const double x = tacit_column_reals(c)[i];
        if (!tacit_column_is_missing(c, i) && (x < trunc(x) || x > trunc(x)))
            return true;
    }
    return false;
}

/* Expect numbers where numbers were written.  Reals that are all whole would be read as integers,
 * so what those are is left to the reading. */
static void expect(const tacit_column *c, size_t j, tacit_csv_file *f)
{
    const tacit_type type = tacit_column_type(c);
    f->type[j] = type;
    f->direct[j] = type == TACIT_TYPE_INTEGER || (type == TACIT_TYPE_REAL && has_part(c));
}

/* Whether the columns that were read, all equal to those that were meant, have their types. */
static bool same_types(const reader *r, const tacit_csv_file *f)
{
    for (size_t j = 0; j < r->n; j++)
        if (!r->meant[j].none && f->type[j] != tacit_column_type(r->meant[j].c))
            return false;
    return true;
}

static tacit_status compare_file(reader *r, tacit_csv_file *f, bool *same)
{
    tacit_csv_turn turn = TACIT_CSV_FOREIGN;
    for (size_t j = 0; j < f->n; j++)
        tacit_csv_meant_start(tacit_table_column(r->table, j), &r->meant[j]);
    const tacit_status status = read_file(r, f, false, &turn, NULL);
    *same = status == TACIT_OK && turn == TACIT_CSV_GOES_ON && !r->differs &&
            r->rows == tacit_table_rows(r->table) && same_types(r, f);
    for (size_t j = 0; j < f->n; j++)
        tacit_csv_meant_free(&r->meant[j]);
    return status;
}

tacit_status tacit_csv_file_gives(tacit_ctx *cx, tacit_csv_file *f, const tacit_table *table,
                                  bool *same)
{
    const size_t mark = tacit_scratch_mark(cx);
    reader r = { .cx = cx, .file = f, .limit = SIZE_MAX, .table = table };
    *same = f->n == tacit_table_columns(table);
    for (size_t j = 0; j < f->n && *same; j++) {
        const tacit_column *c = tacit_table_column(table, j);
        *same = strcmp(f->name[j], tacit_column_name(c)) == 0;
        expect(c, j, f);
    }
    if (!*same)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *r.meant, &r.meant));
    const tacit_status status = compare_file(&r, f, same);
    tacit_scratch_release(cx, mark);
    return status;
}
