import { beforeEach, expect, onTestFinished, test } from "vitest";
import { facilities } from "../../../contracts/views/facilities.ts";
import { placeOf } from "../../../platform/event-store/positions.ts";
import { silent } from "../../../test/postgres.ts";
import { positionAt, type WrittenView, writtenView } from "../../../test/written-view.ts";
import type { ViewCache } from "../views/view-cache.ts";
import { openFacilityCache } from "./facility-cache.ts";
import type { FacilityList } from "./facility-list.ts";

let view: WrittenView;
let followed: ViewCache<FacilityList>;

beforeEach(async () => {
  view = await writtenView(facilities);
  followed = await openFacilityCache(facilities, { database: view.database, progress: view.progress, log: silent });
  onTestFinished(() => followed.close());
});

const write = (number: number, identifier: string, document: string) =>
  view.write(number, (transaction) => {
    const text = `insert into ${facilities.tables.facilities} (identifier, slug, document, created, changed, deleted)
      values ($1, $1, $2, $3, $3, false)`;
    return transaction.query({ text, values: [identifier, document, placeOf(positionAt(number))] });
  });

const listed = async () => (await followed.current().content.encoded("identity").made()).body.toString();

test("until there is a view, reads are asked to try again", async () => {
  expect(() => followed.current()).toThrow(expect.objectContaining({ code: "engine-unavailable" }));
  expect(followed.health().state).toBe("down");
  await view.create();
  await followed.ready();
  expect(await view.shown(0)).toBe(true);
  expect(await listed()).toBe("[]");
});

test("a reader that waits for a position sees the list at it, ordered by bytes", async () => {
  await view.create();
  await write(1, "b", '"b"');
  await write(2, "Ä", '"Ä"');
  await write(3, "B", '"B"');
  await followed.ready();
  expect(await view.shown(3)).toBe(true);
  expect(await listed()).toBe('["B","b","Ä"]');
  expect(followed.health()).toMatchObject({ state: "up", position: positionAt(3) });
});

test("a position without a change leaves the list as it is, and is reported", async () => {
  await view.create();
  await write(1, "a", '"a"');
  await followed.ready();
  expect(await view.shown(1)).toBe(true);
  const before = followed.current();
  await view.write(2);
  expect(await view.shown(2)).toBe(true);
  expect(followed.current()).toBe(before);
});
