#!/bin/sh
# As the official image's scripts: only variables that are set are replaced in templates.
set -eu
known=$(env | sed -n 's/^\([A-Za-z_][A-Za-z_0-9]*\)=.*/${\1}/p' | tr '\n' ' ')
for template in /etc/nginx/templates/*.template; do
  [ -e "$template" ] || continue
  envsubst "$known" <"$template" >"${NGINX_ENVSUBST_OUTPUT_DIR:-/etc/nginx/conf.d}/$(basename "$template" .template)"
done
exec "$@"
