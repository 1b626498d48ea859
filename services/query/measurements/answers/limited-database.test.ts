import { expect, test } from "vitest";
import type { Queryable } from "../../../../platform/database/port.ts";
import { limitStatements } from "./limited-database.ts";

/** A database whose statements end when the test says so. */
function heldDatabase() {
  const running = new Map<string, { end: () => void; fail: () => void }>();
  const database: Queryable = {
    query: (statement) =>
      new Promise((resolve, reject) => {
        const name = String(statement);
        const done = () => running.delete(name);
        running.set(name, {
          end: () => done() && resolve([]),
          fail: () => done() && reject(new Error(`${name} failed`)),
        });
      }),
  };
  return { database, running };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a limited number of statements runs at a time, the others follow in their order, also after a failure", async () => {
  const { database, running } = heldDatabase();
  const limited = limitStatements(database, 2);
  const results = ["a", "b", "c", "d"].map((name) => limited.query(name));
  await settled();
  expect([...running.keys()]).toEqual(["a", "b"]);
  running.get("b")?.fail();
  await expect(results[1]).rejects.toThrow("b failed");
  await settled();
  expect([...running.keys()]).toEqual(["a", "c"]);
  running.get("a")?.end();
  running.get("c")?.end();
  await settled();
  expect([...running.keys()]).toEqual(["d"]);
  running.get("d")?.end();
  await Promise.all([results[0], results[2], results[3]]);
  const later = [limited.query("e"), limited.query("f")];
  await settled();
  expect([...running.keys()]).toEqual(["e", "f"]);
  for (const { end } of running.values()) end();
  await Promise.all(later);
});
