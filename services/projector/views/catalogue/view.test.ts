import { describe, expect, test } from "vitest";
import { setId } from "../../../../contracts/record-sets.ts";
import { catalogue } from "../../../../contracts/views/catalogue.ts";
import { TableSource } from "../../../../platform/search/documents/table-source.ts";
import { builtView } from "../../../../test/built-view.ts";
import {
  added,
  deleted,
  facilityAdded,
  facilityDeleted,
  facilityUpdated,
  record,
} from "../../../../test/scripted-log.ts";
import { catalogueView } from "./view.ts";

const { database, log, project, rebuild } = await builtView(catalogueView);

interface Row {
  /** The record as it is served. */
  readonly document: string;
  readonly change_seq: string;
  readonly deleted: boolean;
  readonly provider: string;
  readonly facility: string | null;
}

async function row(pid: string): Promise<Row> {
  const text = `select * from ${catalogue.tables.records} where pid = $1`;
  const [found] = await database.query<Row>({ text, values: [pid] });
  if (!found) throw new Error(`no row ${pid}`);
  const [document] = await new TableSource(database, catalogue).documents([pid]);
  return { ...found, document: String(document) };
}

async function served(pid: string): Promise<unknown> {
  return JSON.parse((await row(pid)).document);
}

const sent = { identifier: "0lym", name: "as sent", "größe 😀": "ß" };
const registered = { identifier: "0lym", name: "Jülich 😀", location: { type: "Point", coordinates: [6.4, 50.9] } };
const naming = (pid: string) => record(pid, { "vör 😀": 1, facility: sent, after: ["€"] });

test("a record whose facility is unknown is stored byte for byte as it was sent", async () => {
  log.append(added(naming("a")), added(record("b", { facility: null })), added(record("c")));
  await project();
  expect((await row("a")).document).toBe(JSON.stringify(naming("a")));
  expect(await served("b")).toEqual(record("b", { facility: null }));
  expect(await row("c")).toMatchObject({ facility: null, provider: "norway", deleted: false });
});

test("a known facility is served whole, and what the record says of it wins nothing", async () => {
  log.append(facilityAdded(registered), added(naming("a")));
  await project();
  expect((await row("a")).document).toBe(JSON.stringify({ ...naming("a"), facility: registered }));
});

test("records follow their facility from unknown to known, changed, deleted and known again", async () => {
  const renamed = { identifier: "0lym", name: "ñ".repeat(50) };
  log.append(added(naming("a")), added(record("other", { facility: { identifier: "5qss" } })));
  await project();
  for (const [event, facility] of [
    [facilityAdded(registered), registered],
    [facilityUpdated(renamed), renamed],
    [facilityDeleted("0lym"), sent],
    [facilityAdded(registered), registered],
  ] as const) {
    log.append(event);
    await project();
    expect((await row("a")).document).toBe(JSON.stringify({ ...naming("a"), facility }));
  }
  expect(await row("a")).toMatchObject({ change_seq: "6" });
  expect(await row("other")).toMatchObject({ change_seq: "2" });
});

test("events of one record in one batch count in their order", async () => {
  log.append(added(record("a", { n: 1 })), deleted("a"), added(record("a", { n: 2 }), "finland"));
  log.append(added(record("b", { n: 1 })), deleted("b"));
  await project();
  expect(await served("a")).toMatchObject({ n: 2 });
  expect(await row("a")).toMatchObject({ deleted: false, provider: "finland", change_seq: "3", revision: "2" });
  expect(await row("b")).toMatchObject({ deleted: true, change_seq: "5", revision: "1" });
  expect(await served("b")).toMatchObject({ n: 1 });
});

test("a deleted record stays as a tombstone that its facility no longer changes", async () => {
  log.append(added(naming("a")));
  await project();
  log.append(deleted("a"), facilityAdded(registered));
  await project();
  expect(await row("a")).toMatchObject({ deleted: true, change_seq: "2", document: JSON.stringify(naming("a")) });
});

test("a deleted record that another provider adds is that provider's, its facility as it is now", async () => {
  log.append(added(naming("a")), deleted("a"), facilityAdded(registered));
  await project();
  log.append(added(naming("a"), "finland"));
  await project();
  expect(await row("a")).toMatchObject({ deleted: false, provider: "finland" });
  expect(await served("a")).toMatchObject({ facility: registered });
});

