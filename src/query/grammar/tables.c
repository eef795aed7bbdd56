/*
 * tables.c - FROM and its joins, and what a name of a column means there.
 *
 * A public table tells something of each declared value of its key, so that its columns are levels
 * of that column of the data: nothing is joined when the answer is made.  JOIN leaves the records
 * whose value the table has; LEFT JOIN leaves all, and what the table does not have is missing.
 */
#include <string.h>

#include "query/grammar/own.h"

/* ---- tables ---- */

/* The name of a RangeVar, and by which its columns may be called. */
static tacit_status read_table(const tacit_sql *s, const json_t *node, const char **name,
                               const char **alias)
{
    const json_t *table = tacit_sql_is(node, "RangeVar"), *as = json_object_get(table, "alias");
    const char *space = json_string_value(json_object_get(table, "schemaname"));
    if (space == NULL || strcmp(space, "public") != 0) /* where clients that show a tree find it */
        TACIT_TRY(tacit_sql_only(s, node, "relname inh relpersistence alias location"));
    TACIT_TRY(tacit_sql_only(s, node, "schemaname relname inh relpersistence alias location"));
    const char *own = json_string_value(json_object_get(table, "relname"));
    if (!json_is_true(json_object_get(table, "inh")))
        return tacit_sql_refuse_node(s, node, "not_supported", "ONLY cannot be used here.");
    if (json_object_get(as, "colnames") != NULL)
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "columns cannot be given other names in FROM.");
    const char *other = json_string_value(json_object_get(as, "aliasname"));
    *name = own != NULL ? own : "";
    *alias = other != NULL ? other : *name;
    return TACIT_OK;
}

static tacit_status take_data(tacit_sql *s, const json_t *node)
{
    const char *name = NULL;
    if (tacit_sql_is(node, "RangeVar") == NULL)
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "only the data itself can be asked: FROM %s.",
                                     s->schema->name);
    TACIT_TRY(read_table(s, node, &name, &s->table));
    if (strcmp(name, s->schema->name) != 0)
        return tacit_sql_refuse_node(s, node, "unknown_name",
                                     "there is no table '%s'; the one that can be asked is '%s', "
                                     "and it comes first.",
                                     name, s->schema->name);
    return TACIT_OK;
}

/* ---- joins ---- */

static const char *public_name(const void *user, size_t i)
{
    const tacit_query_schema *schema = user;
    return schema->publics[i].name;
}

static tacit_status refuse_public(const tacit_sql *s, const json_t *node, const char *name)
{
    const char *near = tacit_suggest(name, s->schema->n_publics, public_name, s->schema);
    return tacit_sql_refuse_node(
        s, node, "unknown_name", "there is no public table '%s'%s%s%s", name,
        near != NULL ? "; did you mean " : ", of which the first is ",
        near != NULL ? near : s->schema->publics[0].name, near != NULL ? "?" : ".");
}

/* The public table that is joined. */
static tacit_status find_public(const tacit_sql *s, const json_t *node, tacit_sql_join *out)
{
    const size_t n = s->schema->n_publics;
    const char *name = NULL;
    size_t i = 0;
    if (tacit_sql_is(node, "RangeVar") == NULL || n == 0)
        return tacit_sql_refuse_node(s, node, "not_supported", "%s",
                                     n == 0 ? "there is nothing to join: the policy declares no "
                                              "public tables."
                                            : "only a public table can be joined, one after "
                                              "another.");
    TACIT_TRY(read_table(s, node, &name, &out->name));
    while (i < n && strcmp(s->schema->publics[i].name, name) != 0)
        i++;
    if (i == n)
        return refuse_public(s, node, name);
    out->table = &s->schema->publics[i];
    bool twice = strcmp(s->table, out->name) == 0;
    for (size_t k = 0; k < s->n_joins; k++)
        twice = twice || s->join[k].table == out->table || strcmp(s->join[k].name, out->name) == 0;
    if (twice || s->n_joins == TACIT_SQL_JOINS)
        return tacit_sql_refuse_node(s, node, twice ? "duplicate" : "too_many",
                                     "a table is joined once, under a name of its own, and %d at "
                                     "most.",
                                     TACIT_SQL_JOINS);
    return TACIT_OK;
}

static tacit_status refuse_key(const tacit_sql *s, const json_t *node, const tacit_sql_join *j)
{
    char *name[4] = { NULL };
    const char *const plain[] = { s->table, s->schema->column[j->table->column].domain.column,
                                  j->name, j->table->key };
    for (size_t i = 0; i < 4; i++)
        TACIT_TRY(tacit_sql_spell(s, plain[i], &name[i]));
    return tacit_sql_refuse_node(s, node, "not_supported",
                                 "'%s' is joined by its key: JOIN ... ON %s.%s = %s.%s.",
                                 j->table->name, name[0], name[1], name[2], name[3]);
}

