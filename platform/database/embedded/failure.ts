/** Something about this machine keeps PostgreSQL from starting. The message says what it is, and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}
