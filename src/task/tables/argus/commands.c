/*
 * commands.c - the commands of a batch that say what the tables are and what becomes of them.
 *
 *   <SPECIFYTABLE> "dimension""dimension"|"response"|"shadow"|"cost",lambda
 *   <APRIORI>      "file", table, "separator", ignore errors, expand trivial levels
 *   <SUPPRESS>     method(table, ...)
 *   <WRITETABLE>   (table, type, options, "file")
 *
 * The response of counts is <FREQ>; the cost is a variable, -1 for frequencies, -2 for unity, -3
 * for distances.  Table 0 means all of them linked, which tables of one plan are anyhow.  Ways to
 * suppress:
 *
 *   GH(table, bounds in per cent, size, singletons)                             hypercube
 *   MOD(table, minutes for a subtable, singletons, with others, frequencies)    modular
 *   OPT(table, minutes)                                                         the cheapest
 * pattern NET(table)                                                                  network
 *
 * All of them look at all tables as one and are audited.
 */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/result.h"
#include "base/text.h"
#include "plan/cells.h"
#include "task/tables/argus/own.h"

/* ---- words ---- */

char *tacit_batch_bare(char *text)
{
    static const char around[] = " \t\r\"";
    text += strspn(text, around);
    size_t n = strlen(text);
    while (n > 0 && strchr(around, text[n - 1]) != NULL)
        n--;
    text[n] = '\0';
    return text;
}

/* Cut what stands before the next of `marks` off `*at`, which moves on behind the mark, or to the
 * end; marks between quotation marks do not count. */
static char *cut(char **at, const char *marks)
{
    char *start = *at, *end = start;
    for (bool quoted = false; *end != '\0' && (quoted || strchr(marks, *end) == NULL); end++)
        quoted ^= *end == '"';
    *at = end + (*end != '\0');
    *end = '\0';
    return tacit_batch_bare(start);
}

size_t tacit_batch_call(char **at, const char **name, double number[TACIT_BATCH_NUMBERS])
{
    size_t n = 0;
    char *close = strchr(*at, ')');
    if (close == NULL || strchr(*at, '(') == NULL || strchr(*at, '(') > close)
        return 0;
    char *inside = *at;
    *at = close + 1;
    *close = '\0';
    *name = cut(&inside, "(");
    while (*inside != '\0') {
        const char *word = cut(&inside, ",");
        if (n == TACIT_BATCH_NUMBERS)
            return 0;
        number[n] = NAN;
        if (word[0] != '\0' && (!tacit_parse_real(word, &number[n]) || !isfinite(number[n])))
            return 0;
        n++;
    }
    return n;
}

/* The table with this number, from 1; NULL if there is none. */
static tacit_batch_table *table_at(const tacit_batch_reading *b, double number)
{
    return number >= 1 && number <= (double)b->n_tables && !(number > floor(number))
               ? &b->table[(size_t)number - 1]
               : NULL;
}

/* ---- <SPECIFYTABLE> ---- */

/* The variable between quotation marks at `*at`, which moves on; NULL if there is none. */
static const tacit_rda_variable *next_variable(const tacit_batch_reading *b, char **at)
{
    char *start = strchr(*at, '"'), *end = start != NULL ? strchr(start + 1, '"') : NULL;
    if (end == NULL)
        return NULL;
    *end = '\0';
    *at = end + 1;
    return tacit_rda_find(&b->rda, tacit_batch_bare(start + 1));
}

/* The dimensions, up to the end of `text`; false if one is unknown. */
static bool read_dimensions(const tacit_batch_reading *b, char *text, tacit_batch_table *t)
{
    while (strchr(text, '"') != NULL && t->n < TACIT_BATCH_DIMENSIONS) {
        t->dimension[t->n] = next_variable(b, &text);
        if (t->dimension[t->n] == NULL || !t->dimension[t->n]->category)
            return false;
        t->n++;
    }
    return t->n > 0 && strchr(text, '"') == NULL;
}

/* What hiding a cell costs, in the words of a plan; false if it is unknown. */
static bool read_cost(const tacit_batch_reading *b, const char *word, tacit_batch_table *t)
{
    static const char *const numbered[] = { "frequency", "unity", "distance" };
    double number = 0;
    if (word[0] == '\0')
        return true;
    if (tacit_parse_real(word, &number)) {
        if (number > -1 || number < -3 || number > floor(number))
            return false;
        t->cost = numbered[(size_t)-number - 1];
        return true;
    }
    const tacit_rda_variable *v = tacit_rda_find(&b->rda, word);
    t->cost = v != NULL && v != t->response ? v->name : NULL;
    return v != NULL;
}

