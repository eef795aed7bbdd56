/*
 * argus.c - hierarchies from the files of mu-Argus and tau-Argus.
 *
 * Three kinds, told apart by the ending of the path or what is in them:
 *   recoding (.grc)   `new code: 1-4, 7, 90-` in each line: one level, see argus_recode.c;
 *   tree (.hrc)       one code in each line, with a mark (@) for each level that it stands
 *                     below the top; the codes that have none below them are values;
 *   code list (.cdl)  `code, text` in each line: one level of the texts.
 * In a tree a branch that is less deep repeats its lowest label down to level 1; a value of
 * the column that is a code with others below it is kept at level 1.  Codes that the column
 * does not have count in the weights of labels.  Missing cells stay missing.
 *
 * Source: Hundepool et al. (2014), mu-Argus user's manual; de Wolf et al. (2014), tau-Argus
 * user's manual.
 *
 * O(bytes of the file + codes * depth).
 */
#include "hierarchy/argus.h"

#include <string.h>
#include <strings.h>

#include "hierarchy/delimited.h"
#include "hierarchy/rows.h"

enum { PATH, MARK };

static const tacit_param PARAMS[] = {
    [PATH] = { .name = "path",
               .type = TACIT_PARAM_FILE,
               .need = TACIT_REQUIRED,
               .help = "the file: a recoding (.grc), a tree (.hrc) or a code list (.cdl)" },
    [MARK] = { .name = "mark",
               .type = TACIT_PARAM_TEXT,
               .need = TACIT_OPTIONAL,
               .help = "in a tree, what stands before a code for each level; @ if not given" },
    TACIT_PARAM_END
};

/* Levels that a tree may have. */
enum { MOST_DEPTH = 250 };

char *tacit_argus_trim(char *text)
{
    static const char blanks[] = " \t\r\n";
    text += strspn(text, blanks);
    size_t n = strlen(text);
    while (n > 0 && strchr(blanks, text[n - 1]) != NULL)
        n--;
    text[n] = '\0';
    return text;
}

/* Cut the text of an open file into lines. */
static tacit_status cut_lines(tacit_ctx *cx, const tacit_delimited *d, tacit_argus_file *out)
{
    char *rest = d->at;
    *out = (tacit_argus_file){ .path = d->path };
    TACIT_TRY(tacit_scratch(cx, tacit_delimited_lines(d), sizeof *out->line, &out->line));
    for (size_t number = 1; rest != NULL; number++) {
        char *own = rest, *end = strchr(rest, '\n');
        rest = end != NULL ? end + 1 : NULL;
        if (end != NULL)
            *end = '\0';
        own = tacit_argus_trim(own);
        if (own[0] != '\0')
            out->line[out->n++] = (tacit_argus_line){ .text = own, .number = number };
    }
    if (out->n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The file '%s' has no codes.", d->path);
    return TACIT_OK;
}

/* ---- trees ---- */

/* A tree being read. */
typedef struct tree {
    const tacit_argus_file *file;
    size_t *depth; /* of each line */
    size_t height; /* levels */
} tree;

static bool has_below(const tree *t, size_t i)
{
    return i + 1 < t->file->n && t->depth[i + 1] > t->depth[i];
}

/* Take the marks off the lines. */
static tacit_status measure_depths(tacit_ctx *cx, const char *mark, tree *t)
{
    const size_t bytes = strlen(mark);
    TACIT_TRY(tacit_scratch(cx, t->file->n, sizeof *t->depth, &t->depth));
    for (size_t i = 0; i < t->file->n; i++) {
        tacit_argus_line *line = &t->file->line[i];
        while (bytes > 0 && strncmp(line->text, mark, bytes) == 0) {
            line->text += bytes;
            t->depth[i]++;
        }
        line->text = tacit_argus_trim(line->text);
        const size_t most = i > 0 ? t->depth[i - 1] + 1 : 0;
        if (line->text[0] == '\0' || t->depth[i] > most || most > MOST_DEPTH)
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: %s.", t->file->path, line->number,
                              line->text[0] == '\0' ? "this line has marks but no code"
                              : t->depth[i] > most  ? "this code is more than one level below the "
                                                      "one before"
                                                    : "the tree is too deep");
    }
    for (size_t i = 0; i < t->file->n; i++) {
        const size_t own = t->depth[i] > 0 ? t->depth[i] : 1;
        t->height = own > t->height ? own : t->height;
    }
    return TACIT_OK;
}

/* Fail if line `i`, which has codes below it, has the code of one that it stands below. */
static tacit_status check_above(tacit_ctx *cx, const tree *t, size_t i, const char *const *path)
{
    for (size_t l = 0; l < t->depth[i]; l++)
        if (has_below(t, i) && strcmp(path[l], t->file->line[i].text) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: this code stands below itself.",
                              t->file->path, t->file->line[i].number);
    return TACIT_OK;
}

