#!/bin/sh
# Checks the certificates of tests/accepted, and that those of tests/refused are refused. More files can be named; a compressed one ends with .cert
# or .gz.
cd "$(dirname "$0")" || exit 1

failed=0

read_file() {
    case $1 in
        *.cert | *.gz) gzip -dc "$1" ;;
        *) cat "$1" ;;
    esac
}

for file in tests/accepted/*.txt "$@"; do
    # What is proved is the claims of the file.
    claims=$(read_file "$file" | sed -n 's/^claim L /Left starts: /p; s/^claim R /Right starts: /p' | sed 's/: L$/: Left wins/; s/: R$/: Right wins/')
    proved=$(read_file "$file" | ./checker | grep -v '^in ')
    if [ -n "$proved" ] && [ "$proved" = "$claims" ]; then
        echo "ok: $file is accepted"
    else
        echo "FAILED: $file is not accepted"
        failed=1
    fi
done

for file in tests/refused/*.txt; do
    if reason=$(./checker <"$file" 2>&1); then
        echo "FAILED: $file is accepted"
        failed=1
    else
        echo "ok: $file is $reason"
    fi
done

exit $failed
