import { afterAll, describe, expect, test } from "vitest";
import * as example from "../../../../contracts/routes/examples.ts";
import { slugOf } from "../../../../contracts/slug.ts";
import { EventStoreUnavailable } from "../../../../platform/event-store/port.ts";
import { AS_PROGRAM } from "../../../../test/portal/as-program.ts";
import { serveRecords } from "../../../../test/portal/served-records.ts";

const slug = slugOf(example.pid);
const address = `https://data.example.org/records/${slug}`;
const { store, failLog, get, text } = await serveRecords(afterAll);

describe("the past of a record", () => {
  const { servedRecord, record } = example;
  const titled = (title: string, more: object = {}) => ({
    ...servedRecord,
    ...more,
    identification: { ...record.identification, title },
  });
  /** The list of revisions of a page, as text. */
  const listOf = (page: string) =>
    [...(/<ul class="revisions">(.*?)<\/ul>/s.exec(page)?.[1] ?? "").matchAll(/<li>(.*?)<\/li>/gs)].map(
      ([, item = ""]) =>
        item
          .replaceAll(/<[^>]+>|[\u2068\u2069]/g, " ")
          .replaceAll(/\s+/g, " ")
          .trim(),
    );

  test("is listed, newest first, with what changed in each revision by members in words", async () => {
    const [variable] = record.variables;
    store(titled("Renamed"));
    store(undefined);
    store(titled("Again", { variables: [{ ...variable, instrument: [{ instrument_type: "lidar" }] }] }));
    store(titled("Again", { variables: [variable, { ...variable, own: 1 }], provenance: [{ title: "Source" }] }));
    const items = listOf(await text(`/records/${slug}`));
    expect(items).toHaveLength(5);
    expect(items[0]).toMatch(
      /^Revision 4 5 January 2024.* Changed Variables 1 › Instrument 1 › Type of instrument lidar → became cloud radar Variables 2 new Sources new Compare with revision 3/,
    );
    expect(items[1]).toMatch(/^Revision 3 .* Added again$/);
    expect(items[2]).toMatch(/^Revision 2 .* Deleted$/);
    expect(items[3]).toMatch(/Changed Identification › Title changed/);
    expect(items[4]).toMatch(/^Revision 0 1 January 2024.* Added$/);
  });

  test("has pages of twenty revisions, which no search engine lists", async () => {
    for (let revision = 1; revision <= 44; revision++) store(titled(`Title ${revision}`));
    const revisionsOf = (page: string) => listOf(page).map((item) => Number(/^Revision (\d+)/.exec(item)?.[1]));
    const run = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
    const first = await text(`/records/${slug}`);
    expect(revisionsOf(first)).toEqual(run(44, 25));
    expect(first).toContain(`href="/records/${slug}?page=2"`);
    expect(first).not.toContain("noindex");
    const second = await text(`/records/${slug}?page=2`);
    expect(revisionsOf(second)).toEqual(run(24, 5));
    expect(listOf(second).at(-1)).toContain("Changed Identification › Title Title 4 → became Title 5");
    expect(second).toContain('<meta name="robots" content="noindex">');
    expect(second).toContain("<title>\u2068History: Title 44 · Page 2\u2069</title>");
    expect(second).toContain(`<link rel="canonical" href="${address}">`);
    const third = await text(`/records/${slug}?page=3&lang=no`);
    expect(revisionsOf(third.replaceAll("Revisjon", "Revision"))).toEqual(run(4, 0));
    expect(third).toContain(`href="/records/${slug}?page=2&amp;lang=no"`);
    for (const page of ["0", "4", "x", "-1"]) {
      const refused = await get(`/records/${slug}?page=${page}`);
      expect([page, refused.status]).toEqual([page, 400]);
    }
  });

  test("shows two revisions side by side, by an address or by a form", async () => {
    store(titled("Cloud radar reflectivity from Jülich in May 2024", { provenance: [{ title: "Source" }] }));
    for (const query of ["compare=0,1", "compare=0&compare=1", "compare=1,0"]) {
      const page = await text(`/records/${slug}?${query}`);
      expect(page).toContain('<meta name="robots" content="noindex">');
      expect(page).toContain(`<link rel="canonical" href="${address}">`);
      expect(page.match(/<h1>/g)).toHaveLength(1);
      const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) => row);
      expect(rows).toHaveLength(3);
      expect(rows[0]).toContain('<time datetime="2024-01-02T00:00:00.000Z">');
      expect(rows[1]).toContain("Jülich <mark>on 1</mark> May 2024");
      expect(rows[1]).toContain("Jülich <mark>in</mark> May 2024");
      expect(rows[2]).toMatch(/Sources.*not there.*Source/s);
    }
    expect(await text(`/records/${slug}?compare=1,1`)).toContain("The two revisions have the same content.");
  });

  test("has times as people read them, and as they were sent where people would read the same", async () => {
    const revised = (time: string) => ({
      ...servedRecord,
      dataset_metadata: { ...record.dataset_metadata, time_content_revised: time },
    });
    store(revised("2026-11-26T20:00:00Z"));
    store(revised("2026-11-27T20:00:00Z"));
    store(revised("2026-11-27T20:00:59Z"));
    const read = (day: number) => `<time datetime="2026-11-${day}T20:00:00Z">${day} November 2026 at 20:00 UTC</time>`;
    const compared = await text(`/records/${slug}?compare=1,2`);
    for (const day of [26, 27]) expect(compared).toContain(`<td>${read(day)}</td>`);
    const [last, before] = listOf(await text(`/records/${slug}`));
    expect(before).toContain("Content revised 26 November 2026 at 20:00 UTC → became 27 November 2026 at 20:00 UTC");
    expect(last).toContain("Content revised 2026-11-27T20:00:00Z → became 2026-11-27T20:00:59Z");
  });

  test("is summed up beside the citation", async () => {
    const summary = async () => /<h2 id="last-change">.*?<p>(.*?)<\/p>/s.exec(await text(`/records/${slug}`))?.[1];
    expect(await summary()).toBe("Added on 1 January 2024 at 00:00 UTC, not changed since. ");
    store(titled("Renamed"));
    expect(await summary()).toBe(
      'Last changed on 2 January 2024 at 00:00 UTC. <a href="#history">All 2 revisions, with what changed</a>',
    );
  });

  test.each([
    ["compare=0,7", 404, "record-unknown"],
    ["compare=0,1", 404, "record-unknown"],
    ["compare=1", 400, "parameter-invalid"],
    ["compare=a,b", 400, "parameter-invalid"],
    ["compare=0,1,2", 400, "parameter-invalid"],
    ["at=yesterday", 400, "parameter-invalid"],
    ["at=2023-12-31T00:00:00Z", 404, "record-unknown"],
    ["at=2024-01-02T00:00:00Z", 404, "record-unknown"],
  ])("of a deleted record with %s is %i", async (query, status, code) => {
    store(undefined);
    expect(await (await get(`/records/${slug}?${query}`, AS_PROGRAM)).json()).toMatchObject({
      status,
      code,
      ...(status === 404 && { history: `/records/${slug}?page=1` }),
    });
  });

  test("names the revision that is not there", async () => {
    expect(await text(`/records/${slug}?compare=0,7`, AS_PROGRAM)).toContain("has no revision 7.");
  });

  test("is shown as it was at a time, and the page says so", async () => {
    store(titled("Renamed"));
    const past = `/records/${slug}?at=2024-01-01T12:00:00Z`;
    const page = await text(past);
    expect(page).toContain(`<h1><bdi class="text">${servedRecord.identification.title}</bdi></h1>`);
    expect(page).toContain("revision 0 of 1 January 2024 at 00:00 UTC");
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain(`<link rel="canonical" href="${address}">`);
    expect(page).toContain(`href="${address}?format=json&amp;at=2024-01-01T12%3A00%3A00.000Z"`);
    expect(page).toContain(`curl '${address}?format=json&amp;at=2024-01-01T12%3A00%3A00.000Z'`);
    expect(page).not.toContain('ld+json">{');
    expect(JSON.parse(await text(`${past}&format=json`))).toEqual(servedRecord);
    expect(await text(`/records/${slug}`)).not.toContain("noindex");
  });

  test("stays when it is deleted: its page is gone and names its history", async () => {
    store(titled("Renamed"));
    store(undefined);
    const gone = await get(`/records/${slug}`, AS_PROGRAM);
    expect(gone.status).toBe(410);
    const { history } = (await gone.json()) as { history: string };
    const page = await text(history);
    expect(listOf(page)).toHaveLength(3);
    expect(page).toContain("It has been deleted since.");
    expect(await text(`/records/${slug}?compare=0,1`)).toContain("<mark>Renamed</mark>");
    const then = await text(`/records/${slug}?at=2024-01-02T00:00:00Z`);
    expect(then).toContain('<h1><bdi class="text">Renamed</bdi></h1>');
    expect(then).toContain("It has been deleted since.");
    for (const query of ["format=json&page=1", "format=json&compare=0,1"]) {
      expect([query, (await get(`/records/${slug}?${query}`)).status]).toEqual([query, 410]);
    }
  });

  test("does not keep the page back when the log can't be read", async () => {
    failLog(new EventStoreUnavailable("lost"));
    const page = await get(`/records/${slug}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("The history can&#39;t be read at the moment.".replace("&#39;", "'"));
    expect((await get(`/records/${slug}?page=1`)).status).toBe(503);
  });

  test("too large for a list is compared on a page of its own", async () => {
    const own = Array.from({ length: 20_000 }, (_, index) => `value ${index}`);
    store({ ...record, own });
    store({ ...record, own: own.with(7, "another") });
    const [item] = listOf(await text(`/records/${slug}`));
    expect(item).toContain("It is too large to be compared in a list.");
    expect(await text(`/records/${slug}?compare=1,2`)).toMatch(
      /own.* 8.*<mark>value 7<\/mark>.*<mark>another<\/mark>/s,
    );
  });
});
