/*
 * format.c - numbers as people read them, without a locale.
 *
 * A number is rounded to a whole number of units of its last shown digit and written with
 * integer conversions, whose text no locale changes.  Beyond 9e15 such units a double has
 * no digits left to round, and the shortest exact text is used.
 */
#include "report/format.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MOST_DECIMALS = 9 };

static const double LARGEST_SCALED = 9e15;

static tacit_digits word(const char *text)
{
    tacit_digits d = { "" };
    snprintf(d.text, sizeof d.text, "%s", text);
    return d;
}

static tacit_digits unknown(void)
{
    return word("n/a");
}

static bool is_zero(double x)
{
    return !(x < 0.0) && !(x > 0.0);
}

static tacit_digits exact(double x)
{
    char text[TACIT_NUMBER_BYTES];
    tacit_format_real(x, text);
    return word(text);
}

tacit_digits tacit_format_fixed(double x, int decimals)
{
    static const double powers[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9 };
    if (!isfinite(x))
        return unknown();
    const int k = decimals < 0 ? 0 : decimals > MOST_DECIMALS ? MOST_DECIMALS : decimals;
    const double scaled = round(fabs(x) * powers[k]);
    if (scaled > LARGEST_SCALED)
        return exact(x);
    const uint64_t units = (uint64_t)scaled, one = (uint64_t)powers[k];
    const char *sign = x < 0.0 && units > 0 ? "-" : "";
    const unsigned long long whole = units / one, part = units % one;
    tacit_digits d = { "" };
    if (k == 0)
        snprintf(d.text, sizeof d.text, "%s%llu", sign, whole);
    else
        snprintf(d.text, sizeof d.text, "%s%llu.%0*llu", sign, whole, k, part);
    return d;
}

/* Separate the thousands of a plain decimal text. */
static tacit_digits group(tacit_digits plain)
{
    const char *digits = plain.text + (plain.text[0] == '-');
    const size_t n = strspn(digits, "0123456789");
    if (strchr(plain.text, 'e') != NULL || n + n / 3 + strlen(plain.text) >= sizeof plain.text)
        return plain;
    tacit_digits d = { "" };
    char *to = d.text;
    if (digits > plain.text)
        *to++ = '-';
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    memcpy(to, digits + n, strlen(digits + n) + 1);
    return d;
}

/* Take away zeros at the end of the decimals. */
static tacit_digits strip(tacit_digits d)
{
    if (strchr(d.text, '.') == NULL)
        return d;
    size_t n = strlen(d.text);
    while (d.text[n - 1] == '0')
        n--;
    if (d.text[n - 1] == '.')
        n--;
    d.text[n] = '\0';
    return d;
}

static tacit_digits join(const char *before, tacit_digits d, const char *after)
{
    tacit_digits out = { "" };
    snprintf(out.text, sizeof out.text, "%s%.30s%s", before, d.text, after);
    return out;
}

tacit_digits tacit_format_count(double x)
{
    return group(tacit_format_fixed(x, 0));
}

/* 1.234e-05: three decimals and a power of ten. */
static tacit_digits scientific(double x)
{
    int e = (int)floor(log10(fabs(x)));
    double mantissa = x / pow(10.0, e);
    if (fabs(mantissa) >= 9.9995) {
        mantissa /= 10.0;
        e++;
    }
    char power[16];
    snprintf(power, sizeof power, "e%d", e);
    return join("", strip(tacit_format_fixed(mantissa, 3)), power);
}

tacit_digits tacit_format_number(double x)
{
    if (!isfinite(x))
        return unknown();
    const double a = fabs(x);
    if (is_zero(x))
        return word("0");
    if (a < 1e-4 || a >= 1e15)
        return scientific(x);
    if (fabs(x - round(x)) < 1e-9 * a)
        return tacit_format_count(x);
    const int e = (int)floor(log10(a));
    const int decimals = e >= 3 ? 4 - e : 3 - e;
    return group(strip(tacit_format_fixed(x, decimals)));
}

