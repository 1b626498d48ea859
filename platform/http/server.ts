import { createServer, IncomingMessage, type Server, ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Express } from "express";
import { PROBLEMS, type ProblemCode } from "../../contracts/problem.ts";

/** Hundreds of labels must fit into a request line of 64 KiB; the headers come on top. */
const HEADER_BYTES = 96 * 1024;

export interface RunningServer {
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  /** Takes no new connections, lets running requests end for at most `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

/** Milliseconds that a request with a body has to arrive, unless its route gives it more time. */
const ARRIVAL = 600_000;

/** Milliseconds between two looks at what has not arrived yet. */
const LOOK = 5_000;

/** Requests with a body in the order of their coming, and when by the performance clock each must be there. */
const arriving = new Map<IncomingMessage, number>();

/** Lets the request's body take as long as it needs; whoever reads it has to see that it moves. */
export function allowAnyTime(request: IncomingMessage): void {
  arriving.delete(request);
}

/** @throws the system's error, such as EADDRINUSE. */
export async function listen(application: Express, host: string, port: number): Promise<RunningServer> {
  const server = createServer(
    { ...messageKinds(application), maxHeaderSize: HEADER_BYTES, keepAliveTimeout: 65_000, headersTimeout: 30_000 },
    application,
  );
  // Node's own limit for a whole request would hold for every route; `limitArrival` takes its place.
  server.requestTimeout = 0;
  server.timeout = 120_000;
  server.prependListener("request", limitArrival);
  server.on("clientError", answerBrokenRequest);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const looks = setInterval(cutLate, LOOK).unref();
  server.once("close", () => clearInterval(looks));
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return { url: `http://${name}:${address.port}`, close: (graceMs) => closeServer(server, graceMs) };
}

/**
 * Requests and answers that are Express's from the beginning. It gives each the application's prototype, and an object
 * whose prototype changes is slow from then on: a small answer would take half as much processor time again.
 */
function messageKinds(application: Express) {
  class ApplicationRequest extends IncomingMessage {}
  class ApplicationResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(ApplicationRequest.prototype, application.request);
  Object.setPrototypeOf(ApplicationResponse.prototype, application.response);
  Object.assign(application, { request: ApplicationRequest.prototype, response: ApplicationResponse.prototype });
  return { IncomingMessage: ApplicationRequest, ServerResponse: ApplicationResponse };
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
}

function limitArrival(request: IncomingMessage): void {
  const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
  if (length === "0" && encoding === undefined) return;
  arriving.set(request, performance.now() + ARRIVAL);
  request.once("close", () => arriving.delete(request));
}

function cutLate(): void {
  const now = performance.now();
  for (const [request, deadline] of arriving) {
    if (deadline > now) return;
    arriving.delete(request);
    const late = Object.assign(new Error("the request took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    if (!request.complete) answerBrokenRequest(late, request.socket);
  }
}

/** What never became a request still gets an answer in the common form. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const overflow = error.code === "HPE_HEADER_OVERFLOW";
  const code: ProblemCode = overflow ? "headers-too-large" : "parameter-invalid";
  const [usual, title] = PROBLEMS[code];
  const status = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : usual;
  const detail = overflow
    ? `The request line and headers may have ${HEADER_BYTES} bytes together.`
    : "The request is not HTTP that can be understood, or it came too slowly.";
  const body = JSON.stringify({ type: `/docs/problems#${code}`, title, status, detail, instance: "/", code });
  const answer =
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\n` +
    `Access-Control-Allow-Origin: *\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  // Whatever else it sends is not wanted any more.
  socket.end(answer, () => socket.destroy());
}
