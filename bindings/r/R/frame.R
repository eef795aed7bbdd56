# Data frames to plain columns, which src/frame.c takes, and back.

# What a column holds, as a letter for src/frame.c, and its plain values.
plain <- function(name, x) {
  said <- function(what) {
    refuse("Column '", name, "' ", what, "; numbers, texts, factors, true and false, dates and ",
           "times can be taken.")
  }
  if (inherits(x, "POSIXlt")) x <- as.POSIXct(x)
  if (!is.null(dim(x))) said("is a table or a matrix")
  if (is.list(x)) said("is a list")
  if (inherits(x, "difftime")) said("holds durations, which as.numeric() makes numbers")
  if (is.factor(x)) {
    if (anyNA(levels(x))) {
      refuse("Column '", name, "' is a factor with a level NA; factor(x, exclude = NA) makes it a ",
             "missing value.")
    }
    return(list(kind = "f", values = x, levels = levels(x)))
  }
  if (inherits(x, "integer64")) return(list(kind = "l", values = x))
  if (inherits(x, "Date")) return(list(kind = "d", values = as.double(x)))
  if (inherits(x, "POSIXct")) return(list(kind = "t", values = as.double(x)))
  kind <- c(logical = "b", integer = "i", double = "g", character = "s")[typeof(x)]
  if (is.na(kind)) said(paste("holds values of type", typeof(x)))
  if (kind == "g" && any(is.infinite(x))) {
    note("Column '", name, "' has infinite values, which are missing values here.")
  } else if (kind == "g" && any(is.nan(x))) {
    note("Column '", name, "' has NaN, which is a missing value here.")
  }
  if (kind == "s" && any(Encoding(x) == "bytes")) said("holds bytes, not texts")
  list(kind = kind, values = x)
}

# The labels of a labelled column, which travel with it.
labels_of <- function(x) {
  found <- attr(x, "labels", exact = TRUE)
  found <- found[!is.na(found)]
  if (length(found) == 0L || is.null(names(found))) return(NULL)
  names_of <- stats::setNames(as.list(names(found)), as.character(unclass(found)))
  json_text(names_of)
}

# Values of SPSS that are declared to be missing are missing; as numbers they would be masked with the others.
declared_missing <- function(name, x) {
  values <- attr(x, "na_values", exact = TRUE)
  range <- attr(x, "na_range", exact = TRUE)
  if (!inherits(x, "haven_labelled_spss") || is.null(values) && is.null(range)) return(x)
  bare <- unclass(x)
  gone <- bare %in% values
  if (!is.null(range)) gone <- gone | !is.na(bare) & bare >= range[1L] & bare <= range[2L]
  if (any(gone)) {
    note("Column '", name, "' has values that are declared to be missing (", sum(gone), "), which are missing values here.")
    x[gone] <- NA
  }
  x
}

plain_column <- function(name, x) {
  x <- declared_missing(name, x)
  label <- attr(x, "label", exact = TRUE)
  more <- list(name = name, value_labels = if (inherits(x, "haven_labelled")) labels_of(x),
               label = if (is.character(label) && length(label) == 1L && !is.na(label)) label)
  c(plain(name, x), more)
}

frame_rows <- function(frame) .row_names_info(frame, 2L)

# The columns of a data frame, and what is worth telling about it.
columns_in <- function(frame) {
  names <- names(frame)
  if (length(frame) == 0L) refuse("The data has no columns.")
  if (is.null(names) || anyNA(names) || any(names == "")) {
    refuse("Column ", which(is.na(names) | names == "")[1L], " of the data has no name.")
  }
  if (anyDuplicated(names)) {
    refuse("There are several columns called '", names[anyDuplicated(names)], "'; names must differ.")
  }
  if (is.character(attr(frame, "row.names"))) note("Row names are not part of the data, and are left out.")
  columns <- lapply(names, function(name) plain_column(name, frame[[name]]))
  uneven <- which(vapply(columns, function(x) length(x$values), 0) != frame_rows(frame))
  if (length(uneven)) refuse("Column '", names[uneven[1L]], "' does not have as many values as rows.")
  columns
}

