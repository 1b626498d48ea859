import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { promisify } from "node:util";
import type { Row } from "./harness.ts";

const run = promisify(execFile);

/** An engine to measure with. */
export interface BenchEngine {
  /** Value of the engine's variable, such as ELASTICSEARCH_URL. */
  readonly address: string;
  /** Ends the engine when it was started for the benchmark. */
  stop(): Promise<void>;
}

export class EngineMissing extends Error {}

const engines = {
  elasticsearch: { variable: "ELASTICSEARCH_URL", port: 9200 },
  kafka: { variable: "KAFKA_BROKERS", port: 9092 },
} as const;

/**
 * The engine that the environment names, otherwise one that `test/engines/up` starts from the Java package registry. A
 * running engine is used and left running.
 * @throws EngineMissing with the reason.
 */
export async function benchEngine(name: keyof typeof engines): Promise<BenchEngine> {
  const { variable, port } = engines[name];
  const given = process.env[variable];
  if (given) return { address: given, stop: async () => {} };
  const ran = await isOpen(port);
  const { stdout } = await run("test/engines/up", [name]).catch((error: { stderr?: string; message: string }) => {
    const reason = error.stderr?.trim().split("\n").at(-1) || error.message;
    throw new EngineMissing(`${variable} is not set, and ${name} can't be started: ${reason}`);
  });
  const address = /^export \w+=(.+)$/m.exec(stdout)?.[1];
  if (!address) throw new EngineMissing(`test/engines/up ${name} names no address`);
  return {
    address,
    stop: async () => {
      if (!ran) await run("test/engines/down", [name]);
    },
  };
}

/** The part of a result that needs an engine; without the engine, the reason why the part is left out. */
export async function withEngine(
  name: keyof typeof engines,
  part: string,
  measure: (engine: BenchEngine) => Promise<readonly Row[]>,
): Promise<{ readonly rows: readonly Row[]; readonly leftOut: readonly string[] }> {
  let engine: BenchEngine;
  try {
    engine = await benchEngine(name);
  } catch (error) {
    if (!(error instanceof EngineMissing)) throw error;
    return { rows: [], leftOut: [`${part}: ${error.message}`] };
  }
  try {
    return { rows: await measure(engine), leftOut: [] };
  } finally {
    await engine.stop();
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
