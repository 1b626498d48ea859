/** An engine can't be used as the configuration names it: an operator can mend that. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** The failure in words that name the variable to look at. */
export function unusable(variable: string, error: unknown): StartFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartFailure(`${variable}: ${reason}`, { cause: error });
}