# ---- what comes out ----

# Labels of intervals in the order of their numbers, other labels as they come.
by_number <- function(labels) {
  first <- regmatches(labels, regexpr("-?[0-9]+([.][0-9]+)?", labels))
  if (length(first) != length(labels)) return(labels)
  labels[order(as.numeric(first), !startsWith(labels, "<"))]
}

relevel_as <- function(y, x) {
  kept <- intersect(levels(x), levels(y))
  added <- setdiff(levels(y), kept)
  unused <- setdiff(levels(x), levels(y))
  list(y = factor(as.character(y), levels = c(kept, by_number(added)), ordered = is.ordered(x) && !length(added)),
       unused = length(unused))
}

as_times <- function(y, x) {
  text <- as.character(y)
  read <- strptime(text, "%Y-%m-%dT%H:%M:%OSZ", tz = "UTC")
  if (any(is.na(read) & !is.na(text))) return(text)
  made <- as.POSIXct(read)
  attr(made, "tzone") <- attr(x, "tzone", exact = TRUE)
  made
}

# A number as the column had it: whole numbers were reals, or in 64 bits, if they were.
number_as <- function(y, x, labels) {
  if (is.integer(y) && is.double(x) && !inherits(x, "integer64")) y <- as.double(y)
  if (!inherits(x, "haven_labelled")) return(y)
  had <- attr(x, "labels", exact = TRUE)
  shown <- if (is.null(labels)) character() else names(jsonlite::fromJSON(labels, simplifyVector = FALSE))
  kept <- had[!is.na(had) & as.character(unclass(had)) %in% shown]
  if (length(kept)) storage.mode(kept) <- typeof(y)
  structure(y, labels = if (length(kept)) kept, class = c("haven_labelled", "vctrs_vctr", typeof(y)))
}

# Column `y` of the release as much like the original `x` as what was done to it allows.
like <- function(y, x) {
  label <- attr(y, "tacit.label")
  labels <- attr(y, "tacit.value_labels")
  attr(y, "tacit.label") <- attr(y, "tacit.value_labels") <- NULL
  unused <- 0L
  if (is.factor(y)) {
    if (is.factor(x)) {
      made <- relevel_as(y, x)
      y <- made$y
      unused <- made$unused
    } else if (is.character(x)) {
      y <- as.character(y)
      if (inherits(x, "haven_labelled")) y <- number_as(y, x, labels)
    } else if (is.logical(x) && all(levels(y) %in% c("true", "false"))) {
      y <- as.character(y) == "true"
    } else if (inherits(x, c("POSIXct", "POSIXlt"))) {
      y <- as_times(y, x)
    } else {
      y <- factor(as.character(y), levels = by_number(levels(y)))
    }
  } else if (is.numeric(y) && is.numeric(unclass(x)) && !is.factor(x)) {
    y <- number_as(y, x, labels)
  }
  if (!is.null(label)) attr(y, "label") <- label
  list(y = y, unused = unused)
}

# The released columns as a frame of the class of the original.
frame_out <- function(columns, frame) {
  made <- lapply(names(columns), function(name) like(columns[[name]], frame[[name]]))
  unused <- names(columns)[vapply(made, function(m) m$unused, 0L) > 0L]
  if (length(unused)) {
    note("Levels that no record has are left out of ", paste0("'", unused, "'", collapse = ", "), ".")
  }
  out <- stats::setNames(lapply(made, `[[`, "y"), names(columns))
  rows <- if (length(out)) length(out[[1L]]) else 0L
  class <- intersect(class(frame), c("tbl_df", "tbl", "data.frame"))
  out <- structure(out, class = class, row.names = .set_row_names(rows))
  if (inherits(frame, "data.table")) data.table::as.data.table(out) else out
}
