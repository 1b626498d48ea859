import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slugOf } from "../../contracts/slug.ts";
import { childOf, type ParsedElement, parseXml } from "../xml.ts";
import { record } from "./samples.ts";
import { oneProcess, type System } from "./system.ts";

const PUBLIC_URL = "https://data.example.org";

const started = Date.now();
let system: System;
beforeAll(async () => {
  system = await oneProcess.start({ AIRLOG_PUBLIC_URL: PUBLIC_URL, AIRLOG_OPERATOR: "Institute <A&B>" });
}, 120_000);
afterAll(() => system.close());

const get = (headers: Record<string, string> = {}, after?: string) =>
  system.reader.get("/feeds/records.atom", { headers, after });

async function feed(after?: string): Promise<ParsedElement> {
  const answer = await get({}, after);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  return parseXml(answer.text);
}

const itemsOf = (root: ParsedElement) => root.children.filter(({ name }) => /entry$/.test(name));
const idOf = (pid: string) => `${PUBLIC_URL}/records/${slugOf(pid)}`;
const identification = (pid: string, title: string, abstract: string) => ({
  identification: { identifier: { pid, pid_type: "other" }, title, abstract },
});
const add = (...records: unknown[]) => system.as("provider").post("/api/provider/metadata/add", records);

test("the feed of a catalogue without records has the time since when it can be read", async () => {
  const [first, second] = [await get(), await get()];
  const root = parseXml(first.text);
  expect(itemsOf(root)).toEqual([]);
  const since = Date.parse(childOf(root, "updated").text);
  expect(since).toBeGreaterThan(started - 1_000);
  expect(since).toBeLessThanOrEqual(Date.now());
  expect(second.headers.get("ETag")).toBe(first.headers.get("ETag"));
});

test("a record is told as it is now, its deletion as a tombstone, and as an entry again when it comes back", async () => {
  const pid = "feed/a b&c";
  const first = await add(record(pid, identification(pid, "One", "First.")));
  const added = await feed(first.position);
  expect(childOf(added, "id").text).toBe(`${PUBLIC_URL}/feeds/records.atom`);
  expect(childOf(added, "title").text).toBe("Records of Institute <A&B>");
  expect(itemsOf(added)[0]?.children).toMatchObject([
    { name: "id", text: idOf(pid) },
    { name: "title", text: "One" },
    { name: "updated", text: childOf(added, "updated").text },
    { attributes: { href: idOf(pid) } },
    { attributes: { href: `${PUBLIC_URL}/api/metadata/record?pid=feed%2Fa+b%26c` } },
    { name: "summary", text: "First." },
  ]);
  const second = await add(record(pid, identification(pid, "Two", "Second.")));
  const changed = itemsOf(await feed(second.position));
  expect(changed.filter((item) => item.children[0]?.text === idOf(pid))).toHaveLength(1);
  expect(changed[0] && childOf(changed[0], "title").text).toBe("Two");
  const third = await system.as("provider").post("/api/provider/metadata/delete", [pid]);
  const unknown = await system.reader.get("/api/metadata/record?pid=feed%2Fa+b%26c", { after: third.position });
  const { deleted } = unknown.json<{ deleted: string }>();
  const [tombstone] = itemsOf(await feed(third.position));
  expect(tombstone).toMatchObject({ name: "deleted-entry", attributes: { ref: idOf(pid), when: deleted } });
  const fourth = await add(record(pid, identification(pid, "Three", "")));
  const [back] = itemsOf(await feed(fourth.position));
  expect(back?.children.map(({ name }) => name)).toEqual(["id", "title", "updated", "link", "link"]);
});

test("a reader that has the feed gets 304 until a record changes", async () => {
  const { position } = await add(record("feed/tag"));
  const tag = (await get({}, position)).headers.get("ETag") ?? "";
  expect(tag).not.toBe("");
  const same = await get({ "If-None-Match": tag });
  expect([same.status, same.text, same.headers.get("ETag")]).toEqual([304, "", tag]);
  const next = await add(record("feed/another"));
  const changed = await get({ "If-None-Match": tag }, next.position);
  expect(changed.status).toBe(200);
  expect(changed.headers.get("ETag")).not.toBe(tag);
});

