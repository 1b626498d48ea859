import type pg from "pg";

/**
 * What the driver would take from the environment (PGSSLMODE, PGSSLNEGOTIATION, PGOPTIONS, PGREPLICATION) for a connection to the
 * embedded server, which the data folder alone describes. The connection string has the rest. The driver takes an empty value for
 * none, and asks the environment.
 */
export const embeddedServer: pg.ClientConfig & { readonly replication: string } = {
  ssl: false,
  sslnegotiation: "postgres",
  options: "-c search_path=public",
  replication: "false",
};
