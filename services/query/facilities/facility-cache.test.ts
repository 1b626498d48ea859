import { afterEach, beforeEach, expect, test } from "vitest";
import { facilities } from "../../../contracts/views/facilities.ts";
import type { Database } from "../../../platform/database/port.ts";
import type { Position } from "../../../platform/event-store/port.ts";
import { openViewProgress, type ViewProgress } from "../../../platform/views/progress.ts";
import { createView, moveCheckpoint, readCheckpoint } from "../../../platform/views/registry.ts";
import { positionOf } from "../../../test/position.ts";
import { type FreshDatabase, freshDatabase, silent } from "../../../test/postgres.ts";
import type { ViewCache } from "../views/view-cache.ts";
import { openFacilityCache } from "./facility-cache.ts";
import type { FacilityList } from "./facility-list.ts";

let fresh: FreshDatabase;
let database: Database;
let progress: ViewProgress;
let followed: ViewCache<FacilityList>;

beforeEach(async () => {
  fresh = await freshDatabase();
  database = await fresh.open();
  progress = await openViewProgress(database, silent);
  followed = await openFacilityCache({ database, progress, log: silent });
});
afterEach(async () => {
  await followed.close();
  await progress.close();
  await database.close();
  await fresh.drop();
});

const position = (number: number) => positionOf(`p${number}`);

async function makeView(): Promise<void> {
  await createView(database, facilities, position(0));
}

/** What a projector does: rows and checkpoint in one transaction. */
async function write(identifier: string, document: string, to: Position): Promise<void> {
  const from = await readCheckpoint(database, facilities);
  await database.transaction(async (transaction) => {
    const text = `insert into ${facilities.tables.facilities} values ($1, $2)`;
    await transaction.query({ text, values: [identifier, document] });
    await moveCheckpoint(transaction, facilities, from, { ...from, position: to, sequence: from.sequence + 1 });
  });
}

const listed = async () => (await followed.current().content.bytes("identity")).toString();

test("until there is a view, reads are told to come again", async () => {
  expect(() => followed.current()).toThrow(expect.objectContaining({ code: "engine-unavailable" }));
  expect(followed.health().state).toBe("down");
  await makeView();
  await followed.ready();
  await progress.waitFor(["facilities"], position(0), { timeoutMs: 10_000 });
  expect(await listed()).toBe("[]");
});

test("who waits for a position sees the list at it, ordered by bytes", async () => {
  await makeView();
  await write("b", '"b"', position(1));
  await write("Ä", '"Ä"', position(2));
  await write("B", '"B"', position(3));
  await followed.ready();
  expect(await progress.waitFor(["facilities"], position(3), { timeoutMs: 10_000 })).toBe(true);
  expect(await listed()).toBe('["B","b","Ä"]');
  expect(followed.health()).toMatchObject({ state: "up", position: position(3) });
});

test("a position without a change leaves the list as it is, and is reported", async () => {
  await makeView();
  await write("a", '"a"', position(1));
  await followed.ready();
  await progress.waitFor(["facilities"], position(1), { timeoutMs: 10_000 });
  const before = followed.current();
  const from = await readCheckpoint(database, facilities);
  await moveCheckpoint(database, facilities, from, { ...from, position: position(2) });
  expect(await progress.waitFor(["facilities"], position(2), { timeoutMs: 10_000 })).toBe(true);
  expect(followed.current()).toBe(before);
});
