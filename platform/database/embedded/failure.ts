import { codeOf } from "../../errors.ts";
/** Something about this machine keeps PostgreSQL from starting; the message says what, and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}

/** Explains errors of access to the data folder to the operator; other errors are returned as they are. */
export function explained(error: unknown, dataFolder: string): unknown {
  const code = codeOf(error);
  if (code !== "EACCES" && code !== "EPERM" && code !== "EROFS") return error;
  return new EmbeddedPostgresError(
    `${dataFolder} can't be used (${code}): it belongs to another user or lies on a read-only disk; set AIRLOG_DATA to another folder, or start as its owner.`,
    { cause: error },
  );
}
