import { ConfigInvalid } from "../config.ts";
import { FolderServed } from "../database/embedded/served-folder.ts";
import { StartFailure } from "../start-failure.ts";

/** One line for errors that an operator can resolve, the whole stack for unexpected ones. */
export function reasonOf(error: unknown): string {
  if (error instanceof ConfigInvalid || error instanceof FolderServed || error instanceof StartFailure) {
    return error.message;
  }
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE") {
    return `The port is taken by another program (${error.message}); set PORT to another one.`;
  }
  // Errors of the system name the path or host and the reason.
  if ("syscall" in error) return error.syscall === "listen" ? `HOST and PORT: ${error.message}` : error.message;
  return error.name === "Error" || error.stack === undefined
    ? (error.stack ?? error.message)
    : `${error.name}: ${error.message}`;
}
