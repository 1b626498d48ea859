import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that may wait on a connection for the answers before theirs. */
export const MAX_PIPELINED = 32;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles the requests of a connection one after the other, in whose order they are answered anyhow. Node hands over all that
 * come at once, a thousand in a packet, and would hold their answers in memory. A connection that sends more than may wait is
 * cut.
 */
export function oneAtATime(handle: Listener): Listener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    // The connection is its own unless an answer before it has not ended.
    if (response.socket) return handle(request, response);
    const before = waiting.get(socket) ?? 0;
    if (before === MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    waiting.set(socket, before + 1);
    response.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // Node has yet to finish handing the connection over.
      process.nextTick(handle, request, response);
    });
  };
}
