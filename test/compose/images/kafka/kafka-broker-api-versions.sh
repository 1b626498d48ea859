#!/bin/sh
exec java -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' -Dorg.slf4j.simpleLogger.defaultLogLevel=error \
  org.apache.kafka.tools.BrokerApiVersionsCommand "$@"
