#!/bin/sh
# What holds between the faces, and the rules of the house: each file here checks one of them.
set -u

here=$(dirname "$0")
failed=0
for check in exports rules readme wrong_vectors static_program; do
    sh "$here/$check.sh" || failed=1
done
"${PYTHON:-python3}" -B "$here/together.py" "${B:-build}" || failed=1
exit $failed
