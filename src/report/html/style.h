/*
 * style.h - the style sheet of the HTML report.
 */
#ifndef TACIT_REPORT_HTML_STYLE_H
#define TACIT_REPORT_HTML_STYLE_H

/* CSS for the <style> element: light and dark, wide and narrow screens, print. */
extern const char tacit_style[];

#endif
