/*
 * argus.h - the metadata files (.rda) of mu-Argus and tau-Argus.
 *
 * A line is a variable, or says something of the last one:
 *
 *   <SEPARATOR> ","                        fields are separated; else they have fixed places
 *   Size 9 2 99                            name, position, length, missing codes
 *     <RECODEABLE>                         a dimension
 *     <HIERCODELIST> "size.hrc" ...
 *   Turnover 11 8
 *     <NUMERIC> <DECIMALS> 2
 *
 * Positions are left out where fields are separated, and so are lengths where the file holds
 * cells of a table, which is the case if a variable stands alone on its line.
 *
 * Source: de Wolf et al. (2014), tau-Argus user's manual, section 5.1; Hundepool et al. (2014),
 * mu-Argus user's manual, section 5.1.
 */
#ifndef TACIT_ENGINE_ARGUS_ARGUS_H
#define TACIT_ENGINE_ARGUS_ARGUS_H

#include "base/context.h"
#include "engine/engine.h"

/* What a variable is besides a dimension or a number. */
typedef enum tacit_rda_kind {
    TACIT_RDA_PLAIN = 0,
    TACIT_RDA_WEIGHT,
    TACIT_RDA_HOLDING,
    TACIT_RDA_REQUEST,
    TACIT_RDA_KEY, /* a record key */
    /* in tables: */
    TACIT_RDA_FREQUENCY,
    TACIT_RDA_LARGEST,
    TACIT_RDA_STATUS,
    TACIT_RDA_LOWER,
    TACIT_RDA_UPPER,
    TACIT_RDA_COST,
    TACIT_RDA_SHADOW
} tacit_rda_kind;

enum { TACIT_RDA_WORDS = 10 };

/* One variable; texts are "" where nothing is said. */
typedef struct tacit_rda_variable {
    const char *name;
    size_t line;
    size_t position, length; /* in bytes, the first is 1; 0 where fields are separated */
    size_t n_missing;
    const char *missing[2];
    bool category, number; /* both are possible, neither is a text */
    tacit_rda_kind kind;
    const char *total;       /* code of the total */
    const char *tree, *mark; /* a file, and what stands in it for each level */
    size_t n_levels;         /* how many characters each level of the code has */
    double level[TACIT_RDA_WORDS];
    const char *request[2]; /* codes of those who ask for protection */
    bool distances;
    double decimals;
} tacit_rda_variable;

/* In scratch memory. */
typedef struct tacit_rda {
    const char *path;
    const char *separator;               /* "": fixed places */
    bool cells;                          /* the file holds cells of a table */
    const char *safe, *unsafe, *protect; /* statuses of cells */
    size_t n;
    tacit_rda_variable *variable;
} tacit_rda;

/* The metadata in `text`, which is cut up and must outlive it; `path` names it in messages, which
 * say the line. */
tacit_status tacit_rda_parse(tacit_ctx *cx, const char *path, char *text, tacit_rda *out);

/* The same of a file, with its text in scratch memory. */
tacit_status tacit_rda_read(tacit_ctx *cx, const char *path, tacit_rda *out);

/* The variable called `name` (letters of any case), or NULL. */
const tacit_rda_variable *tacit_rda_find(const tacit_rda *rda, const char *name);

/* Whether a release of this name is written with fixed places, and its metadata beside it. */
bool tacit_argus_writes(const char *name);

/* Where the metadata of what is written to `path` stands, in scratch memory. */
tacit_status tacit_argus_beside(tacit_ctx *cx, const char *path, const char **out);

/* The file that describes a source: what its options name, or what stands beside it; NULL if there
 * is none, or if it is no data of Argus.  In scratch memory. */
tacit_status tacit_argus_metadata(tacit_ctx *cx, const tacit_source *source, const char **out);

/* The text of the file at `path`, in scratch memory.  Fails if it has a NUL byte. */
tacit_status tacit_argus_text(tacit_ctx *cx, const char *path, char **out, size_t *n);

/* The next word of a line, which moves on behind it: up to a blank, or between quotation marks;
 * NULL at the end of the line. */
char *tacit_argus_word(char **line);

/* The scheme of addresses of files that are read with metadata whatever their ending. */
#define TACIT_ARGUS_SCHEME "argus:"

#endif
