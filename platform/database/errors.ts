import pg from "pg";
import { codeOf } from "../errors.ts";
import { DatabaseUnavailable, StatementTooLong } from "./port.ts";

const DISK_FULL = "53100";
/**
 * The error of a standby, and of writing in a read-only transaction. None of ours may do that, or it would be retried
 * for ever.
 */
const READ_ONLY = "25006";
const STATEMENT_TIMEOUT = "57014";

/** Translates an error of the driver: DatabaseUnavailable, or the error as it is. */
export function meaningOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const reason = error instanceof pg.DatabaseError ? refusal(error) : lostConnection(error);
  if (reason === undefined) return error;
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  const Unavailable = code === STATEMENT_TIMEOUT ? StatementTooLong : DatabaseUnavailable;
  return new Unavailable(`PostgreSQL ${reason}`, { cause: error, storageFull: code === DISK_FULL });
}

/** Whether the database has failed or refused a statement. */
export function isOfDatabase(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof pg.DatabaseError;
}

/** Whether the connection may be used again after this error. One that takes no writes leads to a former primary. */
export function connectionSurvives(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !fatal.has(error.severity ?? "") && error.code !== READ_ONLY;
}

const fatal: ReadonlySet<string> = new Set(["FATAL", "PANIC"]);

function refusal(error: pg.DatabaseError): string | undefined {
  const code = error.code ?? "";
  if (code.startsWith("08")) return `has lost the connection (${error.message})`;
  if (code.startsWith("28")) return `refuses our user or password (${error.message})`;
  switch (code) {
    case DISK_FULL:
      return "has no space left on its disk";
    case READ_ONLY:
      return `takes no writes (${error.message})`;
    case "3D000":
      return `lacks our database (${error.message})`;
    case "53200":
      return "has no memory left";
    case "53300":
      return "has no connection left";
    case STATEMENT_TIMEOUT:
      return "took too long for a statement";
    case "57P01":
    case "57P02":
    case "57P03":
    case "57P05":
      return `is stopping or starting (${error.message})`;
    case "25P03":
    case "25P04":
      return `has ended a transaction that took too long (${error.message})`;
    case "58030":
      return `can't read or write its files (${error.message})`;
    default:
      return undefined;
  }
}

const socketErrors: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
]);

/** Errors of TLS: of the server's certificate or of the protocol. */
const tlsErrors =
  /^(CERT_|CRL_|ERROR_IN_C|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|INVALID_|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|UNSPECIFIED$|ERR_TLS_|ERR_SSL_|EPROTO$)/;

/** Errors to which the driver gives no code. */
const driverMessages =
  /^(Connection terminated|The server does not support SSL|There was an error establishing an SSL|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Cannot use a pool after calling end|Query read timeout)/;

function lostConnection(error: Error): string | undefined {
  const code = codeOf(error);
  if (socketErrors.has(code ?? "")) return `can't be reached (${code})`;
  if (tlsErrors.test(code ?? "")) return `can't be reached by TLS (${error.message.trim()})`;
  return driverMessages.test(error.message) ? `can't be reached (${error.message})` : undefined;
}