/* Whether a node names this column with this table before it, or alone where it can mean nothing
 * else. */
static bool names(const json_t *node, const char *table, const char *column, bool alone)
{
    const char *own = tacit_sql_field(node, tacit_sql_fields(node) - 1);
    if (own == NULL || strcmp(own, column) != 0)
        return false;
    if (tacit_sql_fields(node) == 1)
        return alone;
    const char *before = tacit_sql_field(node, 0);
    return tacit_sql_fields(node) == 2 && before != NULL && strcmp(before, table) == 0;
}

static bool is_key(const tacit_sql *s, const json_t *on, const tacit_sql_join *j)
{
    const json_t *e = tacit_sql_is(on, "A_Expr"), *left = json_object_get(e, "lexpr"),
                 *right = json_object_get(e, "rexpr");
    const char *kind = json_string_value(json_object_get(e, "kind"));
    const char *own = s->schema->column[j->table->column].domain.column, *key = j->table->key;
    const bool alone = strcmp(own, key) != 0;
    tacit_compare compare = TACIT_COMPARE_OTHER;
    if (kind == NULL || strcmp(kind, "AEXPR_OP") != 0 || !tacit_sql_compare(on, &compare) ||
        compare != TACIT_COMPARE_EQUAL)
        return false;
    return (names(left, s->table, own, alone) && names(right, j->name, key, alone)) ||
           (names(right, s->table, own, alone) && names(left, j->name, key, alone));
}

/* USING (key): the column has that name in both. */
static bool is_using(const tacit_sql *s, const json_t *using, const tacit_sql_join *j)
{
    const json_t *only = tacit_sql_is(json_array_get(using, 0), "String");
    const char *name = json_string_value(json_object_get(only, "sval"));
    return json_array_size(using) == 1 && name != NULL && strcmp(name, j->table->key) == 0 &&
           strcmp(name, s->schema->column[j->table->column].domain.column) == 0;
}

static tacit_status take_source(tacit_sql *s, const json_t *node);

static tacit_status take_join(tacit_sql *s, const json_t *node)
{
    const json_t *join = tacit_sql_is(node, "JoinExpr"), *right = json_object_get(join, "rarg"),
                 *on = json_object_get(join, "quals"),
                 *using = json_object_get(join, "usingClause");
    const char *type = json_string_value(json_object_get(join, "jointype"));
    tacit_sql_join j = { 0 };
    TACIT_TRY(take_source(s, json_object_get(join, "larg")));
    if (tacit_sql_only(s, node, "jointype larg rarg quals usingClause rtindex") != TACIT_OK ||
        type == NULL || (strcmp(type, "JOIN_INNER") != 0 && strcmp(type, "JOIN_LEFT") != 0))
        return tacit_sql_refuse_node(s, right, "not_supported",
                                     "a public table is joined by JOIN or LEFT JOIN, with ON or "
                                     "USING.");
    TACIT_TRY(find_public(s, right, &j));
    j.merged = using != NULL;
    if (using != NULL ? !is_using(s, using, &j) : !is_key(s, on, &j))
        return refuse_key(s, on != NULL ? on : right, &j);
    s->join[s->n_joins++] = j;
    return strcmp(type, "JOIN_LEFT") == 0
               ? TACIT_OK
               : tacit_query_restrict(s->cx, s->query, j.table->column, j.table->has);
}

static tacit_status take_source(tacit_sql *s, const json_t *node)
{
    return tacit_sql_is(node, "JoinExpr") != NULL ? take_join(s, node) : take_data(s, node);
}

tacit_status tacit_sql_from(tacit_sql *s, const json_t *from)
{
    if (json_array_size(from) != 1)
        return tacit_sql_refuse(s->cx, s->text, -1, "not_supported",
                                "it asks of one table: FROM %s%s.", s->schema->name,
                                s->schema->n_publics > 0 ? "; others go with JOIN ... ON" : "");
    return take_source(s, json_array_get(from, 0));
}

/* ---- columns ---- */

/* How many columns a name can mean, in `table` or anywhere if that is NULL; the first of them. */
static size_t look_up(const tacit_sql *s, const char *table, const char *name, tacit_sql_name *out)
{
    const tacit_query_schema *schema = s->schema;
    size_t n = 0;
    for (size_t i = 0; (table == NULL || strcmp(table, s->table) == 0) && i <= schema->n; i++) {
        const char *own = i < schema->n ? schema->column[i].domain.column : schema->person;
        if (n == 0 && own != NULL && strcmp(own, name) == 0) {
            *out = (tacit_sql_name){ .column = i };
            n++;
        }
    }
    for (size_t i = 0; i < s->n_joins; i++) {
        const tacit_sql_join *j = &s->join[i];
        const size_t column = j->table->column;
        const size_t level = tacit_query_find_level(&schema->column[column], j->table->name, name);
        if (level == 0 || (table == NULL ? j->merged && strcmp(name, j->table->key) == 0
                                         : strcmp(table, j->name) != 0))
            continue;
        if (n++ == 0)
            *out = (tacit_sql_name){ .column = column, .level = level };
    }
    return n;
}

