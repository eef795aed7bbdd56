/*
 * sanitized.h - whether a sanitizer looks on, under which everything takes several times as long.
 */
#ifndef TACIT_TESTS_SUPPORT_SANITIZED_H
#define TACIT_TESTS_SUPPORT_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define IS_SANITIZED 0
#endif

/* Random cases of an oracle whose cases are long: all in a plain build, a quarter of them where a
 * sanitizer looks for other faults than theirs. */
#define CASES(n) (IS_SANITIZED ? (n) / 4 : (n))

#endif
