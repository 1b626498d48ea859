import { dirname } from "node:path";
import { claim } from "../../platform/database/embedded/claims.ts";
import { CommandFailed } from "../command.ts";
import { explained } from "./disk-failure.ts";

/** Time that a call which is ending gets to release what the next one needs. */
const CLAIM_TIMEOUT_MS = 500;

/**
 * Makes this call the only one that works on `what`, by a mark in the folder `marks`, until it is disposed of or the process
 * ends. @throws CommandFailed while another call does
 */
export async function claimAlone(marks: string, what: string): Promise<Disposable> {
  const attempt = await claim(marks, "follow", CLAIM_TIMEOUT_MS).catch((error: unknown) => {
    throw explained(error, dirname(marks));
  });
  if (!attempt.held)
    throw new CommandFailed(`${what} is in use: process ${attempt.pid} follows into it. Stop it first.`);
  return { [Symbol.dispose]: attempt.release };
}
