import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slugOf } from "../../contracts/slug.ts";
import { AS_PROGRAM } from "../portal/as-program.ts";
import { facility, record, records } from "./samples.ts";
import { oneProcess, type System } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await oneProcess.start();
});
afterAll(() => system.close());

const add = (body: unknown, headers: Record<string, string> = {}, query = "") =>
  system.as("provider").post(`/api/provider/metadata/add${query}`, body, { headers });
const served = (pid: string, after?: string, at?: string) =>
  system.reader.get(`/api/metadata/record?${new URLSearchParams({ pid, ...(at !== undefined && { at }) })}`, { after });
const history = (pid: string) => system.reader.get(`/api/metadata/history?${new URLSearchParams({ pid })}`);

const without = (member: string) => {
  const { [member]: _left, ...rest }: Record<string, unknown> = record("incomplete");
  return rest;
};

test("a record has a page until it is deleted, and is gone from then on, at a time that is told", async () => {
  const pid = "https://doi.org/10.1/WITH-A-PAGE";
  const { position } = await add([record(pid)]);
  const path = `/records/${slugOf(pid)}`;
  const page = await system.reader.get(path, { after: position, headers: { Accept: "text/html" } });
  expect(page.status).toBe(200);
  expect(page.text).toMatch(new RegExp(`<link rel="canonical" href="http://[^"/]+${path}">`));
  const deletion = await system.as("provider").post("/api/provider/metadata/delete", [pid]);
  const gone = await system.reader.get(path, { after: deletion.position, headers: AS_PROGRAM });
  expect(gone.status).toBe(410);
  expect(gone.json()).toMatchObject({ code: "record-deleted", deleted: expect.stringMatching(/^\d{4}-.*Z$/) });
});

