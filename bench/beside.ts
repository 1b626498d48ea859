import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";

/**
 * Runs a server beside the system during `work`, with the same Node flags. `program` is its name in this folder; it prints
 * the URL it listens on.
 * @throws Error when it ends before it listens.
 */
export async function withServer<Result>(
  program: string,
  argument: string,
  work: (url: URL) => Promise<Result>,
): Promise<Result> {
  const flags = await startFlags();
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

/** The flags that `airlog start` passes to Node. @throws Error when it passes none */
async function startFlags(): Promise<string[]> {
  const flags = /start \|.*exec node (--.+) "\$program"/.exec(await readFile("cli/airlog", "utf8"))?.[1];
  if (flags === undefined) throw new Error("cli/airlog passes no flags to node");
  return flags.split(" ");
}
