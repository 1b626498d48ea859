import type pg from "pg";

/**
 * Settings that the driver would otherwise take from the environment (PGSSLMODE, PGSSLNEGOTIATION, PGOPTIONS,
 * PGREPLICATION) for a connection to the embedded server, which only the data folder describes. The connection string
 * has the others. The driver treats an empty value as absent, and reads the environment.
 */
export const embeddedServer: pg.ClientConfig & { readonly replication: string } = {
  ssl: false,
  sslnegotiation: "postgres",
  options: "-c search_path=public",
  replication: "false",
};
