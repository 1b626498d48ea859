import { readFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A location of `deploy/gateway.conf`. */
export interface Route {
  readonly matches: (path: string) => boolean;
  /** Name of the service that answers; without it the gateway does. */
  readonly service: string | undefined;
  readonly status: number;
}

/** The routes of the gateway's configuration: first those by pattern, in order, then the one for everything else. */
export function readRoutes(): readonly Route[] {
  const text = readFileSync("deploy/gateway.conf", "utf8");
  const locations = [...text.matchAll(/^ {4}location (?:(~\*) )?(\S+) \{\n(.*?)^ {4}\}/gms)];
  const routes = locations.map(([, pattern, path = "", body = ""]) => ({
    matches: pattern ? matcher(new RegExp(path, "i")) : (asked: string) => asked.startsWith(path),
    service: /set \$service (\w+);/.exec(body)?.[1],
    status: Number(/return (\d+)/.exec(body)?.[1] ?? 200),
    first: pattern !== undefined,
  }));
  return [...routes.filter(({ first }) => first), ...routes.filter(({ first }) => !first)];
}

/** Doubled slashes count as one. */
function matcher(pattern: RegExp): (path: string) => boolean {
  return (path) => pattern.test(path.replace(/\/{2,}/g, "/"));
}

/** More than a service takes, so that it is the service that refuses. */
const HEADER_BYTES = 256 * 1024;

export interface Gateway {
  readonly url: string;
  close(): Promise<void>;
}

/** Sends requests on as the gateway of the compose file does, as far as its configuration says by routes. */
export async function startGateway(
  addressOf: (service: string) => string,
  routes: readonly Route[] = readRoutes(),
): Promise<Gateway> {
  const server = createServer({ maxHeaderSize: HEADER_BYTES }, (incoming, outgoing) => {
    const [path = "/"] = withoutHost(incoming.url ?? "/").split("?");
    const route = routes.find(({ matches }) => matches(path));
    if (route?.service === undefined) return void outgoing.writeHead(route?.status ?? 500).end();
    pass(incoming, outgoing, addressOf(route.service));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A request line may hold the whole URL; what is routed is its path. */
function withoutHost(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, "");
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, address: string): void {
  const { hostname, port } = new URL(address);
  const headers = { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress ?? "" };
  const onward = httpRequest({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  // A service may answer before it has read everything, and close.
  onward.on("error", () => outgoing.headersSent || outgoing.destroy());
  outgoing.on("close", () => outgoing.writableFinished || onward.destroy());
  incoming.pipe(onward);
}
