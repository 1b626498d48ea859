import { EventStoreDBClient } from "@eventstore/db-client";

/**
 * What the client leaves to its defaults where the URL does not set it. A search for a leader asks each node, and a node that hangs
 * costs it `gossipTimeout` (seconds; 5 by default). The other two are milliseconds: a connection on which a call waits is lost when a
 * ping is not answered. Pings more often than every 10 s make the client print a warning.
 */
const DEFAULTS = { gossipTimeout: 2, keepAliveInterval: 10_000, keepAliveTimeout: 5_000 } as const;

/**
 * A client that looks for another leader when a call is not answered within its deadline, as it does itself when a connection is
 * lost. Its search for a leader may fail without ending the process: when an answer of an earlier connection reports a failure while
 * the client looks for a leader, its `handleError` waits for that search, and nobody catches what it rejects with after ten attempts
 * (6.2.1, which package.json pins). Every operation learns of the failed search by itself, so nothing is lost here.
 * @throws Error when the URL is no connection string.
 */
export function createClient(url: string): EventStoreDBClient {
  const client = clientAt(url);
  const { handleError, shouldReconnect } = internalsOf(client);
  Reflect.set(client, "handleError", (user: ChannelUser, error: unknown) =>
    handleError(user, error).catch(() => undefined),
  );
  Reflect.set(client, "shouldReconnect", (error: unknown) => (isOverdue(error) ? [true] : shouldReconnect(error)));
  return client;
}

/**
 * Returns a function that makes the client look for another leader, unless it has left the connection that it has now already. A read
 * has no deadline by which the client would notice that nobody answers.
 */
export function leaveConnection(client: EventStoreDBClient): () => void {
  const { getChannel, handleError } = internalsOf(client);
  const channel = getChannel().catch(() => undefined);
  const overdue = Object.assign(new Error("a read is not answered"), { code: DEADLINE_EXCEEDED });
  return () => void channel.then((silent) => handleError({ getChannel: () => silent }, overdue));
}

/** What the client's own calls hand to `handleError`: a client of one service, over a channel. */
interface ChannelUser {
  getChannel(): unknown;
}

/** Members that the client's types leave out. */
interface Internals {
  readonly getChannel: () => Promise<unknown>;
  readonly handleError: (user: ChannelUser, error: unknown) => Promise<void>;
  readonly shouldReconnect: (error: unknown) => readonly unknown[];
}

function internalsOf(client: EventStoreDBClient): Internals {
  // The types name none of them; what is used is checked here.
  const internals = client as unknown as Internals;
  for (const name of ["getChannel", "handleError", "shouldReconnect"] as const) {
    if (typeof internals[name] !== "function")
      throw new TypeError("this version of @eventstore/db-client handles errors differently");
  }
  return internals;
}

function isOverdue(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === DEADLINE_EXCEEDED;
}

/** Its status in gRPC. */
const DEADLINE_EXCEEDED = 4;

function clientAt(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(withDefaults(url));
  } catch {
    // The client's own message repeats the URL with its password.
    throw new Error(
      "The URL of EventStoreDB is no connection string; one looks like esdb://user:password@host:2113?tls=true",
    );
  }
}

/** The URL with the parameters that it lacks. Their names may be written with any case, `-` and `_`. */
export function withDefaults(url: string): string {
  const mark = url.indexOf("?", url.lastIndexOf("@") + 1);
  const pairs = mark < 0 ? [] : url.slice(mark + 1).split("&");
  const names = new Set(pairs.map((pair) => flat(pair.split("=", 1)[0] ?? "")));
  const missing = Object.entries(DEFAULTS).filter(([name]) => !names.has(flat(name)));
  const added = missing.map(([name, value]) => `${name}=${value}`).join("&");
  if (added === "") return url;
  return mark < 0 ? `${url}?${added}` : `${url}&${added}`;
}

function flat(name: string): string {
  return name.trim().toLowerCase().replaceAll(/[_-]/g, "");
}
