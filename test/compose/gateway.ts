import { readFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { listenLocally } from "../listen.ts";

/** A location of `deploy/gateway.conf`. */
export interface Route {
  readonly matches: (path: string) => boolean;
  /** The service to which requests are routed; undefined when the gateway itself answers. */
  readonly service: string | undefined;
  readonly status: number;
}

/** The routes of the gateway's configuration: first the patterns, in order, then the prefix of everything else. */
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

/** Like nginx, decodes and merges repeated slashes. */
function matcher(pattern: RegExp): (path: string) => boolean {
  return (path) =>
    pattern.test(path.replace(/%[2-7][\da-f]/gi, (encoded) => decodeURIComponent(encoded)).replace(/\/{2,}/g, "/"));
}

/** More than a service accepts, so that the service refuses larger ones. */
const MAX_HEADER_BYTES = 256 * 1024;

/** As long as `deploy/gateway.conf` keeps an idle connection. */
const KEEP_ALIVE_MS = 65_000;

export interface Gateway {
  readonly url: string;
  /** Resolves once no request to the address is under way: a process of nginx with an earlier configuration ends then. */
  left(address: string): Promise<void>;
  close(): Promise<void>;
}

/** A reverse proxy with the routes of the compose file's gateway. */
export async function startGateway(
  addressOf: (service: string) => string,
  routes: readonly Route[] = readRoutes(),
): Promise<Gateway> {
  const underWay = new Map<string, Set<ServerResponse>>();
  const options = { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer(options, (incoming, outgoing) => {
    const [path = "/"] = withoutHost(incoming.url ?? "/").split("?");
    const route = routes.find(({ matches }) => matches(path));
    if (route?.service === undefined) return void outgoing.writeHead(route?.status ?? 500).end();
    const address = addressOf(route.service);
    const answers = underWay.get(address) ?? new Set();
    underWay.set(address, answers.add(outgoing));
    outgoing.once("close", () => answers.delete(outgoing));
    pass(incoming, outgoing, address);
  });
  return {
    url: `http://${await listenLocally(server)}`,
    left: async (address) => {
      const answers = [...(underWay.get(address) ?? [])];
      await Promise.all(answers.map((answer) => new Promise((resolve) => answer.once("close", resolve))));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the path of a request target, which may be an absolute URL. */
function withoutHost(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, "");
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, address: string): void {
  const { hostname, port } = new URL(address);
  const headers = { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress ?? "" };
  // As nginx with this configuration, which opens a connection for each request: a kept one might be closed under it.
  const options = { agent: false, hostname, port, path: incoming.url, method: incoming.method, headers };
  const onward = httpRequest(options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  // A service may answer and close before it has read the whole request.
  onward.on("error", () => outgoing.headersSent || outgoing.destroy());
  outgoing.on("close", () => outgoing.writableFinished || onward.destroy());
  incoming.pipe(onward);
}
