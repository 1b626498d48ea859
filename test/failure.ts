import { expect } from "vitest";

/** The error with which the work fails; it must be of this class. */
export async function failureOf<Failure extends Error>(
  kind: abstract new (...parameters: never[]) => Failure,
  work: Promise<unknown>,
): Promise<Failure> {
  const failure = await work.then(
    () => expect.unreachable("it did not fail"),
    (error: unknown) => error,
  );
  if (failure instanceof kind) return failure;
  throw failure;
}