/* What stands behind the dimensions; a phrase if something is wrong, else NULL. */
static const char *read_rest(const tacit_batch_reading *b, char *rest, tacit_batch_table *t)
{
    const char *response = cut(&rest, "|"), *shadow = cut(&rest, "|");
    const char *cost = cut(&rest, ",|"), *lambda = cut(&rest, "|");
    if (strcasecmp(response, "<FREQ>") != 0) {
        t->response = tacit_rda_find(&b->rda, response);
        if (t->response == NULL)
            return "the metadata has no such response";
        if (t->response->kind == TACIT_RDA_FREQUENCY)
            t->response = NULL;
    }
    if (shadow[0] != '\0') {
        t->shadow = tacit_rda_find(&b->rda, shadow);
        if (t->shadow == NULL)
            return "the metadata has no such shadow variable";
        t->shadow = t->shadow == t->response ? NULL : t->shadow;
    }
    if (!read_cost(b, cost, t))
        return "the cost is a variable of the metadata, -1, -2 or -3";
    if (lambda[0] != '\0' && !tacit_parse_real(lambda, &t->lambda))
        return "lambda is a number";
    return NULL;
}

tacit_status tacit_batch_specify(tacit_batch_reading *b, char *rest)
{
    tacit_batch_table *t = &b->table[b->n_tables];
    char *name = NULL;
    if (b->metadata == NULL)
        return tacit_batch_refuse(b, "tables belong behind <OPENMETADATA>");
    if (b->n_tables == TACIT_BATCH_TABLES)
        return tacit_batch_refuse(b, "a batch has at most 100 tables");
    TACIT_TRY(tacit_scratch_format(b->cx, &name, "table%zu", b->n_tables + 1));
    *t = (tacit_batch_table){ .line = b->line, .name = b->next_name != NULL ? b->next_name : name };
    b->next_name = NULL;
    b->n_tables++; /* also if it is refused, so that later lines are not refused for that */
    char *bar = strchr(rest, '|');
    if (bar == NULL)
        return tacit_batch_refuse(b, "a '|' is expected behind the dimensions");
    *bar = '\0';
    if (!read_dimensions(b, rest, t))
        return tacit_batch_refuse(b, "dimensions are recodeable variables of the metadata, between "
                                     "quotation marks");
    const char *wrong = read_rest(b, bar + 1, t);
    if (wrong != NULL)
        return tacit_batch_refuse(b, wrong);
    return tacit_batch_done(b, "a table of the plan");
}

/* ---- <APRIORI> ---- */

tacit_status tacit_batch_apriori(tacit_batch_reading *b, char *rest)
{
    double number = 0;
    const char *file = cut(&rest, ","), *table = cut(&rest, ",");
    tacit_batch_table *t = tacit_parse_real(table, &number) ? table_at(b, number) : NULL;
    if (t == NULL)
        return tacit_batch_refuse(b, "it is '\"file\", table, \"separator\"' with the number of a "
                                     "table");
    if (t->apriori != NULL)
        return tacit_batch_refuse(b, "a table has one file of what is known beforehand");
    if (tacit_param_find(TACIT_TABLE_PARAMS, "history") == tacit_param_count(TACIT_TABLE_PARAMS))
        return tacit_batch_refuse(b, "tables cannot be told beforehand what is sensitive");
    TACIT_TRY(tacit_batch_input(b, file, &t->apriori));
    return tacit_batch_done(b, "statuses, costs and levels are taken over; levels with one code "
                               "are one cell anyhow, and lines about no cell are counted in a "
                               "warning");
}

/* ---- <SUPPRESS> ---- */

/* Put `x` under `key` if it was given and the protection has such a parameter. */
static tacit_status put_arg(tacit_batch_reading *b, const tacit_entry *entry, const char *key,
                            double x)
{
    if (!isfinite(x) || tacit_param_find(entry->params, key) == tacit_param_count(entry->params))
        return TACIT_OK;
    return tacit_json_put(b->cx, b->protection_args, key, json_real(x));
}

/* The first of the words that is a protection, or NULL. */
static const tacit_entry *find_protection(const char *const *words)
{
    for (; *words != NULL; words++) {
        const size_t i = tacit_catalog_find(&tacit_protection_catalog, *words);
        if (i < tacit_protection_catalog.n)
            return tacit_protection_catalog.entry[i];
    }
    return NULL;
}

