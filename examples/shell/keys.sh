# Identifiers that sort by time, and stable ones from names.

uuid9562 -7 -C 1000 | uuid9562 check --uuid 7 --sorted && echo in order # => in order
printf '%s\n' https://www.example.com/ | uuid9562 -5 --namespace @url
# => 3d3ed9d2-aa3d-5fa6-90e8-ed662e90f559
