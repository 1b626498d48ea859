import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { Listener } from "./listener.ts";

test("closing while connecting ends the connection that is then made", async () => {
  const { connectionString } = (await databaseUntil(onTestFinished)).connection;
  const gate = deferred();
  const connecting = deferred();
  class SlowClient extends pg.Client {
    override async connect(): Promise<never> {
      connecting.resolve();
      await gate.promise;
      // Its overloads are with and without a callback; no single function has both types.
      return (await super.connect()) as never;
    }
  }
  const listener = new Listener(() => new SlowClient(connectionString), silent);
  const listening = listener.listen("news", () => {});
  await connecting.promise;
  const closing = listener.close();
  gate.resolve();
  await Promise.all([listening, closing]);
  await vi.waitFor(async () => expect(await connections(connectionString)).toBe(0), { timeout: 20_000, interval: 50 });
});

/** Connections other than the one of this query. */
async function connections(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const text = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const { rows } = await client.query<{ count: number }>(text);
  await client.end();
  return rows[0]?.count ?? Number.NaN;
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
