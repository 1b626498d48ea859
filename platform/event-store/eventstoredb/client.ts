import { EventStoreDBClient } from "@eventstore/db-client";

/**
 * Defaults that replace the client's where the URL does not set them. A search for a leader asks each node; a hanging
 * node costs it `gossipTimeout` (seconds; 5 in the client). The other two are milliseconds: a connection with a waiting
 * call is lost when a ping is not answered. Pings more often than every 10 s make the client print a warning.
 */
const DEFAULTS = { gossipTimeout: 2, keepAliveInterval: 10_000, keepAliveTimeout: 5_000 } as const;

/**
 * A client that looks for another leader when a call exceeds its deadline. (The library does so when a connection is
 * lost.) A failed search for a leader does not end the process here. In the library it can: if an earlier connection
 * reports a failure during the search, `handleError` waits for the search, and nobody catches its rejection after ten
 * attempts (6.2.1, which package.json pins). Every operation gets the failed search itself, so no error is lost.
 * @throws Error when the URL is not a connection string.
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
 * Returns a function that makes the client look for another leader, unless it has already left its present connection.
 * A read has no deadline by which the client would notice a silent server.
 */
export function leaveConnection(client: EventStoreDBClient): () => void {
  const { getChannel, handleError } = internalsOf(client);
  const channel = getChannel().catch(() => undefined);
  const overdue = Object.assign(new Error("a read is not answered"), { code: DEADLINE_EXCEEDED });
  return () => void channel.then((silent) => handleError({ getChannel: () => silent }, overdue));
}

/** The argument of the client's calls to `handleError`: a client of one service, over a channel. */
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
  // The types have none of them; those in use are checked here.
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

/** The status of gRPC. */
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
