import fc from "fast-check";
import { expect, test } from "vitest";
import { childOf, type ParsedElement, parseXml } from "../../../test/xml.ts";
import { allowedInXml } from "../dataset/text.ts";
import { type AtomFeed, type AtomItem, atomText } from "./atom.ts";

const ATOM = "http://www.w3.org/2005/Atom";
const TOMBSTONES = "http://purl.org/atompub/tombstones/1.0";

const feed = (items: readonly AtomItem[], members: Partial<AtomFeed> = {}): ParsedElement =>
  parseXml(
    atomText({
      address: "https://data.example.org/feeds/records.atom",
      site: "https://data.example.org/",
      title: "Records",
      author: "Institute",
      updated: time,
      items,
      ...members,
    }),
  );

const time = new Date("2026-11-26T20:00:00Z");
const addresses = {
  "text/html": "https://data.example.org/page",
  "application/json": "https://data.example.org/a?b=c&d",
};
const entry = { title: "Title", summary: "Summary", addresses };

test("a change is an entry, a deletion a tombstone, in their order", () => {
  const root = feed([
    { id: "urn:gone", time, entry: undefined },
    { id: "urn:there", time: new Date("2026-11-26T19:00:00Z"), entry },
  ]);
  expect(root).toMatchObject({ name: "feed", namespace: ATOM });
  expect(root.children.slice(-2)).toMatchObject([
    { name: "deleted-entry", namespace: TOMBSTONES, attributes: { ref: "urn:gone", when: "2026-11-26T20:00:00Z" } },
    {
      name: "entry",
      namespace: ATOM,
      children: [
        { name: "id", text: "urn:there" },
        { name: "title", text: "Title" },
        { name: "updated", text: "2026-11-26T19:00:00Z" },
        ...Object.entries(addresses).map(([type, href]) => ({ attributes: { rel: "alternate", type, href } })),
        { name: "summary", text: "Summary" },
      ],
    },
  ]);
});

test("the feed says what it is, and when it changed last", () => {
  const root = feed([{ id: "urn:there", time, entry: { ...entry, summary: undefined } }]);
  expect(root.children.slice(0, 6)).toMatchObject([
    { name: "id", text: "https://data.example.org/feeds/records.atom" },
    { name: "title", text: "Records" },
    { name: "updated", text: "2026-11-26T20:00:00Z" },
    { name: "author", children: [{ name: "name", text: "Institute" }] },
    { name: "link", attributes: { rel: "self", href: "https://data.example.org/feeds/records.atom" } },
    { name: "link", attributes: { rel: "alternate", href: "https://data.example.org/" } },
  ]);
  expect(childOf(root, "entry").children.map(({ name }) => name)).not.toContain("summary");
});

test("whatever texts hold, the feed is well-formed and has them as text", () => {
  const pieces = fc.constantFrom(
    "]]>",
    "&",
    "&amp;",
    "<",
    "<b>",
    "\u0000",
    "\u001b",
    "\ufffe",
    "\ud800",
    "\udc00",
    "é",
    "😀",
  );
  const anyText = fc
    .array(fc.oneof(pieces, fc.string({ unit: "binary" })), { maxLength: 20 })
    .map((all) => all.join(""));
  const read = (text: string) => allowedInXml(text).replace(/\r\n?/g, "\n");
  fc.assert(
    fc.property(anyText, anyText, anyText, (title, summary, author) => {
      const root = feed([{ id: "urn:there", time, entry: { ...entry, title, summary } }], { author });
      const found = childOf(root, "entry");
      expect(childOf(found, "title").text).toBe(read(title));
      expect(childOf(found, "summary").text).toBe(read(summary));
      expect(childOf(root, "author").text).toBe(read(author));
    }),
  );
});
