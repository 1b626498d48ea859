import { EngineUnavailable } from "../errors.ts";

/**
 * The system's requirements of PostgreSQL, embedded or not. Statements are parameterised; their text never contains a
 * value.
 */

export interface Statement {
  readonly text: string;
  /** Values of the parameters. A Buffer goes in PostgreSQL's binary format (see `arrays.ts`). */
  readonly values?: readonly unknown[];
  /** A named statement is prepared once per connection. */
  readonly name?: string;
  /** Columns come in binary format: `text` and `bytea` as Buffer without decoding, int8 as bigint. */
  readonly binary?: boolean;
}

export interface Queryable {
  /** Rows of one statement. @throws DatabaseUnavailable, or the server's DatabaseError with its SQLSTATE in `code`. */
  query<Row extends object>(statement: Statement | string): Promise<Row[]>;
}

export interface Database extends Queryable {
  /** Runs `work` in a transaction, rolled back when it throws. Keep it under a second: a long one stalls the log's readers. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>;

  /**
   * Calls `onNotice` for each notice on the channel, and once whenever listening begins, at first and after every
   * reconnection, since notices may have been missed. Returns a function that stops listening.
   */
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>;

  /** Tells listeners on the channel, coalesced: many calls in a moment are one notice. Never throws. */
  notify(channel: string): void;

  /**
   * Settings with which a worker thread opens its own connections. Structured-cloneable. Contains a secret: never log
   * it.
   */
  readonly connection: ConnectionSettings;

  close(): Promise<void>;
}

export interface ConnectionSettings {
  readonly connectionString: string;
  /** A file that holds the connection string, read again for each new connection: an embedded server may move. */
  readonly connectionFile?: string;
}

/** PostgreSQL can't be reached, is shutting down or starting, refuses us, takes no writes, or its disk is full. */
export class DatabaseUnavailable extends EngineUnavailable {
  override readonly name: "DatabaseUnavailable" | "StatementTooLong" = "DatabaseUnavailable";
}

/**
 * The server has ended a statement that took too long. Large requests cause it too, so it does not mean that the engine
 * is lost.
 */
export class StatementTooLong extends DatabaseUnavailable {
  override readonly name = "StatementTooLong";

  override get tellsOfLoss(): boolean {
    return false;
  }
}