/* A row for each code without others below it, and for other codes that the column has. */
static tacit_status take_codes(tacit_ctx *cx, const tree *t, tacit_hierarchy_rows *r)
{
    const char **path = NULL, **label = NULL; /* from the top down; from level 1 up */
    size_t twin = 0;
    TACIT_TRY(tacit_scratch(cx, t->height + 1, sizeof *path, &path));
    TACIT_TRY(tacit_scratch(cx, t->height, sizeof *label, &label));
    for (size_t i = 0; i < t->file->n; i++) {
        const char *text = t->file->line[i].text;
        const size_t depth = t->depth[i];
        path[depth] = text;
        TACIT_TRY(check_above(cx, t, i, path));
        const bool inner = has_below(t, i);
        if (inner && tacit_hierarchy_find(r->h, text) == tacit_hierarchy_values(r->h))
            continue;
        const size_t last = inner || depth == 0 ? depth : depth - 1; /* of the labels in path */
        for (size_t l = 0; l < t->height; l++)
            label[t->height - 1 - l] = path[l < last ? l : last];
        tacit_rows_add(r, text, label, &twin);
        if (twin < r->n)
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: this code stands in the tree twice.",
                              t->file->path, t->file->line[i].number);
    }
    return TACIT_OK;
}

static tacit_status add_tree(tacit_ctx *cx, const tacit_argus_file *f, const char *mark,
                             tacit_hierarchy *h)
{
    tree t = { .file = f };
    tacit_hierarchy_rows r;
    TACIT_TRY(measure_depths(cx, mark, &t));
    TACIT_TRY(tacit_rows_new(cx, h, f->n, t.height, &r));
    TACIT_TRY(take_codes(cx, &t, &r));
    return tacit_rows_finish(cx, &r);
}

/* ---- code lists ---- */

static tacit_status add_list(tacit_ctx *cx, const tacit_argus_file *f, tacit_hierarchy *h)
{
    tacit_hierarchy_rows r;
    TACIT_TRY(tacit_rows_new(cx, h, f->n, 1, &r));
    for (size_t i = 0; i < f->n; i++) {
        char *comma = strchr(f->line[i].text, ',');
        size_t twin = 0;
        const char *label = comma != NULL ? tacit_argus_trim(comma + 1) : "";
        if (label[0] == '\0')
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: a code needs its text: 'code, text'.",
                              f->path, f->line[i].number);
        *comma = '\0';
        tacit_rows_add(&r, tacit_argus_trim(f->line[i].text), &label, &twin);
        if (twin < r.n)
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: this code stands in the list twice.",
                              f->path, f->line[i].number);
    }
    return tacit_rows_finish(cx, &r);
}

/* ---- all ---- */

/* Whether the path ends so, in small or capital letters. */
static bool ends_with(const tacit_argus_file *f, const char *ending)
{
    const size_t n = strlen(f->path), bytes = strlen(ending);
    return n >= bytes && strcasecmp(f->path + n - bytes, ending) == 0;
}

/* By its ending, or because its first line is `new code: codes`. */
static bool is_recoding(const tacit_argus_file *f)
{
    const char *first = f->line[0].text;
    if (ends_with(f, ".hrc") || ends_with(f, ".cdl"))
        return false;
    return ends_with(f, ".grc") || first[0] == '<' || first[strcspn(first, ":,")] == ':';
}

/* By its ending, or because it has marks, or nothing but codes. */
static bool is_tree(const tacit_argus_file *f, const char *mark)
{
    if (ends_with(f, ".hrc") || ends_with(f, ".cdl"))
        return ends_with(f, ".hrc");
    for (size_t i = 0; i < f->n; i++)
        if (strncmp(f->line[i].text, mark, strlen(mark)) == 0)
            return true;
    return strchr(f->line[0].text, ',') == NULL;
}

static tacit_status add_levels(tacit_ctx *cx, const tacit_args *args, tacit_delimited *d,
                               tacit_hierarchy *h)
{
    const char *mark = tacit_arg_given(args, MARK) ? tacit_arg_text(args, MARK) : "@";
    tacit_argus_file f;
    TACIT_TRY(tacit_delimited_open(cx, tacit_arg_text(args, PATH), d));
    TACIT_TRY(cut_lines(cx, d, &f));
    if (mark[0] == '\0')
        return tacit_fail(cx, TACIT_ERR_INPUT, "'mark' of argus for column '%s' is empty.",
                          tacit_hierarchy_column(h));
    if (is_recoding(&f))
        return tacit_argus_recode(cx, &f, h);
    return is_tree(&f, mark) ? add_tree(cx, &f, mark, h) : add_list(cx, &f, h);
}

static tacit_status build(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h)
{
    tacit_delimited *d = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *d, &d));
    const tacit_status status = add_levels(cx, args, d, h);
    tacit_delimited_close(d);
    return status;
}

const tacit_hierarchy_builder tacit_hierarchy_builder_argus = {
    .about = { .name = "argus",
               .title = "Hierarchy from a file of Argus",
               .summary = "Reads recodings, trees and code lists of mu-Argus and tau-Argus.",
               .source = "Hundepool et al. (2014), mu-Argus user's manual",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .build = build,
};
