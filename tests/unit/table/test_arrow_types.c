/*
 * test_arrow_types.c - each type of Arrow, read from buffers written out by hand.
 */
#include "support/arrow.h"

#define BUFFERS(values)                                                                            \
    (const void *[])                                                                               \
    {                                                                                              \
        NULL, values                                                                               \
    }

static void test_integers(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_type type = TACIT_TYPE_INTEGER;
    assert_arrow(cx, "c", 2, BUFFERS(((const int8_t[]){ -128, 127 })), type, "-128,127");
    assert_arrow(cx, "C", 2, BUFFERS(((const uint8_t[]){ 0, 255 })), type, "0,255");
    assert_arrow(cx, "s", 2, BUFFERS(((const int16_t[]){ -32768, 7 })), type, "-32768,7");
    assert_arrow(cx, "S", 2, BUFFERS(((const uint16_t[]){ 65535, 7 })), type, "65535,7");
    assert_arrow(cx, "i", 2, BUFFERS(((const int32_t[]){ INT32_MIN, 7 })), type, "-2147483648,7");
    assert_arrow(cx, "I", 2, BUFFERS(((const uint32_t[]){ UINT32_MAX, 7 })), type, "4294967295,7");
    assert_arrow(cx, "l", 2, BUFFERS(((const int64_t[]){ INT64_MIN, INT64_MAX })), type,
                 "-9223372036854775808,9223372036854775807");
    assert_arrow(cx, "L", 2, BUFFERS(((const uint64_t[]){ INT64_MAX, 0 })), type,
                 "9223372036854775807,0");
    tacit_table *t = NULL;
    assert_fails(cx,
                 arrow_read_one(cx, "L", 2, 2,
                                BUFFERS(((const uint64_t[]){ 1, (uint64_t)INT64_MAX + 1 })), &t),
                 TACIT_ERR_DATA, "Column 'x'");
    assert_untold(cx, "9223372036854775808");
    /* Under a missing cell anything may stand. */
    const uint8_t first[] = { 1 };
    const void *gone[] = { first, (const uint64_t[]){ 1, UINT64_MAX } };
    assert_arrow(cx, "L", 2, gone, type, "1,");
}

/* IEEE 754: 0x3c00 is 1, 0xc000 is -2, 0x0001 is 2^-24, 0x7bff is 65504, 0x7c00 infinity. */
static void test_reals(void **state)
{
    tacit_ctx *cx = *state;
    const uint16_t halves[] = { 0x3c00, 0xc000, 0x0001, 0x7bff, 0x3555 };
    assert_arrow(cx, "e", 5, BUFFERS(halves), TACIT_TYPE_REAL,
                 "1,-2,5.960464477539063e-08,65504,0.333251953125");
    assert_arrow(cx, "f", 2, BUFFERS(((const float[]){ 0.5F, -3.25F })), TACIT_TYPE_REAL,
                 "0.5,-3.25");
    assert_arrow(cx, "g", 2, BUFFERS(((const double[]){ 0.1, -1e300 })), TACIT_TYPE_REAL,
                 "0.1,-1e+300");
    assert_int_equal(tacit_warning_count(cx), 0);
    assert_arrow(cx, "g", 4, BUFFERS(((const double[]){ 1.5, NAN, INFINITY, -INFINITY })),
                 TACIT_TYPE_REAL, "1.5,,,");
    assert_int_equal(tacit_warning_count(cx), 1);
    assert_non_null(strstr(tacit_warning(cx, 0), "Column 'x': 3 values"));
    const uint16_t strange[] = { 0x7c00, 0xfe00 };
    assert_arrow(cx, "e", 2, BUFFERS(strange), TACIT_TYPE_REAL, ",");
}

