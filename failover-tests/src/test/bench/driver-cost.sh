#!/bin/bash
#
# What CPU does a request cost the load driver, beside wrk's on the same server? 100 users without
# think time, each tool in turn, on one embedded node. See docs/benchmarks/load.md.
#
#   driver-cost.sh [ROUNDS [SECONDS [PATH]]]
#
# Needs wrk, and failover-tests/target/holdfast.jar. Prints a Markdown table.
set -euo pipefail

ROUNDS=${1:-7}
SECONDS_EACH=${2:-10}
PAGE=${3:-/hello-sessions}
JAVA=${JAVA_HOME:+$JAVA_HOME/bin/}java
HERE=$(cd "$(dirname "$0")/../../.." && pwd)
JAR=$HERE/target/holdfast.jar
PORT=18080
WORK=$(mktemp -d)

"$JAVA" -Xms256m -Xmx256m -jar "$JAR" node --name bench --http-port $PORT --secondaries 0 >"$WORK/node.log" 2>&1 &
NODE=$!
trap 'kill $NODE; wait $NODE || true; rm -rf "$WORK"' EXIT
for _ in $(seq 1 300); do
  grep -q ready "$WORK/node.log" && break
  sleep 0.1
done
grep -q ready "$WORK/node.log"

URL=http://127.0.0.1:$PORT$PAGE
# All of wrk's connections share one session: it has no cookies of its own, and would begin one with each request.
COOKIE=$(wget -q -S -O /dev/null "$URL" 2>&1 | sed -n 's/.*Set-Cookie: \([^;]*\).*/\1/p' | head -1)

by_wrk() {
  local times
  TIMEFORMAT='%U %S'
  times=$({ time wrk -t1 -c100 -d"$1s" ${COOKIE:+-H "Cookie: $COOKIE"} "$URL" >"$WORK/wrk.txt"; } 2>&1 | tail -1)
  awk -v times="$times" '/requests in/ {n=$1} /Requests\/sec/ {rps=$2}
    END {split(times, t, " "); printf "%.0f %.2f", rps, 1e6*(t[1]+t[2])/n}' "$WORK/wrk.txt"
}

by_load() {
  "$JAVA" ${DRIVER_OPTIONS:-} -jar "$JAR" load -c 100 -W 0 -r "1/$1/0" --warm-up-ms "$2" --json "$WORK/load.json" "$URL" >"$WORK/load.txt" || true
  awk -F'[:,]' '/"requestsPerSecond"/ {rps=$2} /"cpuMicrosPerRequest"/ {us=$2} END {printf "%.0f %.2f", rps, us}' "$WORK/load.json"
}

echo "load average at start $(cut -d' ' -f1-3 /proc/loadavg); $("$JAVA" -version 2>&1 | tail -1); $(uname -s -r); $(nproc) processors; $SECONDS_EACH s each"
# The server's code is compiled first, by both.
by_wrk 10 >/dev/null
by_load 5 20000 >/dev/null
echo
echo "| round | wrk: requests/s | CPU us per request | load: requests/s | CPU us per request | ratio |"
echo "|---|---|---|---|---|---|"
for round in $(seq 1 "$ROUNDS"); do
  if ((round % 2)); then
    wrk=$(by_wrk "$SECONDS_EACH"); load=$(by_load "$SECONDS_EACH" 20000)
  else
    load=$(by_load "$SECONDS_EACH" 20000); wrk=$(by_wrk "$SECONDS_EACH")
  fi
  awk -v r="$round" -v w="$wrk" -v l="$load" -v all="$WORK/ratios" 'BEGIN {split(w, a, " "); split(l, b, " ");
    printf "| %d | %s | %s | %s | %s | %.2f |\n", r, a[1], a[2], b[1], b[2], b[2]/a[2]; printf "%.3f\n", b[2]/a[2] >> all}'
done
sort -n "$WORK/ratios" | awk '{v[NR]=$1} END {printf "\nratio, median of %d rounds (range): %.2f (%.2f to %.2f)\n", NR, v[int((NR+1)/2)], v[1], v[NR]}'
