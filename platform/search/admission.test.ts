import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { LIMITS } from "../admission/limits.ts";
import { Admission } from "./admission.ts";
import { type SearchAnswer, SearchBusy, type SearchSignal } from "./port.ts";

/**
 * Searches that have reached the engine, by their bodies. The test makes each begin its answer, possibly one computed
 * as it is read, or fail.
 */
let reached: Map<string, { begin: (computed?: AsyncIterable<Uint8Array>) => void; fail: (error: Error) => void }>;
let admission: Admission;

const engine = {
  search: ({ body }: { body: Uint8Array }) =>
    new Promise<SearchAnswer>((resolve, reject) => {
      const begin = (computed?: AsyncIterable<Uint8Array>) =>
        resolve({ body: computed ?? pieces(), isComputed: computed !== undefined });
      reached.set(Buffer.from(body).toString(), { begin, fail: reject });
    }),
};

beforeEach(() => {
  reached = new Map();
  const waits = { waiting: 4, waitingPerClient: 3, newlyWaitingPerRunning: 3 };
  admission = new Admission({ running: 2, open: 3, openPerClient: 2, ...waits });
});

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("an answer");
}

class Signal extends EventEmitter implements SearchSignal {
  aborted = false;
  isWaiting = false;
  readonly reason = new Error("the client left");
  abort(): void {
    this.aborted = true;
    this.emit("abort");
  }
  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
  addEventListener(_type: "abort", listener: () => void): void {
    this.on("abort", listener);
  }
  removeEventListener(_type: "abort", listener: () => void): void {
    this.off("abort", listener);
  }
}

/** A signal of the search of this name, which is added to `cut` when it is cut. */
function cuttable(name: string, cut: string[]): Signal {
  const signal = new Signal();
  return Object.assign(signal, {
    cut: () => {
      cut.push(name);
      signal.abort();
    },
  });
}

/** A search of the client named by the search's first letter. */
function search(name: string, signal = new Signal()): Promise<SearchAnswer> {
  const client = name.slice(0, 1);
  const ask = async () => admission.engineFor(client, engine).search({ body: Buffer.from(name), signal });
  const answer = ask();
  answer.catch(() => undefined);
  return answer;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const names = async () => {
  await settled();
  return [...reached.keys()];
};
async function readAll(answer: Promise<SearchAnswer>): Promise<void> {
  for await (const _ of (await answer).body);
}

test("a limited number runs at once; the next begins when an answer begins", async () => {
  search("a1");
  search("b1");
  search("c1");
  expect(await names()).toEqual(["a1", "b1"]);
  reached.get("a1")?.begin();
  expect(await names()).toEqual(["a1", "b1", "c1"]);
  expect(admission.counts).toEqual({ running: 2, open: 3, waiting: 0 });
});

test("an unread answer is cut for a waiting search, the one paused longest first", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const cut: string[] = [];
  const open = async (name: string) => {
    const answer = search(name, cuttable(name, cut));
    await settled();
    reached.get(name)?.begin();
    await (await answer).body[Symbol.asyncIterator]().next();
  };
  await open("a1");
  vi.advanceTimersByTime(500);
  await open("b1");
  await open("c1");
  search("d1");
  vi.advanceTimersByTime(1_400);
  expect(cut).toEqual([]);
  expect(await names()).not.toContain("d1");
  vi.advanceTimersByTime(500);
  expect(cut).toEqual(["a1"]);
  expect(await names()).toContain("d1");
  vi.advanceTimersByTime(60_000);
  expect(cut).toEqual(["a1"]);
});

test("a long search is cut for a client without one, the search that began first", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const cut: string[] = [];
  for (const name of ["a1", "a2", "a3"]) {
    search(name, cuttable(name, cut));
    await settled();
    vi.advanceTimersByTime(3_000);
  }
  vi.advanceTimersByTime(60_000);
  expect(cut).toEqual([]);
  search("b1");
  vi.advanceTimersByTime(500);
  expect(cut).toEqual(["a1"]);
  expect(await names()).toEqual(["a1", "a2", "b1"]);
  vi.advanceTimersByTime(60_000);
  expect(cut).toEqual(["a1"]);
});

/** An answer whose second piece takes until `done` is called. */
function slowAnswer(): { readonly body: AsyncGenerator<Uint8Array>; readonly done: () => void } {
  let done: () => void = () => {};
  const isDone = new Promise<void>((resolve) => {
    done = resolve;
  });
  const body = async function* () {
    yield Buffer.from("a piece");
    await isDone;
    yield Buffer.from("another");
  };
  return { body: body(), done: () => done() };
}

/** Begins an answer, and requests its second piece. */
async function askForMore(name: string, body: AsyncGenerator<Uint8Array>, signal = new Signal()): Promise<void> {
  const answer = search(name, signal);
  await settled();
  reached.get(name)?.begin(body);
  const read = (await answer).body[Symbol.asyncIterator]();
  await read.next();
  read.next().catch(() => undefined);
}

test("an answer counts as a running search while more of it is computed for its reader", async () => {
  const answers = [slowAnswer(), slowAnswer()] as const;
  await askForMore("a1", answers[0].body);
  await askForMore("b1", answers[1].body);
  search("c1");
  expect(await names()).toEqual(["a1", "b1"]);
  expect(admission.counts).toEqual({ running: 2, open: 2, waiting: 1 });
  answers[0].done();
  expect(await names()).toEqual(["a1", "b1", "c1"]);
});

