module app

go 1.18