describe("adding records", () => {
  test("a record is served as it was sent, unknown members and nulls too", async () => {
    const sent = record("https://doi.org/10.1/AS-SENT", {
      own_member: { __proto__: 1, "": undefined, constructor: [null, { a: 1.5e-7 }] },
      provenance: null,
      identification: {
        identifier: { pid: "https://doi.org/10.1/AS-SENT", pid_type: "DOI" },
        title: "  spaces, Ähtäri, 試験 and 🛰 stay  ",
        abstract: "",
      },
    });
    const { position } = await add([sent]);
    expect((await served("https://doi.org/10.1/AS-SENT", position)).json()).toEqual(sent);
  });

  test("numbers are doubles", async () => {
    const json = JSON.stringify(record("numbers")).replace('"size":12.5', '"size":12.500');
    const { position } = await add(`[${json}]`);
    expect((await served("numbers", position)).text).toContain('"size":12.5,');
  });

  test("a PID sent again by any account of the same provider replaces its record", async () => {
    await add([record("again", { product_type: "model" })]);
    const { position } = await system
      .as("colleague")
      .post("/api/provider/metadata/add", [record("again", { product_type: "observation" })]);
    expect((await served("again", position)).json()).toMatchObject({ product_type: "observation" });
    expect((await history("again")).json<unknown[]>()).toHaveLength(2);
  });

  test("a record equal to the stored one appends nothing, in whatever order its members are", async () => {
    const sent = record("equal");
    await add([sent]);
    const reversed = Object.fromEntries(Object.entries(sent).reverse());
    const answer = await add([reversed]);
    expect(answer.status).toBe(200);
    expect((await served("equal", answer.position)).status).toBe(200);
    expect((await history("equal")).json<unknown[]>()).toHaveLength(1);
  });

  test("another provider's record can't be replaced, and nothing of the request is stored", async () => {
    await add([record("owned")]);
    const answer = await system.as("other").post("/api/provider/metadata/add", [record("theirs"), record("owned")]);
    expect(answer.json()).toMatchObject({
      status: 409,
      code: "record-owned-by-another",
      errors: [{ path: "/1/identification/identifier/pid" }],
    });
    const later = await add([record("later")]);
    expect((await served("theirs", later.position)).status).toBe(404);
  });

  test("an invalid record refuses the whole request, with every error listed", async () => {
    const bad = { ...record("bad"), identification: { identifier: { pid: 7 }, title: null }, product_type: [] };
    const answer = await add([record("good"), bad]);
    expect(answer.status).toBe(400);
    const { code, errors, errorCount } = answer.json<{
      code: string;
      errors: { path: string }[];
      errorCount: number;
    }>();
    expect(code).toBe("body-invalid");
    expect(errors.map(({ path }) => path).sort()).toEqual([
      "/1/identification/abstract",
      "/1/identification/identifier/pid",
      "/1/identification/identifier/pid_type",
      "/1/identification/title",
      "/1/product_type",
    ]);
    expect(errorCount).toBe(5);
    const later = await add([record("later")]);
    expect((await served("good", later.position)).status).toBe(404);
  });

  test("the first hundred errors are listed and all ten thousand are counted", async () => {
    const answer = await add(records("bad", 10_000, { product_type: 1 }));
    const { errors, errorCount } = answer.json<{ errors: unknown[]; errorCount: number }>();
    expect(errors).toHaveLength(100);
    expect(errorCount).toBe(10_000);
  });

  test.each([
    "dataset_metadata",
    "identification",
    "usage_information",
    "product_type",
    "variables",
    "distribution_information",
  ])("%s is required", async (member) => {
    const answer = await add([without(member)]);
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ path: `/0/${member}` }] });
  });

  test.each([
    ["not JSON", "[{", "body-not-json"],
    ["an object", "{}", "body-invalid"],
    ["a PID that is empty", JSON.stringify([record("")]), "body-invalid"],
    ["a PID that is too long", JSON.stringify([record("ä".repeat(257))]), "body-invalid"],
    ["the same PID twice", JSON.stringify([record("same"), record("same")]), "body-invalid"],
    ["a number beyond a double", JSON.stringify([record("big")]).replace("12.5", "1e999"), "body-invalid"],
    ["a U+0000", JSON.stringify([record("nul", { extra: "\0" })]), "body-invalid"],
    ["a lone surrogate", JSON.stringify([record("lone", { extra: "\ud800" })]), "body-invalid"],
    ["an empty member name", JSON.stringify([record("name", { "": 1 })]), "body-invalid"],
    ["an open ring", JSON.stringify([record("ring", { spatial_extent: openRing })]), "body-invalid"],
    ["a day that does not exist", JSON.stringify([record("day", { temporal_extent: noDay })]), "body-invalid"],
  ])("%s is refused", async (_what, body, code) => {
    const answer = await add(body);
    expect(answer.json()).toMatchObject({ status: 400, code });
  });

  test("bytes that are not UTF-8 are refused", async () => {
    const [before, after] = JSON.stringify([record("bytes")]).split("observation");
    const body = Buffer.concat([Buffer.from(`${before}`), Buffer.of(0xc3, 0x28), Buffer.from(`${after}`)]);
    expect((await add(body)).status).toBe(400);
  });

  test("unknown vocabulary, times without an offset and unknown members are accepted unchanged", async () => {
    const sent = record("liberal", {
      dataset_metadata: { repository: { repository_id: "X" }, time_content_revised: "2024-05-01T12:00" },
      variables: [
        {
          variable_name: "aerosol light absorption coefficient",
          variable_matrix: "PM10",
          extra_metadata: { insitu: { ebas_component_name: "absorption" } },
        },
      ],
      spatial_extent: { type: "Grid", coordinates: "whatever" },
    });
    const answer = await add([sent]);
    expect(answer.status).toBe(200);
    expect((await served("liberal", answer.position)).json()).toEqual(sent);
  });

  test("an empty array answers 200", async () => {
    expect((await add([])).status).toBe(200);
  });

  test("a gzip body is accepted; another content type, another encoding and broken gzip are refused", async () => {
    const body = JSON.stringify([record("packed")]);
    const { position } = await add(gzipSync(body), { "Content-Encoding": "gzip" });
    expect((await served("packed", position)).status).toBe(200);
    expect((await add(body, { "Content-Type": "text/plain" })).json()).toMatchObject({ status: 415 });
    expect((await add(body, { "Content-Encoding": "zip" })).json()).toMatchObject({ status: 415 });
    expect((await add(body, { "Content-Encoding": "gzip" })).json()).toMatchObject({ status: 400 });
  });

  test("more than ten thousand records are refused with 413", async () => {
    const answer = await add(records("many", 10_001));
    expect(answer.json()).toMatchObject({ status: 413, code: "too-many-items" });
  });

  test("a decompression bomb, deeply nested JSON and a record that is too large are refused", async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024, " "));
    expect((await add(bomb, { "Content-Encoding": "gzip" })).json()).toMatchObject({
      status: 413,
      code: "body-too-large",
    });
    expect((await add("[".repeat(200_000))).json()).toMatchObject({ status: 400 });
    const pit = JSON.stringify([record("pit", { own: "§" })]).replace('"§"', "[".repeat(50_000) + "]".repeat(50_000));
    expect((await add(pit)).json()).toMatchObject({ status: 400, code: "body-invalid" });
    const large = await add([record("large", { own: "x".repeat(513 * 1024) })]);
    expect(large.json()).toMatchObject({ status: 400, code: "body-invalid", errors: [{ path: "/0" }] });
  });

  test("a dry run gives the same response and stores nothing", async () => {
    expect((await add([record("dry")], {}, "?dry_run=true")).status).toBe(200);
    expect((await add([{}], {}, "?dry_run=true")).status).toBe(400);
    const { position } = await add([record("wet")]);
    expect((await served("dry", position)).status).toBe(404);
  });

  test("only a metadata provider may add", async () => {
    const refused = await system.as("curator").post("/api/provider/metadata/add", [record("forbidden")]);
    expect(refused.json()).toMatchObject({ status: 403, code: "role-missing" });
  });
});

