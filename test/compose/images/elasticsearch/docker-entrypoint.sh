#!/bin/bash
# As the official image's: variables with a dot are settings, and ELASTIC_PASSWORD is the first password of elastic.
set -eu
[ "$1" = eswrapper ] || exec "$@"
{
  echo "cluster.name: docker-cluster"
  echo "network.host: 0.0.0.0"
  echo "cluster.routing.allocation.disk.threshold_enabled: false"
  while IFS='=' read -r -d '' name value; do
    case $name in *.*) echo "$name: $value" ;; esac
  done < <(env -0)
} >config/elasticsearch.yml
# Once: the keystore's program takes seconds.
if [ -n "${ELASTIC_PASSWORD:-}" ] && [ ! -e config/has-password ]; then
  printf '%s' "$ELASTIC_PASSWORD" | bin/elasticsearch-keystore add --stdin --force bootstrap.password
  touch config/has-password
fi
unset ELASTIC_PASSWORD
exec bin/elasticsearch