/* Two's complement of 128 bits, low word first. */
static void test_decimals(void **state)
{
    tacit_ctx *cx = *state;
    const int64_t money[] = { 12345, 0, -12345, -1, 0, 0, 100000000000000, 0 };
    assert_arrow(cx, "d:19,2", 4, BUFFERS(money), TACIT_TYPE_REAL,
                 "123.45,-123.45,0,1000000000000");
    assert_arrow(cx, "d:19,0,128", 2, BUFFERS(money), TACIT_TYPE_INTEGER, "12345,-12345");
    assert_arrow(cx, "d:19,-2", 2, BUFFERS(money), TACIT_TYPE_INTEGER, "1234500,-1234500");
    assert_arrow(cx, "d:9,1,32", 2, BUFFERS(((const int32_t[]){ 15, -15 })), TACIT_TYPE_REAL,
                 "1.5,-1.5");
    assert_arrow(cx, "d:18,30,64", 1, BUFFERS(((const int64_t[]){ 7 })), TACIT_TYPE_REAL, "7e-30");
    /* 2^127 - 8 is 170141183460469231731687303715884105720; times 10^2 a 256-bit integer. */
    const int64_t wide[] = { 0, 1, 0, 0 }; /* 2^64 = 18446744073709551616 */
    tacit_table *t = NULL;
    assert_fails(cx, arrow_read_one(cx, "d:40,2,256", 1, 2, BUFFERS(wide), &t), TACIT_ERR_DATA,
                 "Column 'x' has decimals of more than 15 digits");
    assert_fails(cx, arrow_read_one(cx, "d:40,0,256", 1, 2, BUFFERS(wide), &t), TACIT_ERR_DATA,
                 "Column 'x' has whole numbers too large");
    /* 5 * 10^20 = 27 * 2^64 + 1937910009842106368: one digit, though two words. */
    const int64_t round[] = { 1937910009842106368, 27, 0, 0 };
    assert_arrow(cx, "d:40,21,256", 1, BUFFERS(round), TACIT_TYPE_REAL, "0.5");
    const int64_t long_one[] = { 1234567890123456, 0 };
    assert_fails(cx, arrow_read_one(cx, "d:19,3", 1, 2, BUFFERS(long_one), &t), TACIT_ERR_DATA,
                 "Column 'x'");
    assert_untold(cx, "123456789");
    assert_fails(cx, arrow_read_one(cx, "d:19", 1, 2, BUFFERS(long_one), &t), TACIT_ERR_INPUT,
                 "Column 'x' is of Arrow's type unknown");
}

static void test_flags(void **state)
{
    const uint8_t bits[] = { 0x05 }, valid[] = { 0x0b };
    const void *buffers[] = { valid, bits };
    assert_arrow(*state, "b", 4, buffers, TACIT_TYPE_CATEGORY, "true,false,,false");
}

static void test_dates(void **state)
{
    tacit_ctx *cx = *state;
    const int64_t day = 86400000;
    assert_arrow(cx, "tdD", 3, BUFFERS(((const int32_t[]){ 0, -1, 19723 })), TACIT_TYPE_DATE,
                 "1970-01-01,1969-12-31,2024-01-01");
    assert_arrow(cx, "tdm", 2, BUFFERS(((const int64_t[]){ 19723 * day, -day })), TACIT_TYPE_DATE,
                 "2024-01-01,1969-12-31");
    tacit_table *t = NULL;
    assert_fails(cx, arrow_read_one(cx, "tdm", 1, 2, BUFFERS(((const int64_t[]){ 1 })), &t),
                 TACIT_ERR_DATA, "Column 'x' has dates with a time of day");
    assert_fails(cx, arrow_read_one(cx, "tdm", 1, 2, BUFFERS(((const int64_t[]){ day << 33 })), &t),
                 TACIT_ERR_DATA, "Column 'x' has dates beyond");
}

/* 2024-01-01 is day 19723: 1704067200 seconds. */
static void test_times(void **state)
{
    tacit_ctx *cx = *state;
    const int64_t midnight[] = { 1704067200, -86400 }, seconds[] = { 1704067200 + 36930, -1 };
    const int64_t milli[] = { 1704067200000, 1704067200007 }, nano[] = { 1704067200000000007 };
    assert_arrow(cx, "tss:", 2, BUFFERS(midnight), TACIT_TYPE_DATE, "2024-01-01,1969-12-31");
    assert_arrow(cx, "tss:UTC", 2, BUFFERS(midnight), TACIT_TYPE_CATEGORY,
                 "2024-01-01T00:00:00Z,1969-12-31T00:00:00Z");
    assert_arrow(cx, "tss:", 2, BUFFERS(seconds), TACIT_TYPE_CATEGORY,
                 "2024-01-01T10:15:30,1969-12-31T23:59:59");
    assert_arrow(cx, "tsm:", 2, BUFFERS(milli), TACIT_TYPE_CATEGORY,
                 "2024-01-01T00:00:00,2024-01-01T00:00:00.007");
    assert_arrow(cx, "tsu:", 1, BUFFERS(milli), TACIT_TYPE_CATEGORY, "1970-01-20T17:21:07.200000");
    assert_arrow(cx, "tsn:Europe/Vienna", 1, BUFFERS(nano), TACIT_TYPE_CATEGORY,
                 "2024-01-01T00:00:00.000000007Z");
    const uint8_t none[] = { 0 };
    const void *gone[] = { none, seconds };
    assert_arrow(cx, "tss:", 2, gone, TACIT_TYPE_DATE, ",");
    tacit_table *t = NULL;
    assert_fails(cx,
                 arrow_read_one(cx, "tss:", 1, 2, BUFFERS(((const int64_t[]){ INT64_MAX })), &t),
                 TACIT_ERR_DATA, "Column 'x' has times beyond");
}

