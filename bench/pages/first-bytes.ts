import { Agent, request } from "node:http";
import { median, ROUNDS, type Row, scaled } from "../harness.ts";
import type { PageKind } from "./paths.ts";

/** Requests for a page in a round. */
const REQUESTS = scaled(60);
/** Requests before: each thread of the search engine has to meet all of its code some dozens of times. */
const WARM_UP = scaled(300);
const GOAL_MS = 20;

/** As browsers ask for a page. */
const HEADERS = { Accept: "text/html", "Accept-Language": "en", "Accept-Encoding": "gzip, deflate, br, zstd" };

/** Milliseconds from a request to the first byte of its answer's body, over one connection that stays open. */
export async function firstBytes(url: URL, kinds: readonly PageKind[]): Promise<readonly Row[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const medians = new Map(kinds.map(({ name }): [name: string, rounds: number[]] => [name, []]));
  const timesOf = async ({ path }: PageKind, first: number, count: number) => {
    const times: number[] = [];
    for (let call = first; call < first + count; call++) times.push(await firstByte(agent, new URL(path(call), url)));
    return times;
  };
  try {
    for (const kind of kinds) await timesOf(kind, ROUNDS * REQUESTS, WARM_UP);
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of kinds) medians.get(kind.name)?.push(median(await timesOf(kind, round * REQUESTS, REQUESTS)));
    }
  } finally {
    agent.destroy();
  }
  return [...medians].map(([name, product]) => ({
    name: `first byte of ${name}, median`,
    unit: "ms",
    product,
    goal: { of: "value", at: "most", value: GOAL_MS },
  }));
}

function firstByte(agent: Agent, address: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const sent = request(address, { agent, headers: HEADERS }, (response) => {
      let elapsed = Number.NaN;
      response.once("data", () => {
        elapsed = performance.now() - begin;
      });
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(elapsed);
        else reject(new Error(`${address} answered ${response.statusCode}`));
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}
