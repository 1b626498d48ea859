#!/bin/sh
# As the official image's: root gives the volume to postgres and goes on as that user; an empty volume gets a cluster whose
# superuser logs in from within the container without a password, from elsewhere with that of the file.
set -eu
[ "$1" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  find "$PGDATA" \! -user postgres -exec chown postgres '{}' +
  chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups -- "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --auth-host=scram-sha-256 \
    --encoding=UTF8 --locale=C.UTF-8 >/dev/null
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl --wait --silent -o "-c listen_addresses=" start
  psql() { command psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" "$@"; }
  psql -d postgres -c "create database \"$POSTGRES_DB\""
  for script in /docker-entrypoint-initdb.d/*.sql; do
    [ ! -e "$script" ] || psql -d "$POSTGRES_DB" -f "$script"
  done
  pg_ctl --wait --silent -m fast stop
fi
exec "$@" -c listen_addresses='*'