/* Take the protection, which must be that of the other tables; false if it is refused. */
static tacit_status take_protection(tacit_batch_reading *b, const tacit_entry *entry, bool *taken)
{
    *taken = entry != NULL && (b->protection == NULL || strcmp(b->protection, entry->name) == 0);
    if (!*taken)
        return tacit_batch_refuse(b, entry == NULL ? "there is no such protection"
                                                   : "tables of one plan are protected together, "
                                                     "in one way");
    b->protection = entry->name;
    if (b->protection_args != NULL)
        return TACIT_OK;
    b->protection_args = json_object();
    return tacit_json_add(b->cx, b->memory, b->protection_args);
}

/* Whether the numbers of a method say not to reckon with contributors who are alone in a cell:
 * GH(table, bounds, size, singletons), MOD(table, time, singletons, with others, ...). */
static bool is_careless(const char *method, const double *number, size_t n)
{
    if (n < 4 || !(number[3] <= 0))
        return false;
    return strcmp(method, "GH") == 0 || (strcmp(method, "MOD") == 0 && number[2] <= 0);
}

/* Take what the numbers of a method ask for; of several lines, what protects more. */
static void take_numbers(tacit_batch_reading *b, const char *method, const double *number, size_t n)
{
    const bool first = b->how == NULL;
    b->careless = is_careless(method, number, n) && (first || b->careless);
    if (strcmp(method, "MOD") == 0 && n > 4 && number[4] > 0)
        b->together = true;
    if (strcmp(method, "GH") == 0 && n > 1 && number[1] > 0 && number[1] < 100)
        b->known = b->known > 0 ? fmin(b->known, number[1]) : number[1];
}

/* The ways of the batch to hide cells. */
typedef struct hiding {
    const char *method, *how;
    const char *says;
} hiding;

static const hiding HIDING[] = {
    { "GH", "hypercube",
      "by hypercubes, for all tables as one; what that leaves open is hidden too, and audited; "
      "sizes are not needed" },
    { "MOD", "modular",
      "subtable by subtable; then all tables are looked at as one, what is left open is hidden "
      "too, and audited; times of subtables are not needed" },
    { "OPT", "auto", "the cheapest pattern is sought, of all tables as one, and audited" },
    { "NET", "network",
      "along shortest paths in the network of the table; what that leaves open is hidden too, and "
      "audited" },
};

/* Whether the table is one that the network is for: alone, with two dimensions at most, one of them
 * with a hierarchy. */
static bool is_network(const tacit_batch_reading *b)
{
    const tacit_batch_table *t = &b->table[0];
    size_t trees = 0;
    for (size_t k = 0; k < t->n; k++)
        trees += t->dimension[k]->tree[0] != '\0' || t->dimension[k]->n_levels > 1;
    return b->n_tables == 1 && t->n <= 2 && trees <= 1;
}

/* Take the way to hide cells, which is one for all tables: where lines differ, or a way is not for
 * these tables, the cheapest pattern is sought. */
static tacit_status take_how(tacit_batch_reading *b, const tacit_entry *entry, const hiding *way)
{
    const bool fits = strcmp(way->how, "network") != 0 || is_network(b);
    const bool same = b->how == NULL || strcmp(b->how, way->how) == 0;
    b->how = fits && same ? way->how : "auto";
    if (strcmp(b->how, "auto") == 0)
        (void)json_object_del(b->protection_args, "how");
    else if (tacit_param_find(entry->params, "how") < tacit_param_count(entry->params))
        TACIT_TRY(tacit_json_put(b->cx, b->protection_args, "how", json_string(b->how)));
    if (fits && same)
        return tacit_batch_done(b, way->says);
    return tacit_batch_overrule(b, fits
                                       ? "lines ask for several methods, and tables are protected "
                                         "together: the cheapest pattern is sought, and audited"
                                       : "a network is one table of two dimensions, one of them "
                                         "with a hierarchy at most: the cheapest pattern is sought "
                                         "instead, and audited");
}

static tacit_status hide_cells(tacit_batch_reading *b, const hiding *way, const double *number,
                               size_t n)
{
    static const char *const words[] = { "cell_suppression", NULL };
    const tacit_entry *entry = find_protection(words);
    bool taken = false;
    TACIT_TRY(take_protection(b, entry, &taken));
    if (!taken)
        return TACIT_OK;
    take_numbers(b, way->method, number, n);
    if (strcmp(way->method, "OPT") == 0 && n > 1 && number[1] > 0)
        TACIT_TRY(put_arg(b, entry, "seconds", 60 * number[1]));
    return take_how(b, entry, way);
}

