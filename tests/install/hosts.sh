# The examples of all languages, away from the tree and with what is installed. The Python package
# is installed by pip, not by make: here it is what `make python` has built.

cp -r "$tree/examples" examples
cp -r "$b/python" site
is "the command is the one that is installed" "$to$prefix/bin/uuid9562" "$(command -v uuid9562)"
env LUA_CPATH="$to$prefix/lib/lua/5.4/?.so" PYTHONPATH="$PWD/site" \
    sh "$here/examples.sh" examples || fail "the examples"