test("hostile texts are text, and long ones are cut", async () => {
  const long = "x".repeat(100_000);
  const hostile = 'a]]></title><b att="1">&amp;&#0;\u0001\u001b\ufffe';
  const { position } = await add(
    record("feed/long", identification("feed/long", long, long)),
    record("feed/hostile", identification("feed/hostile", hostile, hostile)),
  );
  const entries = new Map(itemsOf(await feed(position)).map((item) => [item.children[0]?.text, item]));
  const [cut, text] = ["feed/long", "feed/hostile"].map((pid) => entries.get(idOf(pid)));
  expect(cut && childOf(cut, "title").text).toBe(`${"x".repeat(499)}…`);
  expect(cut && childOf(cut, "summary").text).toBe(`${"x".repeat(999)}…`);
  for (const name of ["title", "summary"]) {
    expect(text && childOf(text, name).text).toBe('a]]></title><b att="1">&amp;&#0;');
  }
});

test("the newest 100 changes are told, the newest first", async () => {
  const pids = Array.from({ length: 105 }, (_, index) => `feed/many/${index}`);
  let position = "";
  for (const pid of pids) ({ position } = await add(record(pid)));
  const ids = itemsOf(await feed(position)).map((item) => item.children[0]?.text);
  expect(ids).toEqual(pids.slice(5).reverse().map(idOf));
});

test("failures are problems", async () => {
  const answer = await get({}, "nowhere");
  expect([answer.status, answer.json()["code"]]).toEqual([400, "position-unknown"]);
  const wrong = await system.reader.post("/feeds/records.atom", {});
  expect([wrong.status, wrong.json()["code"]]).toEqual([405, "method-not-allowed"]);
});

describe("the feed of a search", () => {
  const search = (query: string, after?: string, headers: Record<string, string> = {}) =>
    system.reader.get(`/feeds/search.atom${query}`, { headers, after });
  const titlesOf = (text: string) => itemsOf(parseXml(text)).map((item) => childOf(item, "title").text);

  test("tells the newest changes among what the search finds, and nothing else", async () => {
    const titled = (pid: string, title: string) => record(pid, identification(pid, title, "Marzipan."));
    await add(titled("followed/1", "First marzipan"), titled("other/1", "Nougat"));
    await add(titled("followed/2", "Second marzipan"));
    const { position } = await add(titled("followed/1", "First marzipan, again"));
    const answer = await search("?q=%22marzipan%22&sort=title&page=3", position);
    expect(answer.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
    expect(titlesOf(answer.text)).toEqual(["First marzipan, again", "Second marzipan", "Nougat"]);
    const root = parseXml(answer.text);
    expect(childOf(root, "id").text).toBe(`${PUBLIC_URL}/feeds/search.atom?q=%22marzipan%22`);
    expect(root.children).toContainEqual(
      expect.objectContaining({
        attributes: expect.objectContaining({ href: `${PUBLIC_URL}/search?q=%22marzipan%22` }),
      }),
    );
    expect(titlesOf((await search("?q=marzipan+-nougat")).text)).toEqual(["First marzipan, again", "Second marzipan"]);
    expect(titlesOf((await search("?q=marzipan&type=none")).text)).toEqual([]);
  });

  test("no longer tells what is deleted, and is 304 until it changes", async () => {
    const tag = (await search("?q=marzipan")).headers.get("ETag") ?? "";
    expect((await search("?q=marzipan", undefined, { "If-None-Match": tag })).status).toBe(304);
    const { position } = await system.as("provider").post("/api/provider/metadata/delete", ["followed/2"]);
    const answer = await search("?q=marzipan", position, { "If-None-Match": tag });
    expect(answer.status).toBe(200);
    expect(titlesOf(answer.text)).not.toContain("Second marzipan");
  });

  test("of unreadable parameters is refused", async () => {
    expect((await search("?from=yesterday")).status).toBe(400);
  });
});