test("an answer computed for long is cut for a client without a search; a reader's pauses do not count", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const cut: string[] = [];
  const paused = search("a1", cuttable("a1", cut));
  await settled();
  reached.get("a1")?.begin(slowAnswer().body);
  const read = (await paused).body[Symbol.asyncIterator]();
  await read.next();
  vi.advanceTimersByTime(3_000);
  await askForMore("b1", slowAnswer().body, cuttable("b1", cut));
  vi.advanceTimersByTime(500);
  read.next().catch(() => undefined);
  vi.advanceTimersByTime(4_000);
  search("c1");
  vi.advanceTimersByTime(500);
  expect(cut).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(cut).toEqual(["b1"]);
  expect(await names()).toEqual(["a1", "b1", "c1"]);
});

test("unread answers keep further searches out until they end", async () => {
  const unread = [search("a1"), search("b1")];
  await settled();
  for (const name of ["a1", "b1"]) reached.get(name)?.begin();
  search("c1");
  search("d1");
  expect(await names()).toEqual(["a1", "b1", "c1"]);
  await readAll(unread[0] ?? search("none"));
  expect(await names()).toEqual(["a1", "b1", "c1", "d1"]);
});

test("clients take turns, however many searches one of them sends", async () => {
  for (const name of ["a1", "a2", "a3", "a4", "b1", "b2"]) search(name);
  await settled();
  for (const ended of ["a1", "a2", "b1"]) {
    reached.get(ended)?.fail(new Error("no answer"));
    await settled();
  }
  expect(await names()).toEqual(["a1", "a2", "b1", "a3", "b2"]);
});

test("one client can't hold all open answers", async () => {
  for (const name of ["a1", "a2", "a3"]) search(name);
  await settled();
  for (const name of ["a1", "a2"]) reached.get(name)?.begin();
  search("b1");
  expect(await names()).toEqual(["a1", "a2", "b1"]);
});

test("beyond the queue a search is refused at once, a client's own share first", async () => {
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) search(name);
  await expect(search("a6")).rejects.toBeInstanceOf(SearchBusy);
  search("b1");
  await expect(search("c1")).rejects.toBeInstanceOf(SearchBusy);
  expect(admission.counts).toEqual({ running: 2, open: 2, waiting: 4 });
});

/** Number of refused searches, of so many that one client sends at once. */
async function refusedOf(count: number): Promise<number> {
  let refused = 0;
  for (let n = 0; n < count; n++) {
    search(`a${n}`).catch((error: unknown) => {
      if (error instanceof SearchBusy) refused++;
    });
  }
  await settled();
  return refused;
}

describe("with the limits of the service and two threads", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    admission = new Admission({ ...LIMITS.searches, running: 2 });
  });
  afterEach(() => void vi.useRealTimers());

  test("twenty searches that a page sends at once are all accepted", async () => {
    expect(await refusedOf(20)).toBe(0);
    expect(admission.counts).toMatchObject({ running: 2, waiting: 18 });
  });

  test("of eighty searches, ten times the best concurrency, 26 are accepted and the others refused at once", async () => {
    expect(await refusedOf(80)).toBe(54);
    expect(admission.counts).toMatchObject({ running: 2, waiting: 24 });
  });

  test("then as many are accepted as have been answered since", async () => {
    await refusedOf(80);
    for (const name of ["a0", "a1", "a2"]) {
      reached.get(name)?.begin();
      await settled();
    }
    expect(await refusedOf(80)).toBe(77);
  });

  test("a client that sends twenty a second is not refused while the engine stands still", async () => {
    for (let second = 0; second < 10; second++) {
      expect(await refusedOf(20)).toBe(0);
      vi.advanceTimersByTime(1_000);
    }
  });

  test("another client's searches are accepted while one overloads the engine", async () => {
    await refusedOf(80);
    search("b1");
    await settled();
    expect(admission.counts).toMatchObject({ waiting: 25 });
  });

  test("a client with too many waiting searches gets no engine, so that its search is not read", async () => {
    await refusedOf(80);
    expect(() => admission.engineFor("a", engine)).toThrow(SearchBusy);
    expect(() => admission.engineFor("b", engine)).not.toThrow();
  });
});

test("a signal shows whether its search waits for its turn", async () => {
  const [running, waiting] = [new Signal(), new Signal()];
  search("a1", running);
  search("b1");
  search("c1", waiting);
  await settled();
  expect([running.isWaiting, waiting.isWaiting]).toEqual([false, true]);
  running.abort();
  await settled();
  expect(waiting.isWaiting).toBe(false);
});

test("a client that leaves frees its place for the next, whether or not its search was waiting", async () => {
  const [running, waiting] = [new Signal(), new Signal()];
  search("a1", running);
  search("b1");
  const left = search("c1", waiting);
  search("d1");
  await settled();
  waiting.abort();
  await expect(left).rejects.toThrow("the client left");
  running.abort();
  expect(await names()).toEqual(["a1", "b1", "d1"]);
});

test("ended searches leave nothing behind", async () => {
  const answers = ["a1", "b1", "c1"].map((name) => search(name));
  for (const name of ["a1", "b1", "c1"]) {
    await settled();
    reached.get(name)?.begin();
  }
  await Promise.all(answers.map(readAll));
  expect(admission.counts).toEqual({ running: 0, open: 0, waiting: 0 });
});
