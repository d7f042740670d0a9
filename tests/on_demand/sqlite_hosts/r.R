db <- connect("rows.db")
dbExecute(db, "INSERT INTO event (what) VALUES (?)", params = list(as.character(0:9999)))
rows <- dbGetQuery(db, "SELECT id, what FROM event ORDER BY id")
same <- dbGetQuery(db, "SELECT what FROM event WHERE id = ?", params = list(rows$id))
found <- sum(same$what == rows$what & as.integer(rows$what) == 0:9999)

bound <- function(sql, ...) sapply(dbGetQuery(db, sql, params = list(...)), as.character)
say <- function(...) cat(paste(c(...)), sep = c(rep(" ", length(c(...)) - 1), "\n"))

say("version", paste0(getRversion(), ", RSQLite ", packageVersion("RSQLite"),
                      ", SQLite ", rsqliteVersion()[["library"]]))
say("binds", bound("SELECT typeof(?) AS i, typeof(?) AS b, typeof(?) AS t",
                   42, list(as.raw(c(0, 255))), "a"))
say("nanoseconds", bound("SELECT uuid_timestamp_ns(uuid7_at_ns(?)) AS ns",
                         bit64::as.integer64("1645557742123456789")))
say("key", class(rows$id[[1]]))
say("found", found)
tryCatch(dbGetQuery(db, "SELECT uuid_check('6ba7b810+')"),
         error = function(e) say("error", conditionMessage(e)))
dbDisconnect(db)
