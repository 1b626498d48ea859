import type { Socket } from "node:net";
import { Reader } from "../../../admission/reader.ts";
import { type SearchEngine, SearchRejected, type SearchSignal, SearchUnavailable } from "../../port.ts";
import { FRAME, type FrameKind, FrameParser, frameHeader } from "./frames.ts";
import type { HeldAnswers } from "./held-answers.ts";

/**
 * Answers the searches of a connection, one at a time. Closing the connection aborts the running one. `held`: the held
 * answers of all connections.
 */
export function serveSearches(socket: Socket, engine: SearchEngine, held: HeldAnswers): void {
  const controller = new AbortController();
  socket.once("close", () => controller.abort(new Error("the connection was closed")));
  socket.on("error", () => socket.destroy());
  const parts: Buffer[] = [];
  const parser = new FrameParser((_kind, part, isLast) => {
    parts.push(part);
    if (isLast) void answer(socket, engine, held, Buffer.concat(parts.splice(0)), controller.signal);
  });
  socket.on("data", (data: Buffer) => parser.push(data));
}

async function answer(
  socket: Socket,
  engine: SearchEngine,
  held: HeldAnswers,
  body: Uint8Array,
  signal: SearchSignal,
): Promise<void> {
  let hasBegun = false;
  const reader = new Reader(() => socket.destroy());
  try {
    const { body: chunks, isComputed, heldBytes = 0 } = await engine.search({ body, signal });
    for await (const chunk of reader.watched(chunks)) {
      if (!hasBegun) {
        held.add(reader, heldBytes);
        socket.cork();
      }
      const isTaken = write(socket, isComputed && !hasBegun ? FRAME.computed : FRAME.chunk, chunk);
      hasBegun = true;
      if (isTaken) continue;
      socket.uncork();
      if (socket.writableNeedDrain) await drained(socket);
      signal.throwIfAborted();
      socket.cork();
    }
    write(socket, FRAME.end);
    socket.uncork();
  } catch (error) {
    // An answer that has begun can't become an error.
    if (signal.aborted || hasBegun) socket.destroy();
    else refuse(socket, error);
  } finally {
    held.release(reader);
  }
}

function refuse(socket: Socket, error: unknown): void {
  if (error instanceof SearchRejected) {
    write(socket, FRAME.rejected, Buffer.from(JSON.stringify({ status: error.status, error: error.error })));
  } else if (error instanceof SearchUnavailable) write(socket, FRAME.unavailable, Buffer.from(error.message));
  else
    write(socket, FRAME.failed, Buffer.from(error instanceof Error ? (error.stack ?? error.message) : String(error)));
}

function write(socket: Socket, kind: FrameKind, content?: Uint8Array): boolean {
  const isTaken = socket.write(frameHeader(kind, content?.length ?? 0));
  return content ? socket.write(content) : isTaken;
}

/** Resolves when the socket can take more, or is closed. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off("drain", done).off("close", done);
      resolve();
    };
    socket.on("drain", done).on("close", done);
  });
}
