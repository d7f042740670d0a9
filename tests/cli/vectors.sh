# The rows of tests/vectors.tsv that the command can answer: forms, and fields.

# Gives for each form what is to be read and what is to come of it, for each field likewise.
awk -F '\t' -f "$here/vectors.awk" "$here/../vectors.tsv"
rows=0
for input in parse.*.in; do
    form=${input#parse.}
    form=${form%.in}
    "$command" convert --keep-going --from "$form" <"$input" >out 2>err
    same "vectors of the form $form" "parse.$form.out" out
    sed 's/^uuid9562: line \([0-9]*\): malformed UUID at offset \([0-9]*\): .*/\1@\2/' err >errors
    touch "parse.$form.err"
    same "offsets of the form $form" "parse.$form.err" errors
    rows=$((rows + $(wc -l <"$input")))
done
for input in format.*.in; do
    form=${input#format.}
    form=${form%.in}
    "$command" convert --to "$form" <"$input" >out
    same "vectors to the form $form" "format.$form.out" out
    rows=$((rows + $(wc -l <"$input")))
done
for input in field.*.in; do
    field=${input#field.}
    field=${field%.in}
    "$command" inspect --json <"$input" |
        sed 's/.*"'"$field"'":\("[^"]*"\|[^",}]*\)[,}].*/\1/' >out
    same "vectors of the field $field" "field.$field.out" out
    rows=$((rows + $(wc -l <"$input")))
done
is "there are vectors" yes "$([ $rows -gt 800 ] && echo yes || echo $rows)"