const openRing = {
  type: "Polygon",
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  ],
};
const noDay = { time_period_begin: "2023-02-29T00:00:00Z", time_period_end: "2023-03-01T00:00:00Z" };

describe("the history of a record", () => {
  test("`at` serves the record and its facility as they were then, and the history lists every version", async () => {
    const pid = "https://hdl.handle.net/21.12132/1.0a1b";
    await system.as("registrar").post("/api/provider/facilities/add", facility("then", { name: "old name" }));
    await add([record(pid, { facility: { identifier: "then" } })]);
    const first = await moment();
    await system.as("registrar").post("/api/provider/facilities/update", facility("then", { name: "new name" }));
    await add([record(pid, { facility: { identifier: "then" }, product_type: "model" })]);
    const second = await moment();
    const deletion = await system.as("provider").post("/api/provider/metadata/delete", [pid]);
    expect(deletion.status).toBe(204);

    expect((await served(pid, undefined, first)).json()).toMatchObject({
      product_type: "observation",
      facility: { name: "old name" },
    });
    expect((await served(pid, undefined, second)).json()).toMatchObject({
      product_type: "model",
      facility: { name: "new name" },
    });
    expect((await served(pid, undefined, "2000-01-01T00:00:00Z")).status).toBe(404);
    expect((await served(pid, deletion.position)).json()).toMatchObject({ status: 404, code: "record-unknown" });

    const entries = (await history(pid)).json<
      { type: string; revision: number; provider: string; record?: object }[]
    >();
    expect(entries.map(({ type, revision, provider }) => [type, revision, provider])).toEqual([
      ["MetadataAdded", 0, "clu"],
      ["MetadataAdded", 1, "clu"],
      ["MetadataDeleted", 2, "clu"],
    ]);
    expect(entries[0]?.record).toMatchObject({ facility: { identifier: "then" } });
    expect(entries[2]).not.toHaveProperty("record");
  });

  test.each(["", "?pid=", "?pid=a&pid=b", "?pid=a&at=now"])("the query %j is refused", async (query) => {
    const answer = await system.reader.get(`/api/metadata/record${query}`);
    expect(answer.json()).toMatchObject({ status: 400, code: "parameter-invalid" });
  });
});

/** A time after every earlier write and before every later one. */
async function moment(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const now = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return now;
}
