import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderUntil } from "../../../../test/folder.ts";
import { SearchUnavailable } from "../../port.ts";
import { FRAME, frameHeader } from "./frames.ts";
import { WorkerConnection, WorkerEnded, WorkerGone } from "./worker-connection.ts";

const events = { idle: () => undefined, closed: () => undefined };

/** Sends a search to a worker that handles each search so. */
async function searchAt(does: (socket: Socket) => void, signal = new AbortController().signal) {
  const path = join(folderUntil(onTestFinished), "worker.sock");
  const server = createServer((socket) => socket.once("data", () => does(socket))).listen(path);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return new WorkerConnection(path, events).search(Buffer.from("{}"), signal);
}

test("a worker that closes the connection before it answers has ended", async () => {
  await expect(searchAt((socket) => socket.destroy())).rejects.toBeInstanceOf(WorkerEnded);
});

test("a worker that closes the connection after the answer has begun has not ended", async () => {
  const chunk = Buffer.from("a part");
  const begin = (socket: Socket) => {
    socket.end(Buffer.concat([frameHeader(FRAME.chunk, chunk.length), chunk]));
  };
  const { body } = await searchAt(begin);
  const read = async () => {
    for await (const _ of body);
  };
  const failure = await read().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SearchUnavailable);
  expect(failure).not.toBeInstanceOf(WorkerEnded);
});

test("nor has a worker whose search was abandoned", async () => {
  const left = new AbortController();
  const failure = await searchAt(() => left.abort(), left.signal).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SearchUnavailable);
  expect(failure).not.toBeInstanceOf(WorkerEnded);
});

test("a worker that does not listen has not received the search", async () => {
  const path = join(folderUntil(onTestFinished), "none.sock");
  const search = new WorkerConnection(path, events).search(Buffer.from("{}"), new AbortController().signal);
  await expect(search).rejects.toBeInstanceOf(WorkerGone);
});
