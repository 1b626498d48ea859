import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { connectDatabase } from "../../../platform/database/connect.ts";
import { databaseUntil, silent } from "../../../test/postgres.ts";
import { createUniqueNames } from "./unique-names.ts";

test("long work keeps the lock of the names, even if idle transactions are ended, and its result is returned", async () => {
  const database = await databaseUntil(onTestFinished);
  const impatient = connectDatabase(database.connection, { logger: silent, idleInTransactionTimeout: 50 });
  onTestFinished(() => impatient.close());
  const lostAfterMs = 1_000;
  const one = createUniqueNames(impatient, lostAfterMs);
  const another = createUniqueNames(database);
  const done: string[] = [];
  let other: Promise<unknown> | undefined;
  const work = one.exclusively({ sender: "nilu" }, async () => {
    other = another.exclusively({ sender: "nilu" }, async () => done.push("short"));
    // By the server's clock.
    await sleep(2 * lostAfterMs);
    done.push("long");
    return "stored";
  });
  expect(await work).toBe("stored");
  await other;
  expect(done).toEqual(["long", "short"]);
});

test("senders take turns at the names, and a client that has left gets no turn", async () => {
  const names = createUniqueNames(await databaseUntil(onTestFinished));
  const order: string[] = [];
  const note = async (name: string) => void order.push(name);
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const left = new AbortController();
  const running = names.exclusively({ sender: "many" }, () => finished);
  const waiting = [
    names.exclusively({ sender: "many" }, () => note("many 1")),
    names.exclusively({ sender: "many", signal: left.signal }, () => note("many 2")),
    names.exclusively({ sender: "many" }, () => note("many 3")),
    names.exclusively({ sender: "few" }, () => note("few 1")),
  ];
  left.abort();
  expect(await waiting[1]).toEqual({ outcome: "contended" });
  finish();
  await Promise.all([running, ...waiting]);
  expect(order).toEqual(["many 1", "few 1", "many 3"]);
});
