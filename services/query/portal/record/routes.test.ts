import { afterAll, describe, expect, test } from "vitest";
import { REPRESENTATIONS } from "../../../../contracts/representations.ts";
import * as example from "../../../../contracts/routes/examples.ts";
import { slugOf } from "../../../../contracts/slug.ts";
import { AS_PROGRAM } from "../../../../test/portal/as-program.ts";
import { serveRecords } from "../../../../test/portal/served-records.ts";

const { pid } = example;
const slug = slugOf(pid);
const address = `https://data.example.org/records/${slug}`;
const { store, get, text } = await serveRecords(afterAll);

describe("the form of a record", () => {
  test.each<[accept: string, type: string]>([
    ["*/*", REPRESENTATIONS.html],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", REPRESENTATIONS.html],
    ...Object.values(REPRESENTATIONS).map((type): [string, string] => [type, type]),
    ["text/turtle, application/ld+json;q=0.5", REPRESENTATIONS.jsonld],
    ["application/x-bibtex; charset=UTF-8, */*;q=0.1", REPRESENTATIONS.bibtex],
    ["application/json;q=0.5, text/html", REPRESENTATIONS.html],
  ])("for Accept: %s is %s", async (accept, type) => {
    const response = await get(`/records/${slug}`, { Accept: accept });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, `${type}; charset=utf-8`]);
    expect(response.headers.get("Vary")).toMatch(/Accept, Accept-Language/);
    expect(response.headers.get("Cache-Control")).toBe("no-cache");
    expect(response.headers.get("Set-Cookie")).toBeNull();
  });

  test.each(Object.entries(REPRESENTATIONS))("named by format=%s is %s, whatever is accepted", async (format, type) => {
    const response = await get(`/records/${slug}?format=${format}`, { Accept: "text/csv" });
    expect(response.headers.get("Content-Type")).toBe(`${type}; charset=utf-8`);
  });

  test.each([
    ["", { Accept: "text/turtle" }],
    ["", { Accept: 'application/ld+json; profile="http://www.w3.org/ns/dcat#"' }],
    ["?format=ttl", AS_PROGRAM],
    ["?format=toString", AS_PROGRAM],
  ])("that there is not (%s, %j) is 406, which lists those that there are", async (query, headers) => {
    const response = await get(`/records/${slug}${query}`, headers);
    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({
      code: "representation-unknown",
      available: expect.arrayContaining([{ format: "bibtex", type: "application/x-bibtex" }]),
    });
  });

  test("is the same by the record's PID", async () => {
    for (const format of Object.keys(REPRESENTATIONS)) {
      const byPid = await text(`/records?${new URLSearchParams({ pid, format })}`);
      const bySlug = await text(`/records/${slug}?format=${format}`);
      // The link to the other language keeps the address by which the page was found.
      const here = /class="other-language" href="[^"]*"/;
      expect(byPid.replace(here, "")).toBe(bySlug.replace(here, ""));
    }
  });

  test("JSON is the record as it is served", async () => {
    expect(await text(`/records/${slug}?format=json`)).toBe(JSON.stringify(example.servedRecord));
  });

  test("for programs has a name to be saved under", async () => {
    const response = await get(`/records/${slug}?format=bibtex`);
    expect(response.headers.get("Content-Disposition")).toBe(`inline; filename="${slug}.bib"`);
    expect((await get(`/records/${slug}`)).headers.get("Content-Disposition")).toBeNull();
  });

  test("can be revalidated", async () => {
    for (const format of Object.keys(REPRESENTATIONS)) {
      const tag = (await get(`/records/${slug}?format=${format}`)).headers.get("ETag") ?? "";
      const again = await get(`/records/${slug}?format=${format}`, { "If-None-Match": tag });
      expect([format, again.status, again.headers.get("ETag")]).toEqual([format, 304, tag]);
    }
  });
});