tacit_digits tacit_format_share(double x)
{
    if (!isfinite(x))
        return unknown();
    const double p = fabs(100.0 * x);
    if (p > 0.0 && p < 0.001)
        return word(x < 0.0 ? ">-0.001%" : "<0.001%");
    if (p > 99.999 && p < 100.0)
        return word(x < 0.0 ? "<-99.999%" : ">99.999%");
    int decimals = p < 0.1 ? 3 : p < 10.0 ? 2 : 1;
    if (p > 99.9 && p < 100.0)
        decimals = 3;
    return join("", group(strip(tacit_format_fixed(100.0 * x, decimals))), "%");
}

tacit_digits tacit_format_probability(double x)
{
    if (!isfinite(x))
        return unknown();
    if (is_zero(x) || is_zero(x - 1.0))
        return tacit_format_fixed(x, 0);
    if (x > 0.9999 && x < 1.0)
        return word(">0.9999");
    return fabs(x) < 0.001 ? tacit_format_number(x) : tacit_format_fixed(x, 4);
}

tacit_digits tacit_format_bytes(double x)
{
    static const char *const units[] = { " B", " kB", " MB", " GB", " TB" };
    if (!isfinite(x))
        return unknown();
    size_t u = 0;
    while (x >= 999.5 && u + 1 < sizeof units / sizeof units[0]) {
        x /= 1000.0;
        u++;
    }
    return join("", group(tacit_format_fixed(x, u > 0 && x < 9.95 ? 1 : 0)), units[u]);
}

static int decimals_of(double step)
{
    const double e = floor(log10(step) + 1e-9);
    return e >= 0.0 ? 0 : e < -MOST_DECIMALS ? MOST_DECIMALS : (int)-e;
}

tacit_digits tacit_format_tick(double x, double step)
{
    static const struct {
        double size;
        const char *name;
    } units[] = {
        { 1e12, "T" },
        { 1e9, "G" },
        { 1e6, "M" },
    };
    if (!isfinite(x) || !(step > 0.0))
        return tacit_format_number(x);
    if (fabs(x) < step * 1e-6)
        return word("0");
    if (fabs(x) >= 1e15 || step < 1e-6)
        return scientific(x);
    for (size_t u = 0; u < sizeof units / sizeof units[0]; u++)
        if (fabs(x) >= units[u].size)
            return join("", strip(tacit_format_fixed(x / units[u].size, 3)), units[u].name);
    return group(tacit_format_fixed(x, decimals_of(step)));
}

static bool is_unit(const char *unit, const char *name)
{
    return unit != NULL && strcmp(unit, name) == 0;
}

tacit_digits tacit_format_unit(const char *unit, const json_t *value)
{
    if (!json_is_number(value))
        return unknown();
    const double x = json_number_value(value);
    if (is_unit(unit, "share"))
        return tacit_format_share(x);
    if (is_unit(unit, "probability"))
        return tacit_format_probability(x);
    return tacit_format_number(x);
}

tacit_digits tacit_format_change(const char *unit, const json_t *before, const json_t *after)
{
    if (!json_is_number(before) || !json_is_number(after))
        return unknown();
    const double x = json_number_value(before), y = json_number_value(after);
    const double change = y - x;
    if (!isfinite(change))
        return unknown();
    if (fabs(change) <= 1e-12 * (fabs(x) + fabs(y)))
        return word("0");
    const char *sign = change > 0.0 ? "+" : "-";
    if (is_unit(unit, "share")) {
        const double points = fabs(100.0 * change);
        const int decimals = points < 0.1 ? 3 : points < 10.0 ? 2 : 1;
        return join(sign, group(strip(tacit_format_fixed(points, decimals))), " points");
    }
    const bool fixed = is_unit(unit, "probability") && fabs(change) >= 0.001;
    return join(
        sign, fixed ? tacit_format_fixed(fabs(change), 4) : tacit_format_number(fabs(change)), "");
}
