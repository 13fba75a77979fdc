#!/bin/bash
#
# What do 19,000 keep-alive users that mostly think cost one worker process? Two embedded nodes, as
# one accepts 16,000 connections. See docs/benchmarks/load.md.
#
#   idle-users.sh [USERS [THINK_MS [STEADY_SECONDS]]]
#
# Needs failover-tests/target/holdfast.jar and room for 20,000 file descriptors (ulimit -n).
set -euo pipefail

USERS=${1:-19000}
THINK=${2:-10000}
STEADY=${3:-60}
JAVA=${JAVA_HOME:+$JAVA_HOME/bin/}java
HERE=$(cd "$(dirname "$0")/../../.." && pwd)
JAR=$HERE/target/holdfast.jar
WORK=$(mktemp -d)
NODES=()
trap 'kill "${NODES[@]}"; wait "${NODES[@]}" || true; rm -rf "$WORK"' EXIT

for node in 1 2; do
  "$JAVA" -Xms512m -Xmx512m -jar "$JAR" node --name node-$node --http-port 1808$node --secondaries 0 >"$WORK/node-$node.log" 2>&1 &
  NODES+=($!)
done
for node in 1 2; do
  for _ in $(seq 1 300); do
    grep -q ready "$WORK/node-$node.log" && break
    sleep 0.1
  done
done

echo "load average at start $(cut -d' ' -f1-3 /proc/loadavg); $("$JAVA" -version 2>&1 | tail -1); $(uname -s -r); $(nproc) processors; open files $(ulimit -n)"
"$JAVA" -jar "$JAR" load --workers 1 -c "$USERS" -W "$THINK" -r "30/$STEADY/5" \
  --targets node-1=127.0.0.1:18081,node-2=127.0.0.1:18082 \
  --count-url http://127.0.0.1:18081/holdfast/status --count-url http://127.0.0.1:18082/holdfast/status \
  ${COMMIT:+--commit "$COMMIT"} /hello-sessions