describe("a record that is not there", () => {
  const never = slugOf("never");

  test.each([`/records/${never}`, "/records/UPPER", "/records?pid=never", `/records/${never}/linkset`])(
    "%s is 404, as a page for browsers",
    async (path) => {
      expect(await (await get(path, AS_PROGRAM)).json()).toMatchObject({ status: 404, code: "record-unknown" });
      const page = await get(path, { Accept: "text/html" });
      expect([page.status, page.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    },
  );

  test.each([`/records/${slug}`, `/records?pid=${encodeURIComponent(pid)}`, `/records/${slug}/linkset`])(
    "%s is 410 when it was deleted",
    async (path) => {
      store(undefined);
      expect(await (await get(path, AS_PROGRAM)).json()).toMatchObject({ status: 410, code: "record-deleted" });
    },
  );

  test.each(["/records", "/records?pid=", `/records/${slug}?lang=de`])("%s is refused", async (path) => {
    expect(await (await get(path, AS_PROGRAM)).json()).toMatchObject({ status: 400, code: "parameter-invalid" });
  });
});

describe("the page", () => {
  test("has what every page has", async () => {
    const response = await get(`/records/${slug}`);
    expect(response.headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Referrer-Policy")).toBe("same-origin");
    const page = await response.text();
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page.match(/<main /g)).toHaveLength(1);
    expect(page).toContain('<a class="skip" href="#main">');
    expect(page).toContain(`<link rel="canonical" href="${address}">`);
    expect(page).toContain(`<link rel="alternate" type="application/json" href="${address}?format=json">`);
    expect(page).toContain("<title>\u2068Cloud radar reflectivity from Jülich on 1 May 2024\u2069</title>");
    expect(page).toContain("Institute &lt;A&amp;B>");
  });

  test("leads to its facility, shows that on a map, and leads to datasets that are like it", async () => {
    const page = await text(`/records/${slug}?lang=no`);
    const facility = `/facilities/${slugOf(example.facility.identifier)}?lang=no`;
    expect(page).toContain(
      `<a href="${facility}"><bdi class="text">Jülich</bdi></a>, <bdi class="text">Tyskland</bdi>`,
    );
    const map = JSON.parse(/<script type="application\/json">(.*?)<\/script>/.exec(page)?.[1] ?? "");
    expect(map.points.features).toEqual([
      expect.objectContaining({
        geometry: { type: "Point", coordinates: [6.4131, 50.9089] },
        properties: { name: "Jülich", href: facility },
      }),
    ]);
    for (const query of [
      "facility=56kt",
      "variable=radar+equivalent+reflectivity+factor",
      "instrument=cloud+radar",
      "framework=CLOUDNET",
    ]) {
      expect(page).toContain(`href="/search?${query}&amp;lang=no"`);
    }
  });

  test("leads to searches by values as the record has them, whatever spaces these hold", async () => {
    const [variable] = example.servedRecord.variables;
    const variables = [{ ...variable, variable_name: " ozone  amount\n", framework: [{ framework: "ACTRIS " }] }];
    const page = await text(store({ ...example.servedRecord, variables }));
    expect(page).toContain('<a href="/search?variable=+ozone++amount%0A"><bdi class="text">ozone amount</bdi></a>');
    expect(page).toContain('<a href="/search?framework=ACTRIS+"><bdi class="text">ACTRIS</bdi></a>');
  });

  test("shows an extent that crosses the antimeridian as one box of the map", async () => {
    const ring = [
      [177, -20],
      [-178, -20],
      [-178, -16],
      [177, -16],
      [177, -20],
    ];
    const spatial_extent = { type: "Polygon", coordinates: [ring] };
    const page = await text(store({ ...example.servedRecord, spatial_extent }));
    const map = JSON.parse(/<script type="application\/json">(.*?)<\/script>/.exec(page)?.[1] ?? "");
    expect(map.box).toEqual([177, -20, 182, -16]);
    expect(page).toContain("20° S, 177° E – 16° S, 178° W");
  });

  test("of a facility that the registry does not know leads to no page of it", async () => {
    const page = await text(store({ ...example.servedRecord, facility: { identifier: "unknown", name: "Own" } }));
    expect(page).toContain("Own");
    expect(page).not.toContain('href="/facilities/');
    const { facility: _facility, spatial_extent: _extent, ...nowhere } = example.servedRecord;
    expect(await text(store(nowhere))).not.toContain('<figure class="map">');
  });

  test("cites a dataset with all of its creators, many as they are", async () => {
    const { identification } = example.servedRecord;
    const roles = Array.from({ length: 60 }, (_, index) => ({
      role_code: ["author"],
      person: {
        first_name: "Ada",
        last_name: `Example${index}`,
        affiliation: { name: "An institute with a long name" },
      },
    }));
    const page = await text(
      store({
        ...example.servedRecord,
        identification: { ...identification, roles },
        usage_information: { citation: "" },
      }),
    );
    const [, citation = ""] = /<blockquote[^>]*>(.*?)<\/blockquote>/s.exec(page) ?? [];
    for (const { person } of roles) expect(citation).toContain(`${person.last_name}, Ada`);
    expect(citation).toContain(pid);
  });

  test("cites a hundred of a thousand creators, and says that there are others", async () => {
    const { identification } = example.servedRecord;
    const roles = Array.from({ length: 1_000 }, (_, index) => {
      return { role_code: ["author"], person: { first_name: "Ada", last_name: `Example${index}` } };
    });
    const record = { ...example.servedRecord, identification: { ...identification, roles } };
    const page = await text(store({ ...record, usage_information: { citation: "" } }));
    const [, citation = ""] = /<blockquote[^>]*>(.*?)<\/blockquote>/s.exec(page) ?? [];
    expect(citation).toContain("Example99, Ada");
    expect(citation).not.toContain("Example999, Ada");
    expect(citation).toContain("et al.");
    expect(citation).toContain(pid);
  });

  test("says what opens the data", async () => {
    expect(await text(`/records/${slug}`)).toContain("Opens with xarray (Python), Panoply, ncdump");
  });

  test("shows every value that the record has", async () => {
    const page = await text(`/records/${slug}`);
    const shown = page.slice(page.indexOf('id="metadata"'));
    for (const value of [
      "CC-BY-4.0",
      "atmospheric vertical profile",
      "CLOUDNET",
      "HDF5 (NetCDF4)",
      "18,203,511",
      "6.4131",
      "observation platform, fixed",
      "Cloud remote sensing data centre",
      '<time datetime="2024-05-01T23:59:59Z">1 May 2024 at 23:59 UTC</time>',
    ]) {
      expect(shown).toContain(value);
    }
  });

  test("writes the numbers of a position in one line", async () => {
    expect(await text(`/records/${slug}`)).toMatch(/<ul class="line"><li>6\.4131<\/li><li>50\.9089<\/li>/);
  });

  test("shows members that no schema names, under their own names", async () => {
    const path = store({ ...example.servedRecord, own_group: { own_member: [{ deep: "value of mine" }], no: null } });
    const page = await text(path);
    expect(page).toContain("Further members");
    for (const name of ["own_group", "own_member", "deep"]) expect(page).toContain(`title="${name}"`);
    expect(page).toContain("value of mine");
    expect(page).not.toContain('title="no"');
  });

  test("shows that members are empty", async () => {
    const own = { text: " ", list: [], object: {}, nothing: { in: null } };
    const page = await text(store({ ...example.servedRecord, variables: [], own }));
    for (const name of Object.keys(own)) expect(page).toMatch(new RegExp(`<dt title="${name}">.*?</dt><dd>–</dd>`));
    expect(page).toContain('<summary title="variables">Content and acquisition</summary>–</details>');
  });

  test("holds the dataset once as JSON-LD", async () => {
    const found = [
      ...(await text(`/records/${slug}`)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g),
    ];
    expect(found.map(([, json = ""]) => JSON.parse(json))).toEqual([
      JSON.parse(await text(`/records/${slug}?format=jsonld`)),
    ]);
    expect(JSON.parse(found[0]?.[1] ?? "")).toMatchObject({ "@type": "Dataset", "@id": address });
  });

  test.each([
    ["?lang=no", "en", "nb", "Alle metadata", "18,2 MB"],
    ["?lang=en", "nb", "en", "All metadata", "18.2 MB"],
    ["", "nn-NO, en;q=0.5", "nb", "Alle metadata", "1. mai 2024"],
    ["", "de, nb;q=0.2", "nb", "Alle metadata", "1. mai 2024"],
    ["", "de", "en", "All metadata", "1 May 2024"],
  ])("with %s for Accept-Language: %s is written in %s", async (query, accepted, lang, heading, local) => {
    const page = await text(`/records/${slug}${query}`, { "Accept-Language": accepted });
    expect(page).toContain(`<html lang="${lang}">`);
    expect(page).toContain(heading);
    expect(page).toContain(local);
  });
});

describe("links to what belongs to a record", () => {
  test("stand in the header, and all of them in the linkset", async () => {
    const { headers } = await get(`/records/${slug}`);
    const header = headers.get("Link") ?? "";
    for (const link of [
      `<${address}/linkset>; rel="linkset"; type="application/linkset+json"`,
      `<${address}/linkset>; rel="linkset"; type="application/linkset"`,
      `<${pid}>; rel="cite-as"`,
      `<https://spdx.org/licenses/CC-BY-4.0>; rel="license"`,
      `<https://data.example.org/20240501_juelich_radar.nc>; rel="item"`,
      `<${address}?format=ris>; rel="describedby"; type="application/x-research-info-systems"`,
    ]) {
      expect(header).toContain(link);
    }
    const linkset = await get(`/records/${slug}/linkset`);
    expect(linkset.headers.get("Content-Type")).toBe("application/linkset+json");
    expect(await linkset.json()).toMatchObject({
      linkset: expect.arrayContaining([
        expect.objectContaining({
          anchor: address,
          "cite-as": [{ href: pid }],
          collection: [{ href: "https://data.example.org/" }],
        }),
        { anchor: `${address}?format=bibtex`, describes: [{ href: address, type: "text/html" }] },
        {
          anchor: "https://data.example.org/20240501_juelich_radar.nc",
          collection: [{ href: address, type: "text/html" }],
        },
      ]),
    });
  });

  test.each([
    ["*/*", "application/linkset+json"],
    ["application/json", "application/linkset+json"],
    ["text/html,*/*;q=0.8", "application/linkset+json"],
    ["application/linkset", "application/linkset"],
    ["application/linkset+json;q=0.5, application/linkset", "application/linkset"],
  ])("are, for Accept: %s, sent as %s", async (accept, type) => {
    const response = await get(`/records/${slug}/linkset`, { Accept: accept });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, type]);
    expect(response.headers.get("Vary")).toMatch(/Accept\b/);
  });

  test("say the same in both forms", async () => {
    const { linkset } = JSON.parse(await text(`/records/${slug}/linkset`));
    const fromJson = linkset.flatMap(({ anchor, ...relations }: Record<string, { href: string; type?: string }[]>) =>
      Object.entries(relations).flatMap(([relation, targets]) =>
        targets.map(({ href, type }) => [String(anchor), relation, href, type]),
      ),
    );
    const lines = (await text(`/records/${slug}/linkset`, { Accept: "application/linkset" })).trim().split(",\n");
    const fromText = lines.map((line) => {
      const [, href, relation, type, anchor] =
        /^<([^>]*)>; rel="([^"]*)"(?:; type="([^"]*)")?; anchor="([^"]*)"$/.exec(line) ?? [];
      return [anchor, relation, href, type];
    });
    expect(fromText).toEqual(expect.arrayContaining(fromJson));
    expect(fromText).toHaveLength(fromJson.length);
  });

  test("that the header has no room for are in the linkset alone", async () => {
    const distribution_information = Array.from({ length: 200 }, (_, index) => ({
      dataset_url: `https://data.example.org/files/${index}`,
    }));
    const path = store({ ...example.servedRecord, distribution_information });
    const header = (await get(path)).headers.get("Link") ?? "";
    expect(header.length).toBeGreaterThan(3_900);
    expect(header.length).toBeLessThanOrEqual(4_096);
    const { linkset } = JSON.parse(await text(`${path}/linkset`));
    expect(linkset[0].item).toHaveLength(200);
  });
});
