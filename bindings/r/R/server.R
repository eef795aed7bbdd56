# A client of the query server, `tacit serve`.

# A token: given, in a file, or in the environment.  It stands in no message.
token_of <- function(token, token_file) {
  if (is.null(token) && is.null(token_file)) {
    token <- Sys.getenv("TACIT_TOKEN", NA)
    if (is.na(token)) token_file <- Sys.getenv("TACIT_TOKEN_FILE", NA)
    if (is.na(token) && is.na(token_file)) {
      refuse("A token is needed: in the environment as TACIT_TOKEN, or in the file that token_file or ",
             "TACIT_TOKEN_FILE names.")
    }
  }
  if (is.null(token) || is.na(token)) {
    if (!file.exists(token_file)) fail(5L, paste0("The file of the token, '", token_file, "', is not there."))
    token <- readLines(token_file, n = 1L, warn = FALSE)
  }
  token <- trimws(token)
  if (length(token) != 1L || !grepl("^[!-~]+$", token)) refuse("The token is not one that a server gives.")
  token
}

tacit_connect <- function(url, token = NULL, token_file = NULL, dataset = NULL, timeout = 60) {
  parts <- regmatches(url, regexec("^(https?)://(\\[[0-9a-fA-F:]+\\]|[^/:@?#]+)(:([0-9]+))?/?$", url))[[1L]]
  if (length(parts) == 0L) refuse("The address of a server is such as http://127.0.0.1:8080.")
  port <- if (nzchar(parts[5L])) as.integer(parts[5L]) else if (parts[2L] == "https") 443L else 80L
  if (parts[2L] == "http" && !parts[3L] %in% c("127.0.0.1", "localhost", "[::1]")) {
    refuse("A server on another machine is asked by https alone, since its token would be read on the way.")
  }
  secret <- token_of(token, token_file)
  structure(list(url = sub("/$", "", url), secure = parts[2L] == "https", host = gsub("[][]", "", parts[3L]),
                 authority = paste0(parts[3L], parts[4L]), port = port, dataset = dataset, timeout = timeout,
                 token = function() secret), class = "tacit_server")
}

print.tacit_server <- function(x, ...) {
  cat("Server at ", x$url, "\n", sep = "")
  invisible(x)
}

tacit_query <- function(server, sql, explain = FALSE) {
  if (!inherits(server, "tacit_server")) refuse("The first argument is a server, as tacit_connect() gives it.")
  body <- json_text(c(list(sql = sql), if (!is.null(server$dataset)) list(dataset = server$dataset)))
  answer <- ask(server, if (explain) "/v1/explain" else "/v1/query", body)
  record <- tryCatch(parse_record(answer$body), error = function(e) NULL)
  if (is.null(record)) fail(5L, paste0("What answers at ", server$url, " is not a server of tacit."))
  if (answer$status != 200L) fail_by_server(answer$status, record)
  if (explain) record else answer_frame(record)
}

# The ending that a problem of the server (RFC 9457) is like.
fail_by_server <- function(status, record) {
  text <- if (is.null(record$detail)) record$title else record$detail
  record$problems <- list(list(line = record$line, column = record$column, code = record$code, message = text))
  ending <- if (status == 403L) 3L else if (status >= 500L) 5L else 2L
  fail(ending, paste0(if (is.null(text)) "The server refused." else text), record)
}

# ---- HTTP ----

ask <- function(server, path, body) {
  if (server$secure) ask_by_curl(server, path, body) else ask_by_socket(server, path, body)
}

ask_by_curl <- function(server, path, body) {
  if (!requireNamespace("curl", quietly = TRUE)) refuse("Servers by https need the package 'curl'.")
  handle <- curl::new_handle(copypostfields = enc2utf8(body), timeout = server$timeout, followlocation = FALSE)
  curl::handle_setheaders(handle, "Content-Type" = "application/json",
                          "Authorization" = paste("Bearer", server$token()))
  got <- tryCatch(curl::curl_fetch_memory(paste0(server$url, path), handle),
                  error = function(e) unreached(server))
  list(status = got$status_code, body = as_text(got$content))
}

unreached <- function(server) fail(5L, paste0("The server at ", server$url, " could not be reached."))

as_text <- function(bytes) {
  text <- rawToChar(bytes[bytes != as.raw(0L)])
  Encoding(text) <- "UTF-8"
  text
}

ask_by_socket <- function(server, path, body) {
  body <- charToRaw(enc2utf8(body))
  head <- paste0("POST ", path, " HTTP/1.1\r\nHost: ", server$authority, "\r\nAuthorization: Bearer ", server$token(),
                 "\r\nContent-Type: application/json\r\nContent-Length: ", length(body),
                 "\r\nConnection: close\r\n\r\n")
  bytes <- tryCatch(suppressWarnings({
    socket <- socketConnection(server$host, server$port, open = "r+b", blocking = TRUE, timeout = server$timeout)
    on.exit(close(socket))
    writeBin(c(charToRaw(head), body), socket)
    read_all(socket)
  }), error = function(e) unreached(server))
  split_answer(server, bytes)
}

read_all <- function(socket) {
  parts <- list()
  repeat {
    more <- readBin(socket, "raw", 65536L)
    if (length(more) == 0L) return(unlist(parts))
    parts[[length(parts) + 1L]] <- more
  }
}

split_answer <- function(server, bytes) {
  end <- grepRaw("\r\n\r\n", bytes, fixed = TRUE)
  if (length(end) == 0L) unreached(server)
  head <- strsplit(rawToChar(bytes[seq_len(end - 1L)]), "\r\n", fixed = TRUE)[[1L]]
  rest <- bytes[-seq_len(end + 3L)]
  if (any(grepl("^transfer-encoding:.*chunked", tolower(head)))) rest <- unchunk(rest)
  list(status = as.integer(substr(head[1L], 10L, 12L)), body = as_text(rest))
}

unchunk <- function(bytes) {
  whole <- raw()
  repeat {
    end <- grepRaw("\r\n", bytes, fixed = TRUE)
    size <- if (length(end)) strtoi(sub(";.*", "", rawToChar(bytes[seq_len(end - 1L)])), 16L) else 0L
    if (size == 0L) return(whole)
    whole <- c(whole, bytes[end + 1L + seq_len(size)])
    bytes <- bytes[-seq_len(end + 1L + size + 2L)]
  }
}

# ---- the answer ----

# Columns of the answer; the bounds of a value are called like it, with _low and _high.
answer_frame <- function(record) {
  told <- record$answer
  columns <- lapply(seq_along(told$columns), function(j) {
    cells <- lapply(told$rows, `[[`, j)
    none <- vapply(cells, is.null, NA)
    made <- if (told$columns[[j]]$type == "text") rep(NA_character_, length(cells)) else rep(NA_real_, length(cells))
    made[!none] <- unlist(cells[!none])
    made
  })
  part <- vapply(told$columns, function(c) c$part, "")
  names <- paste0(vapply(told$columns, function(c) c$name, ""), ifelse(part == "value", "", paste0("_", part)))
  structure(columns, names = make.unique(names), row.names = .set_row_names(length(told$rows)), class = "data.frame",
            answer = record)
}