static tacit_status round_cells(tacit_batch_reading *b, const double *number, size_t n)
{
    static const char *const words[] = { "round", NULL };
    const tacit_entry *entry = find_protection(words);
    bool taken = false;
    TACIT_TRY(take_protection(b, entry, &taken));
    if (!taken)
        return TACIT_OK;
    TACIT_TRY(put_arg(b, entry, "base", n > 1 ? number[1] : NAN));
    TACIT_TRY(put_arg(b, entry, "steps", n > 2 ? number[2] : NAN));
    TACIT_TRY(put_arg(b, entry, "seconds", n > 3 && number[3] > 0 ? 60 * number[3] : NAN));
    return tacit_batch_done(b, "values are rounded so that they still add up; partitions and stop "
                               "rules are not needed");
}

static tacit_status adjust_cells(tacit_batch_reading *b)
{
    static const char *const words[] = { "adjust", NULL };
    bool taken = false;
    TACIT_TRY(take_protection(b, find_protection(words), &taken));
    return taken ? tacit_batch_done(b, "values are adjusted") : TACIT_OK;
}

tacit_status tacit_batch_suppress(tacit_batch_reading *b, char *rest)
{
    double number[TACIT_BATCH_NUMBERS];
    const char *method = "";
    const size_t n = tacit_batch_call(&rest, &method, number);
    const bool linked = n > 0 && !(number[0] > 0) && !(number[0] < 0) && b->n_tables > 0;
    if (n == 0 || (!linked && table_at(b, number[0]) == NULL))
        return tacit_batch_refuse(b, "it is 'method(table, ...)' with the number of a table");
    for (size_t k = 0; k < sizeof HIDING / sizeof HIDING[0]; k++)
        if (strcasecmp(method, HIDING[k].method) == 0)
            return hide_cells(b, &HIDING[k], number, n);
    if (strcasecmp(method, "RND") == 0)
        return round_cells(b, number, n);
    if (strcasecmp(method, "CTA") == 0)
        return adjust_cells(b);
    return tacit_batch_refuse(b, "the methods are GH, MOD, OPT, NET, RND and CTA");
}

/* ---- <WRITETABLE> ---- */

/* How each type is written, from 1. */
static const struct {
    const char *format;
    bool cross, shown, same;
    const char *says;
} TYPES[] = {
    { "csv", true, false, true, "a cross table, x for what is hidden" },
    { "csv", false, false, true,
      "a row for each cell; statuses are published and hidden, "
      "whatever the reason" },
    { "csv", false, false, false, "as CSV with a row for each cell and the names of columns" },
    { "csv", false, false, false, "as CSV with a row for each cell, instead of the SBS format" },
    { "intermediate", false, true, true, "an intermediate file, for the custodian alone" },
    { "jj", false, true, true, "a JJ file of all tables, for the custodian alone" },
    { "csv", false, false, false, "as CSV with a row for each cell" },
};

tacit_status tacit_batch_write(tacit_batch_reading *b, char *rest)
{
    double table = 0, type = 0;
    rest += strspn(rest, " \t(");
    const char *first = cut(&rest, ","), *second = cut(&rest, ",");
    (void)cut(&rest, ","); /* options: what they ask for is written anyhow, or would tell */
    const char *name = cut(&rest, ")");
    tacit_batch_table *t = tacit_parse_real(first, &table) ? table_at(b, table) : NULL;
    if (t == NULL || !tacit_parse_real(second, &type) || type < 1 || type > 7 ||
        type > floor(type) || name[0] == '\0')
        return tacit_batch_refuse(b, "it is '(table, type, options, \"file\")' with a type from 1 "
                                     "to 7");
    if (b->n_files == TACIT_BATCH_FILES)
        return tacit_batch_refuse(b, "a batch writes at most 100 files");
    const size_t k = (size_t)type - 1;
    tacit_batch_file *f = &b->file[b->n_files++];
    *f = (tacit_batch_file){ .table = (size_t)(t - b->table),
                             .format = TYPES[k].format,
                             .cross = TYPES[k].cross,
                             .shown = TYPES[k].shown };
    TACIT_TRY(tacit_batch_output(b, name, &f->path));
    t->written = true;
    return TYPES[k].same ? tacit_batch_done(b, TYPES[k].says)
                         : tacit_batch_differs(b, TYPES[k].says);
}
