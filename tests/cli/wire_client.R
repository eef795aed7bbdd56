# wire_client.R - a driver of R's DBI against a server that cli_wire.sh started; prints TAP.
#
# usage: Rscript wire_client.R RPostgres|RPostgreSQL
package <- commandArgs(TRUE)[1]
suppressMessages(library(package, character.only = TRUE))
library(DBI)
options(warn = -1)
check <- function(name, holds) {
    cat(if (isTRUE(holds)) "ok - R, " else "not ok - R, ", package, ": ", name, "\n", sep = "")
}
driver <- if (package == "RPostgres") RPostgres::Postgres() else RPostgreSQL::PostgreSQL()
value <- function(name) Sys.getenv(name)
con <- dbConnect(driver, host = value("PGHOST"), port = as.integer(value("PGPORT")),
    user = value("PGUSER"), password = value("PGPASSWORD"), dbname = "people")
check("tables", "people" %in% dbListTables(con))
check("a table that is there, and one that is not",
    dbExistsTable(con, "people") && !dbExistsTable(con, "other"))
check("columns", setequal(dbListFields(con, "people"), c("id", "age", "income", "sex", "Region")))
d <- dbGetQuery(con, "SELECT sex, COUNT(*) AS n, AVG(income) AS m FROM people GROUP BY sex")
check("an answer", identical(d$sex, c("f", "m")) && all(d$n > 0) && is.numeric(d$m))
p <- dbGetQuery(con, "SELECT COUNT(*) AS n FROM people WHERE age < $1 AND sex = $2",
    params = list(45, "f"))
check("parameters", nrow(p) == 1 && p$n > 0)
check("a refusal", {
    d <- try(suppressWarnings(dbGetQuery(con, "SELECT * FROM people")), silent = TRUE)
    is.null(d) || inherits(d, "try-error")
})
h <- dbGetQuery(con, 'SELECT * FROM "people" LIMIT 0')
check("the columns of no record", nrow(h) == 0 && ncol(h) == 5)
invisible(dbDisconnect(con))
