# What can go wrong, as conditions: a class for each ending of the library.

endings <- c("tacit_cancelled", "tacit_wrong_request", "tacit_not_released", "tacit_wrong_data",
             "tacit_wrong_file")

# The problems of a record as a data frame: message, and line and column of a plan.
problems_of <- function(record) {
  found <- record$problems
  pick <- function(name, none) {
    vapply(found, function(p) if (is.null(p[[name]])) none else methods_as(p[[name]], none), none)
  }
  data.frame(line = pick("line", NA_integer_), column = pick("column", NA_integer_),
             code = pick("code", ""), message = pick("message", ""))
}

methods_as <- function(value, like) if (is.integer(like)) as.integer(value) else as.character(value)

fail <- function(ending, message, record = NULL) {
  stop(structure(class = c(endings[[ending]], "tacit_error", "error", "condition"),
                 list(message = message, call = NULL, record = record,
                      problems = problems_of(record))))
}

refuse <- function(...) fail(2L, paste0(...))

# Something that the user should know, by message(), once for each call.
note <- function(...) {
  message(structure(class = c("tacit_note", "message", "condition"),
                    list(message = paste0(..., "\n"), call = NULL)))
}

warn_of <- function(record) {
  for (said in record$warnings) {
    text <- if (is.list(said)) said$message else said
    warning(structure(class = c("tacit_warning", "warning", "condition"),
                      list(message = text, call = NULL)))
  }
}
