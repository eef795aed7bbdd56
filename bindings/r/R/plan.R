# Plans: what is asked of the library.  A plan is a value; its text is what `tacit` runs.

# ---- text ----

quoted <- function(x) {
  x <- enc2utf8(as.character(x))
  x <- gsub("\\", "\\\\", x, fixed = TRUE)
  x <- gsub("\"", "\\\"", x, fixed = TRUE)
  for (code in c(1:31, 127L)) {
    x <- gsub(intToUtf8(code), sprintf("\\u%04x", code), x, fixed = TRUE)
  }
  paste0("\"", x, "\"", recycle0 = TRUE)
}

# A key of a mapping, which needs no quotes if it is a plain word.
key_texts <- function(names) {
  plain <- grepl("^[A-Za-z][A-Za-z0-9_]*$", names) & !tolower(names) %in% c("y", "n", "yes", "no", "on", "off", "true", "false", "null")
  ifelse(plain, names, quoted(names))
}

# The shortest text of a number that reads back as it is.
number_text <- function(x) {
  text <- formatC(x, digits = 15L, format = "g", width = 1L)
  longer <- !is.na(x) & suppressWarnings(as.numeric(text)) != x
  text[longer] <- formatC(x[longer], digits = 17L, format = "g", width = 1L)
  whole <- is.finite(x) & x == trunc(x) & abs(x) < 1e15
  text[whole] <- formatC(x[whole], format = "f", digits = 0L, width = 1L)
  text
}

scalar_texts <- function(x) {
  if (inherits(x, "tacit_digits")) return(unclass(x)) # a number that no double holds
  if (inherits(x, c("Date", "POSIXct", "factor"))) x <- as.character(x)
  text <- switch(typeof(x),
                 logical = tolower(as.character(x)), character = quoted(x),
                 integer = , double = number_text(unclass(x)),
                 refuse("A plan holds texts, numbers, true and false, lists, and not '", class(x)[1L], "'."))
  text[is.na(x)] <- "null"
  text
}

# JSON, which is YAML: a vector of one value is that value, unless it is wrapped by I().
json_text <- function(x, key = quoted) {
  if (is.null(x)) return("null")
  texts <- if (is.list(x)) vapply(x, json_text, "", key = key) else scalar_texts(x)
  if (!is.null(names(x))) return(paste0("{", paste0(key(names(x)), ": ", texts, recycle0 = TRUE, collapse = ", "), "}"))
  if (length(texts) == 1L && !is.list(x) && !inherits(x, "AsIs")) return(texts)
  paste0("[", paste(texts, collapse = ", "), "]")
}

yaml_text <- function(x) json_text(x, key_texts)

# A line for each key, and for each step or entry below it.
plan_text <- function(parts) {
  lines <- character()
  for (key in names(parts)) {
    value <- parts[[key]]
    if (is.list(value) && length(value) && is.null(names(value))) {
      lines <- c(lines, paste0(key, ":"), paste0("  - ", vapply(value, yaml_text, "")))
    } else if (is.list(value) && length(value)) {
      below <- paste0("  ", key_texts(names(value)), ": ", vapply(value, yaml_text, ""))
      lines <- c(lines, paste0(key, ":"), below)
    } else {
      lines <- c(lines, paste0(key, ": ", yaml_text(value)))
    }
  }
  paste0(paste(lines, collapse = "\n"), "\n")
}

# ---- names of columns ----

# Columns (an expression that substitute() gave) as people write them: age, c(age, sex), "age", or a variable with such texts.
names_in <- function(expression, where, data) {
  if (identical(expression, quote(expr = ))) refuse("The step needs columns.")
  known <- if (is.data.frame(data)) names(data)
  pick <- function(e) {
    if (is.call(e) && identical(e[[1L]], quote(c))) return(unlist(lapply(as.list(e)[-1L], pick)))
    if (!is.symbol(e)) return(eval(e, where))
    name <- as.character(e)
    value <- if (!name %in% known) get0(name, where, mode = "character")
    if (is.null(value)) name else value
  }
  if (is.null(expression)) NULL else as_names(pick(expression))
}

