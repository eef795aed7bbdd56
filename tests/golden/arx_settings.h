/*
 * arx_settings.h - adult as ARX was asked to anonymise it: keys, hierarchies, subset.
 */
#ifndef TACIT_TESTS_GOLDEN_ARX_SETTINGS_H
#define TACIT_TESTS_GOLDEN_ARX_SETTINGS_H

#include "golden/golden.h"
#include "support/files.h"

#include "micro/classes/subject.h"
#include "micro/search/roll.h"

#define ADULT "data/arx/adult/"

enum { MOST_KEYS = 9 };

/* A hierarchy file of adult. */
typedef struct hierarchy_file {
    char path[GOLDEN_PATH];
    arguments a;
} hierarchy_file;

/* Adult with some keys, or the subset of it with adult as its population. */
typedef struct setting {
    tacit_table *table, *population;
    tacit_subject *subject;
    tacit_search_space *space;
    tacit_roll_maps maps;
    tacit_roller roller;
    hierarchy_file file[MOST_KEYS + 1];
    tacit_hierarchy_spec hierarchy[MOST_KEYS + 1];
    size_t n_hierarchies;
    size_t sensitive[2];
    const place *place; /* where England is apart from Europe; or NULL */
} setting;

/* Two of ARX's four own tests of scores expect what a native-country hierarchy gives in which
 * England is apart from Europe, as an earlier version of the file had it. */
static inline void set_england_apart(const place *p, hierarchy_file *f)
{
    char line[256], path[PATH_BYTES];
    FILE *from = fopen(f->path, "r"), *to = NULL;
    assert_non_null(from);
    snprintf(f->path, sizeof f->path, "%s", path_of(p, "native-country.csv", path));
    to = fopen(f->path, "w");
    assert_non_null(to);
    while (fgets(line, sizeof line, from) != NULL)
        fputs(strstr(line, "England;") == line ? "England;England;*\n" : line, to);
    fclose(from);
    assert_int_equal(fclose(to), 0);
}

/* Add the hierarchy of a column. */
static inline void add_hierarchy(setting *s, const char *column)
{
    hierarchy_file *f = &s->file[s->n_hierarchies];
    char name[128];
    snprintf(name, sizeof name, ADULT "adult_hierarchy_%s.csv", column);
    golden_path(name, f->path);
    if (s->place != NULL && strcmp(column, "native-country") == 0)
        set_england_apart(s->place, f);
    tacit_hierarchy_spec *h = &s->hierarchy[s->n_hierarchies++];
    *h =
        (tacit_hierarchy_spec){ .column = column, .builder = tacit_hierarchy_builder_find("file") };
    preset_args(&f->a, &h->builder->about);
    argument(&f->a, "path")->text = f->path;
    h->args = f->a.args;
}

/* Keys are the columns of `keys`; `sensitive` may be NULL.  `s` has its place or none. */
static inline void open_setting(tacit_ctx *cx, const json_t *keys, const json_t *sensitive,
                                bool subset, setting *s)
{
    size_t at[MOST_KEYS], i;
    const json_t *name = NULL;
    s->table = golden_table(cx, subset ? ADULT "adult_subset.csv" : ADULT "adult.csv", ";");
    s->population = subset ? golden_table(cx, ADULT "adult.csv", ";") : NULL;
    golden_keys(s->table, keys);
    json_array_foreach(keys, i, name)
    {
        at[i] = tacit_table_find(s->table, json_string_value(name));
        add_hierarchy(s, json_string_value(name));
    }
    json_array_foreach(sensitive, i, name)
    {
        s->sensitive[i] = tacit_table_find(s->table, json_string_value(name));
        tacit_table_set_roles(s->table, s->sensitive[i], TACIT_ROLE_SENSITIVE);
        add_hierarchy(s, json_string_value(name));
    }
    assert_ok(cx, tacit_subject_new(cx, s->table, &s->subject));
    tacit_subject_add(s->subject, &(tacit_subject_extra){ .population = s->population,
                                                          .hierarchies = s->hierarchy,
                                                          .n_hierarchies = s->n_hierarchies });
    const tacit_search_space_spec spec = { .table = s->table,
                                           .keys = { .n = json_array_size(keys), .at = at },
                                           .sensitive = { .n = json_array_size(sensitive),
                                                          .at = s->sensitive },
                                           .population = s->population,
                                           .hierarchies = s->hierarchy,
                                           .n_hierarchies = s->n_hierarchies };
    assert_ok(cx, tacit_space_new(cx, &spec, &s->space));
    assert_ok(cx, tacit_roll_maps_make(cx, s->space, &s->maps));
    assert_ok(cx, tacit_roller_make(cx, s->space, &s->maps, &s->roller));
}

/* Free what open_setting() made; the rest is scratch memory. */
static inline void close_setting(setting *s)
{
    tacit_space_free(s->space);
    tacit_subject_free(s->subject);
    tacit_table_free(s->table);
    tacit_table_free(s->population);
}

/* Whether one of ARX's models is about a subset of the table. */
static inline bool has_subset(const json_t *models)
{
    const json_t *model = NULL;
    size_t i;
    bool found = false;
    json_array_foreach(models, i, model)
    {
        const char *name = json_string_value(json_object_get(model, "name"));
        name = name != NULL ? name : json_string_value(json_object_get(model, "model"));
        found = found || strcmp(name, "DPresence") == 0 || strcmp(name, "delta-presence") == 0 ||
                strstr(name, "subset") != NULL;
    }
    return found;
}

#endif
