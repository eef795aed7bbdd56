/*
 * hierarchy.h - generalisation hierarchies of one column's values.
 *
 * Level 0 is the value itself; each higher level joins values of the level below into
 * fewer, wider ones.  A hierarchy is built for the distinct values that a column has;
 * a value that the builder cannot place is an error that says how many there are.
 * Monotone: values that share a label at a level share one at every higher level.  One
 * root: the highest level has one label for the whole domain; where a builder's last level
 * has several, a level with the label * is added above it.
 *
 * Builders (file, intervals, mask, ...) are one file each, listed in builders.def.
 */
#ifndef TACIT_HIERARCHY_HIERARCHY_H
#define TACIT_HIERARCHY_HIERARCHY_H

#include "base/catalog.h"
#include "table/table.h"

typedef struct tacit_hierarchy tacit_hierarchy;

/* One way to make a hierarchy.  `build` fills `h`, which has the column's values, by
 * tacit_hierarchy_add_level() from level 1 upwards. */
typedef struct tacit_hierarchy_builder {
    tacit_entry about;
    unsigned accepts; /* bits of tacit_type */
    tacit_status (*build)(tacit_ctx *cx, const tacit_args *args, tacit_hierarchy *h);
} tacit_hierarchy_builder;

#define TACIT_BUILDER(id) extern const tacit_hierarchy_builder tacit_hierarchy_builder_##id;
#include "hierarchy/builders.def"
#undef TACIT_BUILDER

extern const tacit_catalog tacit_hierarchy_catalog;

/* The builder called `name`, or NULL. */
const tacit_hierarchy_builder *tacit_hierarchy_builder_find(const char *name);

/* Build the hierarchy of `column`'s values and check it; the caller frees.  A builder that
 * needs another column of the table fails; tacit_hierarchy_of() has it. */
tacit_status tacit_hierarchy_build(tacit_ctx *cx, const tacit_hierarchy_builder *builder,
                                   const tacit_args *args, const tacit_column *column,
                                   tacit_hierarchy **out);

/* A hierarchy that a plan asks for: the column, the builder and its arguments. */
typedef struct tacit_hierarchy_spec {
    const char *column;
    const tacit_hierarchy_builder *builder;
    tacit_args args;
} tacit_hierarchy_spec;

/* The same for column j of `t`, as `spec` asks; `spec->column` is not looked at. */
tacit_status tacit_hierarchy_of(tacit_ctx *cx, const tacit_hierarchy_spec *spec,
                                const tacit_table *t, size_t j, tacit_hierarchy **out);

/* Which of the values of `c`, in the order of their numbers (table/values.h), the hierarchy that
 * `spec` asks for does not cover; `lacking` has room for all, and is false before. */
tacit_status tacit_hierarchy_lacks(tacit_ctx *cx, const tacit_hierarchy_spec *spec,
                                   const tacit_column *c, bool *lacking);

/* Free.  Accepts NULL. */
void tacit_hierarchy_free(tacit_hierarchy *h);

/* Levels, level 0 included; distinct values; the column's name and type. */
size_t tacit_hierarchy_levels(const tacit_hierarchy *h);
size_t tacit_hierarchy_values(const tacit_hierarchy *h);
const char *tacit_hierarchy_column(const tacit_hierarchy *h);
tacit_type tacit_hierarchy_type(const tacit_hierarchy *h);

/* Value v as text; as a number (INTEGER, REAL, DATE columns); how many records have it. */
const char *tacit_hierarchy_value(const tacit_hierarchy *h, size_t v);
double tacit_hierarchy_number(const tacit_hierarchy *h, size_t v);
uint64_t tacit_hierarchy_count(const tacit_hierarchy *h, size_t v);

/* The value with this text, or with this number (columns that are no category); the number
 * of values if there is none. */
size_t tacit_hierarchy_find_text(const tacit_hierarchy *h, const char *text);
size_t tacit_hierarchy_find_number(const tacit_hierarchy *h, double x);

/* The value that a text in a file or request means: a number's by its value (1.0 is 1), dates
 * as YYYY-MM-DD; the number of values if there is none. */
size_t tacit_hierarchy_find(const tacit_hierarchy *h, const char *text);

/* The labels of a level above 0, and which of them value v has. */
const tacit_dict *tacit_hierarchy_labels(const tacit_hierarchy *h, size_t level);
uint32_t tacit_hierarchy_label(const tacit_hierarchy *h, size_t level, size_t v);

/* Values of the key's whole domain that a label of a level above 0 stands for (values that
 * this column does not have count too, if the builder knows them: a file's rows), and how
 * many there are in all. */
double tacit_hierarchy_weight(const tacit_hierarchy *h, size_t level, uint32_t label);
double tacit_hierarchy_domain(const tacit_hierarchy *h);

/* For builders: the column, and the table that it is in (NULL if it stands alone). */
const tacit_column *tacit_hierarchy_source(const tacit_hierarchy *h);
const tacit_table *tacit_hierarchy_table(const tacit_hierarchy *h);

/* For builders: add the next level; `label(user, v)` gives value v's label, or NULL if
 * it has none (counted, and refused at the end). */
tacit_status tacit_hierarchy_add_level(tacit_ctx *cx, tacit_hierarchy *h,
                                       const char *(*label)(void *user, size_t v), void *user);

/* For builders, once all levels are added: the domain has one more value, which the column
 * does not have; label[l - 1] is its label at level l. */
void tacit_hierarchy_add_unused(tacit_hierarchy *h, const char *const *label);

/* Replace column j of `out` (equal to the column the hierarchy was built for) by its
 * labels at `level`. */
tacit_status tacit_hierarchy_apply(tacit_ctx *cx, const tacit_hierarchy *h, size_t level,
                                   tacit_table *out, size_t j);

#endif
