import { createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { MAX_HELD_ANSWERS_BYTES, MAX_PAUSED_MS } from "../../../../contracts/search-limits.ts";
import { folderUntil } from "../../../../test/folder.ts";
import { type SearchAnswer, SearchUnavailable } from "../../port.ts";
import { HeldAnswers } from "./held-answers.ts";
import { serveSearches } from "./serve-searches.ts";
import { WorkerConnection } from "./worker-connection.ts";

let socket: string;
/** Answers of the test that have ended, normally or not. */
let ended: SearchAnswer[];

async function* endless(end: () => void): AsyncGenerator<Uint8Array> {
  try {
    for (;;) yield Buffer.alloc(2 ** 20);
  } finally {
    end();
  }
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const ofTest: SearchAnswer[] = [];
  ended = ofTest;
  // Two answers together take too much.
  const engine = {
    search: async () => {
      const heldBytes = MAX_HELD_ANSWERS_BYTES / 2 + 1;
      const answer = { body: endless(() => ofTest.push(answer)), isComputed: true, heldBytes };
      return answer;
    },
  };
  socket = join(folderUntil(onTestFinished), "s");
  const held = new HeldAnswers();
  const server = createServer((connected) => serveSearches(connected, engine, held));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
});

function connected(): WorkerConnection {
  const connection = new WorkerConnection(socket, { idle: () => undefined, closed: () => undefined });
  onTestFinished(() => connection.close());
  return connection;
}

/** An answer that has begun and is not read. */
function search(connection = connected()): Promise<SearchAnswer> {
  return connection.search(Buffer.from("{}"), new AbortController().signal);
}

async function readAll({ body }: SearchAnswer): Promise<void> {
  for await (const _ of body);
}

test("a large answer is cut for another one once its reader has paused it for long", async () => {
  const unread = await search();
  vi.advanceTimersByTime(MAX_PAUSED_MS + 1);
  await search();
  await expect(readAll(unread)).rejects.toThrow(SearchUnavailable);
  expect(ended).toHaveLength(1);
});

test("until then another large answer is refused, and leaves nothing behind", async () => {
  await search();
  await expect(search()).rejects.toThrow(SearchUnavailable);
  expect(ended).toHaveLength(1);
});

test("an answer computed as it is read says so, and keeps its worker busy unless its reader pauses", async () => {
  const connection = connected();
  expect(connection.isComputing).toBe(false);
  const searching = search(connection);
  expect(connection.isComputing).toBe(true);
  const { isComputed, body } = await searching;
  expect(isComputed).toBe(true);
  await vi.waitFor(() => expect(connection.isComputing).toBe(false), 20_000);
  const read = body[Symbol.asyncIterator]();
  await vi.waitFor(async () => {
    await read.next();
    expect(connection.isComputing).toBe(true);
  }, 20_000);
});
