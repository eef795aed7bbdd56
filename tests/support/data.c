/*
 * data.c - files through the engine: open, load, write, and what is refused.
 */
#include "support/data.h"

options *preset(options *o)
{
    tacit_args_preset(TACIT_SOURCE_PARAMS, o->at, &o->args);
    return o;
}

options *set_option(options *o, size_t i, const char *text)
{
    o->at[i] = (tacit_value){ .given = true, .text = text };
    return o;
}

tacit_status try_open(place *p, const char *name, const tacit_args *args, tacit_data **out)
{
    char path[PATH_BYTES];
    const tacit_source source = { .uri = path_of(p, name, path), .args = args };
    return tacit_data_open(p->cx, &source, out);
}

tacit_status try_load(place *p, const char *name, const tacit_args *args, tacit_table **out)
{
    tacit_data *data = NULL;
    tacit_status status = try_open(p, name, args, &data);
    if (status == TACIT_OK)
        status = tacit_data_load(p->cx, data, NULL, out);
    tacit_data_close(data);
    return status;
}

tacit_table *load(place *p, const char *name, const tacit_args *args)
{
    tacit_table *t = NULL;
    assert_ok(p->cx, try_load(p, name, args, &t));
    return t;
}

void assert_refused(place *p, const char *name, const tacit_args *args, tacit_status code,
                    const char *part)
{
    tacit_table *t = NULL;
    assert_fails(p->cx, try_load(p, name, args, &t), code, part);
    assert_null(t);
    assert_untold(p->cx, "secret");
    assert_untold(p->cx, "4711");
}

void store(place *p, const tacit_table *t, const char *name)
{
    char path[PATH_BYTES];
    path_of(p, name, path);
    assert_ok(p->cx, tacit_write_table(p->cx, t, path, path));
}

void assert_types(const tacit_table *t, const char *about, const char *columns)
{
    size_t j = 0;
    for (; *columns != '\0'; j++) {
        char field[FIELD_BYTES];
        take_field(&columns, field);
        char *colon = strchr(field, ':');
        assert_non_null(colon);
        *colon = '\0';
        const tacit_column *c = column_of(t, field);
        if (tacit_column_type(c) != type_of_letter(colon[1]))
            fail_msg("%s: column '%s' is a %s", about, field,
                     tacit_type_name(tacit_column_type(c)));
    }
    assert_int_equal(tacit_table_columns(t), j);
}