test("a record that moves to another facility no longer follows the first", async () => {
  log.append(facilityAdded(registered), added(naming("a")), added(record("a", { facility: { identifier: "5qss" } })));
  await project();
  log.append(
    facilityUpdated({ identifier: "0lym", name: "new" }),
    facilityAdded({ identifier: "5qss", name: "other" }),
  );
  await project();
  expect(await served("a")).toMatchObject({ facility: { identifier: "5qss", name: "other" } });
});

test("events that were applied are passed over when they come again", async () => {
  log.append(facilityAdded(registered), added(naming("a")), deleted("a"), added(naming("a")));
  await project();
  const before = await row("a");
  await project();
  expect(await row("a")).toEqual(before);
});

test("documents are read in pages of bytes, of which each has one document at least", async () => {
  log.append(facilityAdded(registered), added(naming("a")), added(record("b")), added(record("c")));
  await project();
  const source = new TableSource(database, catalogue);
  const ids = ["a", "gone", "b", "c"];
  const documents = await source.documents(ids);
  const bytes = [naming("a"), registered, record("b")].map((stored) => Buffer.byteLength(JSON.stringify(stored)));
  const upToB = bytes.reduce((sum, each) => sum + each);
  expect(await source.page(ids, 1)).toEqual(documents.slice(0, 1));
  expect(await source.page(ids, upToB - 1)).toEqual(documents.slice(0, 2));
  expect(await source.page(ids, upToB)).toEqual(documents.slice(0, 3));
  expect(await source.page(ids, 1_000_000)).toEqual(documents);
  expect(await source.page([], 1)).toEqual([]);
});

describe("the sets that a record has left", () => {
  const variable = (...frameworks: readonly string[]) => ({
    framework: frameworks.map((framework) => ({ framework })),
  });
  const grouped = (repository_id: string, type: string, frameworks: readonly string[], facility?: string) =>
    record("a", {
      dataset_metadata: { repository: { repository_id } },
      product_type: type,
      variables: [variable(...frameworks)],
      ...(facility && { facility: { identifier: facility } }),
    });

  /** Each set that the record has left, with the position of the change. */
  async function left(): Promise<ReadonlyMap<string, string>> {
    const rows = await database.query<{ set_id: string; changed: string }>(
      `select set_id, changed from ${catalogue.tables.left_sets} where pid = 'a'`,
    );
    return new Map(rows.map(({ set_id, changed }) => [set_id, changed]));
  }
  const sets = (...names: readonly string[]) => names.map(setId);

  test("are kept with the change by which it left them, and forgotten when it returns", async () => {
    log.append(added(grouped("CLU", "observation", ["ACTRIS", "EMEP"], "0lym")));
    await project();
    expect(await left()).toEqual(new Map());
    log.append(added(grouped("ARES", "observation", ["EMEP"]), "finland"));
    await project();
    const gone = await left();
    expect([...gone.keys()].sort()).toEqual(
      sets("repository:CLU", "framework:ACTRIS", "facility:0lym", "provider:norway").sort(),
    );
    const [changed] = await database.query<{ changed: string }>(`select changed from ${catalogue.tables.records}`);
    expect([...new Set(gone.values())]).toEqual([changed?.changed]);
    log.append(added(grouped("CLU", "model", ["EMEP"]), "finland"));
    await project();
    const names = sets("repository:ARES", "type:observation", "framework:ACTRIS", "facility:0lym", "provider:norway");
    expect([...(await left()).keys()].sort()).toEqual(names.sort());
  });

  test("are the same however the events are cut into batches", async () => {
    log.append(added(grouped("CLU", "observation", ["ACTRIS"])), added(grouped("ARES", "observation", ["EMEP"])));
    log.append(deleted("a"), added(grouped("CLU", "model", [])), added(grouped("ARES", "model", ["ACTRIS"])));
    await project();
    const atOnce = await left();
    expect([...atOnce.keys()].sort()).toEqual(sets("repository:CLU", "type:observation", "framework:EMEP").sort());
    for (const sizes of [[1], [2], [3, 1]]) {
      await rebuild();
      await project(sizes);
      expect(await left()).toEqual(atOnce);
    }
  });

  test("are not left by a deletion", async () => {
    log.append(added(grouped("CLU", "observation", ["ACTRIS"])));
    await project();
    log.append(deleted("a"));
    await project();
    expect(await left()).toEqual(new Map());
  });
});
