refused <- function(expression) expect_error(expression, class = "tacit_wrong_request")

test_that("a column that cannot be held is named", {
  bad <- list(list = list(1, 2), matrix = matrix(1:4, 2), complex = complex(2), raw = as.raw(1:2),
              durations = as.difftime(1:2, units = "secs"), level = addNA(factor(c("Xanthippe77", NA))))
  for (x in bad) {
    frame <- data.frame(good = 1:2)
    frame$bad <- x
    said <- conditionMessage(refused(tacit_inspect(frame)))
    expect_match(said, "Column 'bad'")
    expect_no_match(said, "Xanthippe77")
  }
})

test_that("names must be there and differ", {
  frame <- data.frame(1:2, 1:2)
  expect_match(conditionMessage(refused(tacit_inspect(setNames(frame, c("a", "a"))))), "called 'a'")
  expect_match(conditionMessage(refused(tacit_inspect(setNames(frame, c("a", ""))))), "Column 2")
  expect_match(conditionMessage(refused(tacit_inspect(data.frame()))), "no columns")
})

test_that("no rows are said to be none", {
  expect_error(same(people[0, ]), "no records", class = "tacit_wrong_data")
})

test_that("what is changed on the way is told", {
  expect_message(same(data.frame(x = c(1, NaN, 2))), "Column 'x' has NaN", class = "tacit_note")
  expect_message(same(data.frame(x = c(1, Inf, 2))), "Column 'x' has infinite", class = "tacit_note")
  expect_message(same(data.frame(x = 1:3, row.names = letters[1:3])), "Row names", class = "tacit_note")
  expect_message(same(data.frame(x = factor(c("a", "a"), levels = c("a", "b")))), "'x'", class = "tacit_note")
})

test_that("a column that changes while it is read is named", {
  frame <- data.frame(steady = rnorm(3e5), moving = rnorm(3e5))
  session <- .Call(tacit:::call_open, 1L)
  columns <- tacit:::columns_in(frame)
  .Call(tacit:::call_put, session, "data", columns, 3e5)
  data.table::set(frame, 1L, "moving", 7)
  told <- tacit:::await(session, NULL)
  .Call(tacit:::call_close, session)
  expect_identical(told$changed, "moving")
})

test_that("all problems of a plan have their place", {
  wrong <- tacit_plan(people, keys = "age", steps = list(list(nois = list())))
  problems <- refused(protect(wrong))$problems
  expect_identical(problems$code, c("unknown_key", "unknown_name"))
  expect_true(all(problems$line > 1 & problems$column > 0))
})

test_that("what does not hold does not come out", {
  plan <- tacit_plan(people, key = c(age, sex)) |> require_k_anonymity(k = 50)
  caught <- expect_error(protect(plan), class = "tacit_not_released")
  expect_false(caught$record$released)
})

test_that("files", {
  expect_error(tacit_inspect("not-there.csv"), class = "tacit_wrong_file")
  refused(write_plan(tacit_plan(people), tempfile()))
  path <- tempfile(fileext = ".yaml")
  write_plan(tacit_plan("people.csv"), path)
  expect_error(write_plan(tacit_plan("people.csv"), path), class = "tacit_wrong_file")
})
