import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { record } from "../end-to-end/samples.ts";
import { folderUntil } from "../folder.ts";
import { SpawnedService } from "../spawned-service.ts";
import { tokenOf } from "../views/content.ts";

const PASSWORD = "a long enough password";
const STREAMS = 1_000;
const MIB = 1024 ** 2;

let system: SpawnedService;
let token: string;
beforeAll(async () => {
  system = await SpawnedService.start({
    ...{ AIRLOG_DATA: folderUntil(afterAll), PORT: "0", AIRLOG_ADMIN_PASSWORD: PASSWORD, AIRLOG_RATE_LIMIT: "off" },
    ...{ AIRLOG_LOG_LEVEL: "warn", AIRLOG_TRUSTED_PROXIES: "127.0.0.1" },
  });
  await system.ready();
  token = await tokenOf(system.url, "admin", PASSWORD);
}, 120_000);
afterAll(() => system.kill());

async function add(first: number, count: number, members: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const records = Array.from({ length: count }, (_, index) => record(`stream/${first + index}`, members));
  const answer = await fetch(`${system.url}/api/provider/metadata/add`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}`, Prefer: "wait=30" },
    body: JSON.stringify(records),
  });
  expect(answer.status).toBe(200);
}

/** Opens a stream as one of many clients behind a proxy. */
async function open(client: number, query = "types=record&after=now"): Promise<IncomingMessage> {
  const headers = { Accept: "text/event-stream", "X-Forwarded-For": `10.${client >> 8}.${client & 255}.1` };
  const sent = request(new URL(`/api/changes?${query}`, system.url), { agent: false, headers });
  sent.end();
  const [answer]: IncomingMessage[] = await once(sent, "response");
  return answer ?? expect.unreachable();
}

const resident = (): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${system.pid}/status`, "utf8"))?.[1]);

test("a thousand streams take little, all get what happens, and one more is refused", async () => {
  await add(0, 10);
  const before = resident();
  const counts: number[] = [];
  const streams: IncomingMessage[] = [];
  for (let client = 0; client < STREAMS; client++) {
    const stream = await open(client);
    expect(stream.statusCode).toBe(200);
    counts[client] = 0;
    stream.setEncoding("utf8").on("data", (text: string) => {
      counts[client] = (counts[client] ?? 0) + text.split("event: airlog.record.changed").length - 1;
    });
    streams.push(stream);
  }
  const refused = await open(STREAMS);
  expect(refused.statusCode).toBe(429);
  for (let round = 1; round <= 20; round++) await add(round * 100, 50);
  await vi.waitFor(() => expect(new Set(counts)).toEqual(new Set([1_000])), { timeout: 60_000, interval: 200 });
  expect(resident() - before).toBeLessThan(300 * MIB);
  for (const stream of streams) stream.destroy();
}, 240_000);

test("a reader that stands still is cut, and others go on", async () => {
  const still = await open(1, "types=record&after=now&include=content");
  const reading = await open(2, "types=record&after=now&include=content");
  let changes = 0;
  reading.setEncoding("utf8").on("data", (text: string) => {
    changes += text.split("event: airlog.record.changed").length - 1;
  });
  const cut = once(still.socket, "close");
  const large = { identification_extra: "x".repeat(50_000) };
  for (let round = 0; round < 20; round++) await add(10_000 + round * 100, 50, large);
  await vi.waitFor(() => expect(changes).toBe(1_000), { timeout: 60_000, interval: 200 });
  still.resume();
  await cut;
  expect(still.complete).toBe(false);
  reading.destroy();
}, 120_000);

test("a place that the log does not have is refused: whoever waited there would lose changes", async () => {
  const { next }: { next: string } = await (await fetch(`${system.url}/api/changes?after=now`)).json();
  const ahead = next.replace(/\.\w/, ".7");
  const answer = await fetch(`${system.url}/api/changes?after=${ahead}`);
  expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: "not-yet-visible" })]);
});

test("streams end cleanly when the process stops", async () => {
  const stream = await open(3, "types=record");
  let text = "";
  stream.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  await vi.waitFor(() => expect(text).toContain("event: airlog.record.changed"), { timeout: 20_000 });
  await delay(100);
  const ended = once(stream, "end");
  const stopping = system.stop();
  await ended;
  expect(stream.complete).toBe(true);
  expect(text).toMatch(/\n\n$/);
  await stopping;
}, 60_000);
