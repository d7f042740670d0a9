library(RSQLite)

connect <- function(path) {
    db <- dbConnect(SQLite(), path, loadable.extensions = TRUE)
    dbExecute(db, "SELECT load_extension('/usr/local/lib/sqlite3/uuid9562')")
    db
}

db <- connect("event.db")
key <- dbGetQuery(db, "INSERT INTO event (what) VALUES ('began') RETURNING id")$id
what <- dbGetQuery(db, "SELECT what FROM event WHERE id = ?", params = list(key))$what
cat(length(key[[1]]), what, "\n")
# => 16 began
recent <- "SELECT count(*) AS n FROM event WHERE id >= uuid7_min_blob(?)"
cat(dbGetQuery(db, recent, params = list(round(as.numeric(Sys.time()) * 1000) - 60000))$n, "\n")
# => 1
