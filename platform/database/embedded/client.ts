import pg from "pg";
import { DatabaseUnavailable } from "../port.ts";

/**
 * Settings that the driver would otherwise take from the environment (PGSSLMODE, PGSSLNEGOTIATION, PGOPTIONS,
 * PGREPLICATION) for a connection to the embedded server, which only the data folder describes. The connection string
 * has the others. The driver treats an empty value as absent, and reads the environment.
 */
const SETTINGS: pg.ClientConfig & { readonly replication: string } = {
  ssl: false,
  sslnegotiation: "postgres",
  options: "-c search_path=public",
  replication: "false",
};

/** Messages that the embedded server sends only after SCRAM, by which it proves that it knows the password, or never. */
const AFTER_PROOF: ReadonlySet<string | symbol> = new Set([
  "authenticationCleartextPassword",
  "authenticationMD5Password",
  "authenticationOk",
  "readyForQuery",
]);

/**
 * A connection to the embedded server. While that server is down, another user's program can listen at its port: it gets
 * neither the password nor a statement, since a server that does not prove itself by SCRAM is left.
 */
export class EmbeddedClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ ...config, ...SETTINGS });
    const { connection, host, port } = this;
    const emit = connection.emit.bind(connection);
    let proof: "missing" | "being checked" | "right" = "missing";
    const leave = (): boolean => {
      const reason = `PostgreSQL can't be reached: another program answers at ${host}:${port}, which does not know its password`;
      connection.stream.destroy(new DatabaseUnavailable(reason));
      return true;
    };
    connection.emit = (event: string | symbol, ...values: unknown[]): boolean => {
      if (event === "authenticationSASLFinal") {
        proof = "being checked";
        emit(event, ...values);
        // The driver emits an error for a wrong proof.
        if (proof === "being checked") proof = "right";
        return true;
      }
      if (event === "error" && proof === "being checked") {
        proof = "missing";
        return leave();
      }
      return proof === "missing" && AFTER_PROOF.has(event) ? leave() : emit(event, ...values);
    };
  }
}
