import { spawn } from "node:child_process";
import { once } from "node:events";
import { startArguments } from "./system.ts";

/**
 * Runs a server beside the system, with the same Node flags, during `work`. `program` is its name in this folder; it
 * prints the URL it listens on.
 * @throws Error when it ends before it listens.
 */
export async function withServer<Result>(
  program: string,
  argument: string,
  work: (url: URL) => Promise<Result>,
): Promise<Result> {
  const flags = (await startArguments()).filter((argument) => argument.startsWith("-"));
  const child = spawn(process.execPath, [...flags, `dist/bench/${program}.js`, argument], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${program} ended with ${code}`);
  });
  ended.catch(() => undefined);
  try {
    const [line]: Buffer[] = await Promise.race([once(child.stdout, "data"), ended]);
    return await work(new URL(String(line).trim()));
  } finally {
    child.kill();
  }
}
