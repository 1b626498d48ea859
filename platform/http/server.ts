import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { PROBLEMS, type ProblemCode } from "../../contracts/problem.ts";
import { normalAddress } from "./address.ts";
import { type Application, messageClasses } from "./express-messages.ts";
import { OpenConnections } from "./open-connections.ts";
import { oneAtATime } from "./pipelining.ts";

/** Maximum bytes of the request line, in which hundreds of labels must fit (64 KiB), and of the headers. */
const MAX_HEADER_BYTES = 96 * 1024;

/** Maximum headers of a request. Node.js silently drops any others. */
export const MAX_HEADERS = 1000;

export interface RunningServer {
  /** `http://127.0.0.1:8080` */
  readonly url: string;
  /**
   * Accepts no new connections and ends each open one with its current answer. Gives answers `graceMs` to end, then
   * cuts the remaining connections.
   */
  close(graceMs: number): Promise<void>;
}

/** A body must arrive within this time after its request is handled, unless its route allows more. */
const ARRIVAL_TIMEOUT_MS = 600_000;

/** Milliseconds between two checks for late requests. */
const LATE_INTERVAL_MS = 5_000;

/** Handled requests with a body, in the order in which handling began, each with its deadline by the performance clock. */
const arriving = new Map<IncomingMessage, number>();

/** Lifts the time limit for the request's body. The route must end uploads without progress. */
export function allowAnyTime(request: IncomingMessage): void {
  arriving.delete(request);
}

/** For requests whose clients wait for `100 Continue` before they send the body: sends it. */
const waiting = new WeakMap<IncomingMessage, () => void>();

/** Tells a waiting client to send the body. A client that is refused before need not send it. */
export function inviteBody(request: IncomingMessage): void {
  waiting.get(request)?.();
  waiting.delete(request);
}

/** An unreadable request that was answered. */
export interface UnreadableRequest {
  readonly status: number;
  readonly client: string | undefined;
  /** The parser's message. */
  readonly why: string;
}

/** `onUnreadable` is called for each request that never reaches the application. @throws the system's error, such as EADDRINUSE */
export async function listen(
  application: Application,
  host: string,
  port: number,
  onUnreadable: (request: UnreadableRequest) => void = () => undefined,
): Promise<RunningServer> {
  const server = createServer(
    {
      ...messageClasses(application),
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: 65_000,
      headersTimeout: 30_000,
      connectionsCheckingInterval: LATE_INTERVAL_MS,
      // Node answers without a body; the application answers with a problem document.
      requireHostHeader: false,
    },
    oneAtATime((request, response) => {
      limitArrival(request);
      connections.begin(request, response);
      if (!application.answerReady?.(request, response)) application(request, response);
    }),
  );
  const connections = new OpenConnections(server);
  // Node's own limit for a whole request would apply to every route; `limitArrival` replaces it.
  server.requestTimeout = 0;
  server.timeout = 120_000;
  server.maxHeadersCount = MAX_HEADERS;
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const client = normalAddress(socket.remoteAddress ?? "");
    const status = answerBrokenRequest(error, socket);
    if (status !== undefined) onUnreadable({ status, client, why: error.message });
  });
  // Without a listener, Node answers these itself: with 100 at once, and 417 without a body.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, () => {
      response.shouldKeepAlive = !connections.isClosing;
      response.writeContinue();
    });
    // The client may send the body or not, so the following bytes on this connection would be ambiguous.
    response.shouldKeepAlive = false;
    server.emit("request", request, response);
  });
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
    server.emit("request", request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const checks = setInterval(cutLate, LATE_INTERVAL_MS).unref();
  server.once("close", () => clearInterval(checks));
  return { url: urlOf(server), close: (graceMs) => connections.close(graceMs) };
}

function urlOf(server: Server): string {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen on a port");
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}

function limitArrival(request: IncomingMessage): void {
  const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
  if (length === "0" && encoding === undefined) return;
  arriving.set(request, performance.now() + ARRIVAL_TIMEOUT_MS);
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

const UNREADABLE: readonly [ProblemCode, string] = [
  "parameter-invalid",
  "The request is not HTTP that can be understood.",
];
/** Code and detail for other errors of the parser, by the parser's code. */
const BROKEN: ReadonlyMap<string | undefined, readonly [ProblemCode, string]> = new Map([
  [
    "HPE_HEADER_OVERFLOW",
    ["headers-too-large", `The request line and headers may have ${MAX_HEADER_BYTES} bytes together.`],
  ],
  ["ERR_HTTP_REQUEST_TIMEOUT", ["body-too-slow", "The request came too slowly."]],
]);

/**
 * Answers an unparsable or late request with a problem document. Returns its status; undefined where nobody can read
 * it.
 */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): number | undefined {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return undefined;
  }
  const [code, detail] = BROKEN.get(error.code) ?? UNREADABLE;
  const [status, title] = PROBLEMS[code];
  const body = JSON.stringify({ type: `/docs/problems#${code}`, title, status, detail, instance: "/", code });
  const answer =
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\n` +
    `Access-Control-Allow-Origin: *\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  // Nothing more is read from this connection.
  socket.end(answer, () => socket.destroy());
  return status;
}
