import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Maximum requests on a connection that wait for earlier answers. */
export const MAX_PIPELINED = 32;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles the requests of a connection one after another, in the order in which they are answered anyway. Node hands
 * over all that arrive together, a thousand in a packet, and would hold their answers in memory. A connection with too
 * many waiting requests is cut.
 */
export function oneAtATime(handle: Listener): Listener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    // It has the connection unless an earlier answer has not ended.
    if (response.socket) return handle(request, response);
    const before = waiting.get(socket) ?? 0;
    if (before === MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    waiting.set(socket, before + 1);
    response.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // Node must finish handing the connection over first.
      process.nextTick(handle, request, response);
    });
  };
}
