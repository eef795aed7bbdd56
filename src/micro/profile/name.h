/*
 * name.h - the words that a column's name is made of.
 */
#ifndef TACIT_MICRO_PROFILE_NAME_H
#define TACIT_MICRO_PROFILE_NAME_H

#include "base/context.h"

/* Room for the words of a name; longer names are cut, which only loses a suggestion. */
enum { TACIT_NAME_BYTES = 256, TACIT_WORD_BYTES = 48 };

/* Words in small letters without accents, each with a blank before and after it:
 * "dateOfBirth" and "Date_of-birth" both give " date of birth ". */
typedef struct tacit_name_words {
    char text[TACIT_NAME_BYTES];
} tacit_name_words;

/* Split at signs, between small and capital letters, between letters and digits. */
tacit_name_words tacit_name_split(const char *name);

/* Whether one of `list` occurs in the name; `found` gets the name's words where it does.  The list
 * separates its members by '|'.  A member is a word or several in a row; with '*' at its
 * end its last word may go on; with '*' before it, its first word may have begun before; with '='
 * before it, it must be the whole name. */
bool tacit_name_has(const tacit_name_words *words, const char *list, char found[TACIT_WORD_BYTES]);

#endif
