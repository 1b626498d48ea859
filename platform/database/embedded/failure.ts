/** Something about this machine keeps PostgreSQL from starting; the message says what, and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}
