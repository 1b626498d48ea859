import { EventStoreDBClient } from "@eventstore/db-client";

/**
 * A client whose search for a leader may fail without ending the process. When an answer of an earlier connection reports
 * a failure while the client looks for a leader, its `handleError` waits for that search, and nobody catches what it
 * rejects with after ten attempts (6.2.1, which package.json pins). Every operation learns of the failed search by itself,
 * so nothing is lost here. @throws Error when the URL is no connection string.
 */
export function createClient(url: string): EventStoreDBClient {
  const client = clientAt(url);
  const handle: unknown = Reflect.get(client, "handleError");
  if (typeof handle !== "function")
    throw new TypeError("this version of @eventstore/db-client handles errors differently");
  const guarded = (...parameters: unknown[]): Promise<void> =>
    Promise.resolve(Reflect.apply(handle, client, parameters)).catch(() => undefined);
  Reflect.set(client, "handleError", guarded);
  return client;
}

function clientAt(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch {
    // The client's own message repeats the URL with its password.
    throw new Error(
      "The URL of EventStoreDB is no connection string; one looks like esdb://user:password@host:2113?tls=true",
    );
  }
}
