import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { positionOf } from "../../../../test/position.ts";
import type { FromProcess, FromWorker, ProcessSettings, ToWorker } from "./messages.ts";
import { type StartedThread, WorkerSet } from "./worker-set.ts";

/** A thread that answers pings and reports each update as applied, unless it hangs. */
class FakeThread extends EventEmitter {
  hangs = false;
  isTerminated = false;
  readonly #late: FromWorker[] = [];

  say(message: FromWorker): void {
    if (this.hangs) this.#late.push(message);
    else this.emit("message", message);
  }

  postMessage(message: ToWorker): void {
    this.say(message.kind === "ping" ? { kind: "pong" } : { kind: "applied", number: message.number });
  }

  comeBack(): void {
    this.hangs = false;
    for (const message of this.#late.splice(0)) this.emit("message", message);
  }

  async terminate(): Promise<number> {
    this.isTerminated = true;
    return 1;
  }
}

let threads: FakeThread[];
/** Existing folders of sockets. */
let folders: string[];
/** Reason why no thread can be started, if any. */
let startFailure: Error | undefined;
let told: FromProcess[];
/** Updates whose replaced segments may be used again. */
let released: number[];
let workers: WorkerSet;
beforeEach(() => {
  vi.useFakeTimers();
  threads = [];
  folders = [];
  startFailure = undefined;
  told = [];
  released = [];
  const start = (): StartedThread => {
    if (startFailure) throw startFailure;
    const thread = new FakeThread();
    threads.push(thread);
    const path = `folder-${threads.length}`;
    folders.push(path);
    const remove = () => {
      folders = folders.filter((each) => each !== path);
    };
    // The other members are not used.
    return { worker: thread as unknown as StartedThread["worker"], folder: { path, remove } };
  };
  const settings = { workers: 2 } as ProcessSettings;
  workers = new WorkerSet(settings, (message) => told.push(message), start);
});
afterEach(() => {
  workers.close();
  vi.useRealTimers();
});

function update(sequence: number): void {
  const publication = { number: sequence, segments: [], added: [], dynamicPaths: [], documentCount: 0 };
  workers.update({ publication, head: { position: positionOf(`p${sequence}`), sequence } }, () =>
    released.push(sequence),
  );
}

/** Lets so many intervals between pings pass, a ping at the end of each. */
const ping = (count: number) => vi.advanceTimersByTime(count * 1_000);

const applied = () => told.flatMap((message) => (message.kind === "applied" ? [message.head.sequence] : []));
const about = (number: number) =>
  told.flatMap((message) => ("number" in message && message.number === number ? [message.kind] : []));

test("an update is reported when every worker that serves has applied it", () => {
  const [one, two] = threads;
  update(1);
  expect(applied()).toEqual([]);
  one?.say({ kind: "listening" });
  expect(applied()).toEqual([1]);
  two?.say({ kind: "listening" });
  update(2);
  expect(applied()).toEqual([1, 2]);
});

test("a position without a change of documents is reported without asking the workers", () => {
  for (const thread of threads) thread.say({ kind: "listening" });
  update(1);
  for (const thread of threads) thread.hangs = true;
  workers.update({ publication: undefined, head: { position: positionOf("p2"), sequence: 1 } }, () => undefined);
  expect(told.at(-1)).toEqual({ kind: "applied", head: { position: "p2", sequence: 1 } });
  update(2);
  workers.update({ publication: undefined, head: { position: positionOf("p3"), sequence: 2 } }, () => undefined);
  expect(applied()).toEqual([1, 1]);
  for (const thread of threads) thread.comeBack();
  expect(told.at(-1)).toEqual({ kind: "applied", head: { position: "p3", sequence: 2 } });
});

test("a hanging worker gets no searches, delays nobody, and serves again when it has caught up", () => {
  for (const thread of threads) thread.say({ kind: "listening" });
  const [one] = threads;
  if (one) one.hangs = true;
  update(1);
  expect(applied()).toEqual([]);
  ping(3);
  expect(about(1)).toEqual(["worker", "worker-away"]);
  expect(applied()).toEqual([1]);
  update(2);
  expect(applied()).toEqual([1, 2]);
  one?.comeBack();
  expect(about(1)).toEqual(["worker", "worker-away", "worker"]);
  expect(one?.isTerminated).toBe(false);
});

test("a worker is left out once two pings are unanswered, and not before", () => {
  for (const thread of threads) thread.say({ kind: "listening" });
  const [one] = threads;
  for (let round = 0; round < 3; round++) {
    if (one) one.hangs = true;
    ping(2);
    one?.comeBack();
  }
  expect(about(1)).toEqual(["worker"]);
  if (one) one.hangs = true;
  ping(2);
  expect(about(1)).toEqual(["worker"]);
  ping(1);
  expect(about(1)).toEqual(["worker", "worker-away"]);
});

test("a worker is replaced once eight pings are unanswered, and not before", () => {
  for (const thread of threads) thread.say({ kind: "listening" });
  const [one] = threads;
  if (one) one.hangs = true;
  ping(8);
  expect(one?.isTerminated).toBe(false);
  expect(threads).toHaveLength(2);
  ping(1);
  expect(one?.isTerminated).toBe(true);
  expect(about(1)).toEqual(["worker", "worker-away", "worker-ended"]);
  expect(threads).toHaveLength(3);
});

test("a worker that never gets ready is replaced, and delays nobody meanwhile", () => {
  const [one, two] = threads;
  two?.say({ kind: "listening" });
  update(1);
  expect(applied()).toEqual([1]);
  ping(60);
  expect(one?.isTerminated).toBe(false);
  ping(1);
  expect(one?.isTerminated).toBe(true);
  ping(1);
  expect(threads).toHaveLength(3);
});

test("memory is used again once no search of any worker reads it", () => {
  for (const thread of threads) thread.say({ kind: "listening" });
  const [one, two] = threads;
  update(1);
  update(2);
  one?.say({ kind: "released", number: 2 });
  expect(released).toEqual([]);
  two?.say({ kind: "released", number: 1 });
  expect(released).toEqual([1]);
  two?.emit("exit");
  expect(released).toEqual([1, 2]);
});

test("memory that a hanging worker may read is used again only when its thread has ended", () => {
  for (const thread of threads) thread.say({ kind: "listening" });
  const [one, two] = threads;
  update(1);
  two?.say({ kind: "released", number: 1 });
  if (one) one.hangs = true;
  ping(9);
  expect(one?.isTerminated).toBe(true);
  expect(released).toEqual([]);
  one?.emit("exit");
  expect(released).toEqual([1]);
});

test("each thread has a folder of its own for its socket, until it has ended", () => {
  const [one, two] = threads;
  for (const thread of threads) thread.say({ kind: "listening" });
  expect(told).toEqual([
    { kind: "worker", number: 1, folder: "folder-1" },
    { kind: "worker", number: 2, folder: "folder-2" },
  ]);
  workers.replace(1, "nothing listens at its socket");
  expect(folders).toEqual(["folder-1", "folder-2", "folder-3"]);
  one?.emit("exit");
  two?.emit("exit");
  expect(folders).toEqual(["folder-3", "folder-4"]);
  workers.close();
  expect(folders).toEqual([]);
});

test("a thread that can't be started is reported and tried again", () => {
  startFailure = new Error("no temporary folder");
  threads[0]?.say({ kind: "listening" });
  workers.replace(1, "it hangs");
  expect(told.at(-1)).toEqual({
    kind: "failure",
    reason: "no thread can be started: no temporary folder",
    isLoss: false,
  });
  startFailure = undefined;
  vi.advanceTimersByTime(1_000);
  expect(threads).toHaveLength(3);
});
