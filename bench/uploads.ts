import { request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { cycled } from "../cli/demo/cycled.ts";
import { corpusFacilities, corpusRecord } from "./corpus.ts";
import { type BenchResult, quantile, scaled } from "./harness.ts";
import { load, MeasuredSystem } from "./system.ts";

/** 50 uploads of 64 MiB at once: their memory, how each ends, and how small reads fare meanwhile. */

const UPLOADS = scaled(50);
const BYTES = scaled(64 * 2 ** 20);
const RECORDS = scaled(9_200);

export async function run(): Promise<BenchResult> {
  const system = await MeasuredSystem.start();
  try {
    await system.write("/api/provider/facilities/add", Buffer.from(JSON.stringify(corpusFacilities[0])), {
      Prefer: "wait=10",
    });
    const statuses: (number | string)[] = [];
    let running = UPLOADS;
    const uploads = Array.from({ length: UPLOADS }, async (_, number) => {
      statuses.push(await upload(system, number));
      running -= 1;
    });
    const reads: number[] = [];
    while (running > 0) reads.push(...(await load(2, 20, () => smallRead(system))));
    await Promise.all(uploads);
    const peak = (await system.peakResident()) / 2 ** 30;
    const answered = statuses.filter((status) => status === 200 || status === 429 || status === 503).length;
    const tally = [...new Set(statuses)].map(
      (status) => `${statuses.filter((each) => each === status).length} × ${status}`,
    );
    return {
      name: "uploads",
      rows: [
        {
          name: "highest resident memory",
          unit: "GiB",
          product: [peak],
          goal: { of: "value", at: "most", value: 1.5 },
        },
        {
          name: "uploads answered or refused",
          unit: "uploads",
          product: [answered],
          goal: { of: "value", at: "least", value: UPLOADS },
          note: tally.join(", "),
        },
        {
          name: "small reads meanwhile, p99",
          unit: "ms",
          product: [quantile(reads, 0.99)],
          goal: { of: "value", at: "most", value: 100 },
          note: `${reads.length} reads`,
        },
      ],
    };
  } finally {
    await system.close();
  }
}

async function smallRead(system: MeasuredSystem): Promise<void> {
  const answer = await system.send("GET", `/api/facilities/${corpusFacilities[0]?.identifier}`);
  if (answer.status !== 200) throw new Error(`a small read answered ${answer.status}`);
}

/** Sends one body with records of its own, made while it is sent. Returns the status, or how the connection ended. */
async function upload(system: MeasuredSystem, number: number): Promise<number | string> {
  const headers = { ...(await system.writeHeaders()), "Content-Length": String(BYTES) };
  const { hostname: host, port } = system.url;
  const sent = request({ host, port, method: "POST", path: "/api/provider/metadata/add", headers });
  const status = new Promise<number | string>((resolve) => {
    sent.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
  await pipeline(Readable.from(body(number)), sent).catch(() => undefined);
  return status;
}

const templates = Array.from({ length: 200 }, (_, index) => corpusRecord(index));

function* body(upload: number): Generator<string> {
  let left = BYTES - 1;
  for (let index = 0; index < RECORDS; index++) {
    const template = cycled(templates, index);
    const identifier = { pid: `https://example.org/upload/${upload}/${index}`, pid_type: "other PID" };
    const share = Math.floor(left / (RECORDS - index)) - 1;
    const bare = JSON.stringify({
      ...template,
      identification: { ...template.identification, identifier, padding: "" },
    });
    const padding = "x".repeat(Math.max(0, share - Buffer.byteLength(bare)));
    const record = bare.replace('"padding":""', `"padding":"${padding}"`);
    left -= Buffer.byteLength(record) + 1;
    yield `${index === 0 ? "[" : ","}${record}`;
  }
  yield `${" ".repeat(Math.max(0, left))}]`;
}