static void test_texts(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = NULL;
    const int32_t starts[] = { 0, 3, 3, 6 };
    const int64_t far[] = { 0, 3, 3, 6 };
    const void *texts[] = { NULL, starts, "onetwo" }, *large[] = { NULL, far, "onetwo" };
    assert_ok(cx, arrow_read_one(cx, "u", 3, 3, texts, &t));
    assert_string_equal(tacit_dict_text(tacit_column_dict(tacit_table_column(t, 0)), 1), "");
    assert_int_equal(tacit_column_missing(tacit_table_column(t, 0)), 0); /* "" is a text */
    assert_int_equal(tacit_dict_size(tacit_column_dict(tacit_table_column(t, 0))), 3);
    tacit_table_free(t);
    assert_ok(cx, arrow_read_one(cx, "U", 1, 3, large, &t));
    assert_cells(t, "x", "one");
    tacit_table_free(t);
    assert_fails(
        cx, arrow_read_one(cx, "u", 1, 3, (const void *[]){ NULL, starts, "\xff\xfe\x80" }, &t),
        TACIT_ERR_DATA, "Column 'x' has texts that are not valid UTF-8");
    assert_fails(cx, arrow_read_one(cx, "u", 1, 3, (const void *[]){ NULL, starts, "a\0b" }, &t),
                 TACIT_ERR_DATA, "Column 'x'");
    const int32_t wrong[] = { 0, 3, 2, 6 };
    assert_fails(cx, arrow_read_one(cx, "u", 3, 3, (const void *[]){ NULL, wrong, "onetwo" }, &t),
                 TACIT_ERR_DATA, "column 'x'");
    assert_fails(cx, arrow_read_one(cx, "u", 3, 3, (const void *[]){ NULL, starts, NULL }, &t),
                 TACIT_ERR_DATA, "column 'x'");
    assert_fails(cx, arrow_read_one(cx, "u", 3, 2, (const void *[]){ NULL, starts }, &t),
                 TACIT_ERR_DATA, "column 'x'");
}

/* A view is a length and 12 bytes: the text, or its first 4 bytes, buffer and place. */
typedef struct view {
    int32_t n;
    char first[4];
    int32_t buffer, at;
} view;

static void test_views(void **state)
{
    tacit_ctx *cx = *state;
    view views[3] = { { .n = 3, .first = "abc" },
                      { .n = 14, .first = { 'a', ' ', 'l', 'o' }, .buffer = 1, .at = 2 } };
    memcpy(&views[2], "\x0c\0\0\0twelve bytes", 16);
    const int64_t lengths[] = { 5, 16 };
    const void *buffers[] = { NULL, views, "other", "..a long text 14", lengths };
    tacit_table *t = NULL;
    assert_ok(cx, arrow_read_one(cx, "vu", 3, 5, buffers, &t));
    assert_cells(t, "x", "abc,a long text 14,twelve bytes");
    tacit_table_free(t);
    views[1].at = 3; /* one byte too far */
    assert_fails(cx, arrow_read_one(cx, "vu", 3, 5, buffers, &t), TACIT_ERR_DATA, "column 'x'");
    views[1].buffer = 2;
    assert_fails(cx, arrow_read_one(cx, "vu", 3, 5, buffers, &t), TACIT_ERR_DATA, "column 'x'");
    views[1].n = -1;
    assert_fails(cx, arrow_read_one(cx, "vu", 3, 5, buffers, &t), TACIT_ERR_DATA, "column 'x'");
}

static void test_nothing(void **state)
{
    tacit_ctx *cx = *state;
    tacit_table *t = NULL;
    assert_ok(cx, arrow_read_one(cx, "n", 3, 0, NULL, &t));
    assert_int_equal(tacit_column_type(tacit_table_column(t, 0)), TACIT_TYPE_CATEGORY);
    assert_cells(t, "x", ",,");
    tacit_table_free(t);
}

static void test_refused(void **state)
{
    static const char *const types[][2] = {
        { "z", "binary" },         { "Z", "large binary" },
        { "vz", "binary view" },   { "w:16", "fixed binary" },
        { "ttm", "time of day" },  { "tDs", "duration" },
        { "tiM", "interval" },     { "+l", "list" },
        { "+s", "struct" },        { "+m", "map" },
        { "+ud:0,1", "union" },    { "+r", "run-end encoded" },
        { "?", "unknown" },        { "tsq:", "unknown" },
        { "d:5,1,17", "unknown" },
    };
    tacit_ctx *cx = *state;
    tacit_table *t = NULL;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        char part[64];
        snprintf(part, sizeof part, "Column 'x' is of Arrow's type %s, which", types[i][1]);
        assert_fails(cx, arrow_read_one(cx, types[i][0], 0, 0, NULL, &t), TACIT_ERR_INPUT, part);
    }
    assert_null(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_integers), with_context(test_reals), with_context(test_decimals),
        with_context(test_flags),    with_context(test_dates), with_context(test_times),
        with_context(test_texts),    with_context(test_views), with_context(test_nothing),
        with_context(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
