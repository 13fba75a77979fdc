#!/bin/bash
#
# Do three nodes hold 40,000 users with a session each, replication on, with responses within the
# bound? Several workers, since one process has 20,000 connections at most. See
# docs/benchmarks/load.md.
#
#   session-users.sh [USERS [THINK_MS [STEADY_SECONDS [WORKERS]]]]
#
# Needs failover-tests/target/holdfast.jar and room for 20,000 file descriptors (ulimit -n).
set -euo pipefail

USERS=${1:-40000}
THINK=${2:-20000}
STEADY=${3:-60}
WORKERS=${4:-3}
JAVA=${JAVA_HOME:+$JAVA_HOME/bin/}java
HERE=$(cd "$(dirname "$0")/../../.." && pwd)
JAR=$HERE/target/holdfast.jar
WORK=$(mktemp -d)
NODES=()
trap 'kill "${NODES[@]}"; wait "${NODES[@]}" || true; rm -rf "$WORK"' EXIT

await_line() {
  for _ in $(seq 1 600); do
    grep -q ready "$1" && return
    sleep 0.1
  done
  cat "$1" >&2
  exit 3
}

# A small young generation: what users leave in a node, some 20 KB each, is copied once, a little at a time.
targets=
counts=()
for node in 1 2 3; do
  "$JAVA" -Xms1g -Xmx1g -Xmn96m -XX:MaxTenuringThreshold=1 -XX:+UseSerialGC -XX:+AlwaysPreTouch -jar "$JAR" node --name node-$node --http-port 1808$node \
    --discovery static:127.0.0.1:17801,127.0.0.1:17802,127.0.0.1:17803 --membership-port 1780$node >"$WORK/node-$node.log" 2>&1 &
  NODES+=($!)
  await_line "$WORK/node-$node.log"
  targets=$targets${targets:+,}node-$node=127.0.0.1:1808$node
  counts+=(--count-url "http://127.0.0.1:1808$node/holdfast/status")
done

ticks() { # of processor time that the nodes have used
  local sum=0 node
  for node in "${NODES[@]}"; do
    sum=$((sum + $(awk '{print $14 + $15}' "/proc/$node/stat")))
  done
  echo $sum
}

echo "load average at start $(cut -d' ' -f1-3 /proc/loadavg); $("$JAVA" -version 2>&1 | tail -1); $(uname -s -r); $(nproc) processors; open files $(ulimit -n)"
share() { # WHAT FROM TO, each of them nanoseconds and ticks
  awk -v what="$1" -v from="$2" -v to="$3" -v n="$(nproc)" -v hz="$(getconf CLK_TCK)" 'BEGIN {
    split(from, a, " "); split(to, b, " "); s = (b[1] - a[1]) / 1e9; t = (b[2] - a[2]) / hz
    if (s > 0) printf "nodes, %s: %.1f s of processor time in %.0f s, %.0f %% of %d processors\n", what, t, s, 100 * t / s / n, n}'
}

before="$(date +%s%N) $(ticks)"
{
  "$JAVA" -jar "$JAR" load --workers "$WORKERS" -c "$USERS" -W "$THINK" --think-distribution uniform -r "120/$STEADY/5" --warm-up-ms 120000 \
    --targets "$targets" "${counts[@]}" ${COMMIT:+--commit "$COMMIT"} /hello-sessions || echo "exit code $?"
} | {
  first= last=
  while IFS= read -r line; do
    echo "$line"
    if [[ $line =~ ^\ *steady\ +[0-9]+\ s, ]]; then
      last="$(date +%s%N) $(ticks)"
      first=${first:-$last}
    fi
  done
  share "steady state" "$first" "$last"
}
share "from the first user to the last" "$before" "$(date +%s%N) $(ticks)"
for node in "${NODES[@]}"; do
  awk '/VmRSS/ {printf "node: %.0f MB resident\n", $2 / 1024}' "/proc/$node/status"
done