bool tacit_sql_has_column(const tacit_sql *s, const char *name)
{
    tacit_sql_name found;
    return look_up(s, NULL, name, &found) > 0;
}

static const char *column_name(const void *user, size_t i)
{
    const tacit_query_schema *schema = user;
    return schema->column[i].domain.column;
}

/* The public table that is not joined and has a column of this name, or NULL. */
static const tacit_query_public *find_unjoined(const tacit_sql *s, const char *name)
{
    for (size_t i = 0; i < s->schema->n_publics; i++) {
        const tacit_query_public *t = &s->schema->publics[i];
        if (tacit_query_find_level(&s->schema->column[t->column], t->name, name) != 0)
            return t;
    }
    return NULL;
}

static tacit_status refuse_column(const tacit_sql *s, const json_t *node, const char *name)
{
    const tacit_query_public *public = find_unjoined(s, name);
    const char *near = tacit_suggest(name, s->schema->n, column_name, s->schema);
    char *spelled = NULL;
    for (size_t i = 0; near == NULL && i < s->schema->n; i++)
        if (strcasecmp(column_name(s->schema, i), name) == 0)
            near = column_name(s->schema, i);
    if (public != NULL)
        return refuse_key(s, node, &(tacit_sql_join){ .table = public, .name = public->name });
    if (near == NULL)
        return tacit_sql_refuse_node(s, node, "unknown_column",
                                     "there is no column '%s'; the policy declares those that can "
                                     "be asked for.",
                                     name);
    TACIT_TRY(tacit_sql_spell(s, near, &spelled));
    return tacit_sql_refuse_node(s, node, "unknown_column",
                                 "there is no column '%s'; did you mean %s?", name, spelled);
}

/* A name of a table before that of the column must be that of one in FROM. */
static tacit_status check_table(const tacit_sql *s, const json_t *node, const char **table)
{
    const size_t n = tacit_sql_fields(node);
    const char *last = tacit_sql_field(node, n - 1);
    if (last == NULL)
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "* cannot be used: records are not shown; name the columns "
                                     "under GROUP BY, and aggregates.");
    *table = n == 2 ? tacit_sql_field(node, 0) : NULL;
    bool known = *table == NULL || strcmp(*table, s->table) == 0;
    for (size_t i = 0; !known && i < s->n_joins; i++)
        known = strcmp(*table, s->join[i].name) == 0;
    if (n > 2 || !known)
        return tacit_sql_refuse_node(s, node, "unknown_name",
                                     "'%s' is a column of no table; the one that can be asked is "
                                     "'%s'.",
                                     last, s->table);
    return TACIT_OK;
}

tacit_status tacit_sql_find(const tacit_sql *s, const json_t *node, tacit_sql_name *out)
{
    const char *table = NULL;
    if (tacit_sql_is(node, "ColumnRef") == NULL)
        return tacit_sql_refuse_kind(s, node, "it is the place of a column's name");
    TACIT_TRY(tacit_sql_only(s, node, "fields location"));
    TACIT_TRY(check_table(s, node, &table));
    const char *name = tacit_sql_field(node, tacit_sql_fields(node) - 1);
    const size_t n = look_up(s, table, name, out);
    if (n == 0)
        return refuse_column(s, node, name);
    return n == 1 ? TACIT_OK
                  : tacit_sql_refuse_node(s, node, "duplicate",
                                          "several tables have a column '%s'; write '%s.' or the "
                                          "name of the other table before it.",
                                          name, s->table);
}

tacit_status tacit_sql_column(const tacit_sql *s, const json_t *node, bool persons, size_t *out)
{
    tacit_sql_name found = { 0 };
    TACIT_TRY(tacit_sql_find(s, node, &found));
    *out = found.column;
    const char *name = tacit_sql_field(node, tacit_sql_fields(node) - 1);
    if (found.level != 0)
        return tacit_sql_refuse_node(s, node, "wrong_column",
                                     "'%s' is a column of a public table: it can be grouped by and "
                                     "filtered.",
                                     name);
    if (found.column == s->schema->n && !persons)
        return tacit_sql_refuse_node(s, node, "wrong_column",
                                     "'%s' tells persons apart: it can be counted as "
                                     "COUNT(DISTINCT %s), and nothing else.",
                                     name, name);
    return TACIT_OK;
}
