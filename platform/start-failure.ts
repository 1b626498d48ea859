import { messageOf } from "./errors.ts";
/** An engine can't be used as configured: the operator has to change something. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** The failure, with the name of the variable to check. */
export function unusable(variable: string, error: unknown): StartFailure {
  const reason = messageOf(error);
  return new StartFailure(`${variable}: ${reason}`, { cause: error });
}
