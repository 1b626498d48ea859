#!/bin/sh
# KAFKA_NODE_ID=1 is node.id=1 in server.properties. An empty volume is formatted.
set -eu
properties=/opt/kafka/config/server.properties
env | sed -n 's/^KAFKA_\([A-Z0-9_]*\)=\(.*\)/\1 \2/p' | grep -v '^HEAP_OPTS ' | while read -r name value; do
  echo "$(echo "$name" | tr 'A-Z_' 'a-z.')=$value"
done >"$properties"
# Java expands the asterisk, not the shell.
export CLASSPATH='/opt/kafka/libs/*'
java="java -Dorg.slf4j.simpleLogger.defaultLogLevel=warn"
[ -e "$KAFKA_LOG_DIRS/meta.properties" ] || $java kafka.tools.StorageTool format -t MkU3OEVBNTcwNTJENDM2Qg -c "$properties"
exec $java ${KAFKA_HEAP_OPTS:-} kafka.Kafka "$properties"