as_names <- function(found) {
  if (is.null(found) || is.character(found)) return(found)
  refuse("Columns are given by their names, not as '", class(found)[1L], "'.")
}

# ---- plans ----

is_path <- function(data) is.character(data) && length(data) == 1L && !is.na(data)

tacit_plan <- function(data, identifier = NULL, key = NULL, sensitive = NULL, weight = NULL,
                       household = NULL, strata = NULL, ...) {
  if (!is.data.frame(data) && !is_path(data)) {
    refuse("Data is a data frame, or a path or address; not of class '", class(data)[1L], "'.")
  }
  here <- parent.frame()
  roles <- list(identifier = names_in(substitute(identifier), here, data),
                key = names_in(substitute(key), here, data),
                sensitive = names_in(substitute(sensitive), here, data),
                weight = names_in(substitute(weight), here, data),
                household = names_in(substitute(household), here, data),
                strata = names_in(substitute(strata), here, data))
  roles <- roles[lengths(roles) > 0L]
  more <- list(...)
  if (length(more) && (is.null(names(more)) || any(names(more) == ""))) {
    refuse("Other parts of a plan are given by their names, such as seed = 1.")
  }
  new_plan(data, c(if (length(roles)) list(roles = roles), more))
}

new_plan <- function(data, parts, text = NULL) {
  structure(list(data = data, parts = parts, text = text), class = "tacit_plan")
}

read_plan <- function(path) {
  text <- paste0(readLines(path, encoding = "UTF-8", warn = FALSE), collapse = "\n")
  new_plan(path, list(), paste0(text, "\n"))
}

with_part <- function(plan, name, value) {
  check_plan(plan)
  if (!is.null(plan$text)) refuse("The plan is a text already; add to it in its file.")
  plan$parts[[name]] <- value
  plan
}

check_plan <- function(plan) {
  if (!inherits(plan, "tacit_plan")) refuse("The first argument is a plan, as tacit_plan() makes it.")
}

given <- function(arguments) arguments[!vapply(arguments, is.null, NA)]

# An empty list of arguments is the mapping {}.
arguments_of <- function(arguments) {
  found <- given(arguments)
  if (length(found)) found else structure(list(), names = character())
}

add_step <- function(plan, name, arguments) {
  step <- stats::setNames(list(arguments_of(arguments)), name)
  with_part(plan, "steps", c(plan$parts$steps, list(step)))
}

add_requirement <- function(plan, name, arguments) {
  asked <- as.list(plan$parts$require)
  asked[[name]] <- arguments_of(arguments)
  with_part(plan, "require", asked)
}

add_hierarchy <- function(plan, column, name, arguments) {
  made <- as.list(plan$parts$hierarchies)
  made[[column]] <- stats::setNames(list(arguments_of(arguments)), name)
  with_part(plan, "hierarchies", made)
}

as.character.tacit_plan <- function(x, ...) {
  if (!is.null(x$text)) return(x$text)
  data <- if (is_path(x$data)) x$data else "memory:data"
  plan_text(c(list(data = data), x$parts))
}

format.tacit_plan <- function(x, ...) as.character(x)

print.tacit_plan <- function(x, ...) {
  if (is.data.frame(x$data)) {
    cat("Plan over a data frame of ", frame_rows(x$data), " records, ", length(x$data), " columns\n", sep = "")
  }
  cat(as.character(x))
  invisible(x)
}

write_plan <- function(plan, path) {
  check_plan(plan)
  if (!is_path(plan$data)) refuse("The data of the plan is in memory; give a path, so that the plan can be run.")
  if (file.exists(path)) fail(5L, paste0("'", path, "' is there already."))
  writeLines(as.character(plan), path, sep = "", useBytes = TRUE)
  invisible(plan)
}
