import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { REPRESENTATIONS } from "../../../../contracts/representations.ts";
import * as example from "../../../../contracts/routes/examples.ts";
import { slugOf } from "../../../../contracts/slug.ts";
import { catalogue } from "../../../../contracts/views/catalogue.ts";
import { answering } from "../../../../test/doubles/database.ts";
import { serveRoutes, unlimitedRead } from "../../../../test/serve-routes.ts";
import { readPortalAssets } from "../frame/assets.ts";
import { recordPageRoutes } from "./routes.ts";

const { pid } = example;
const slug = slugOf(pid);
const address = `https://data.example.org/records/${slug}`;

let stored: Map<string, { pid: string; deleted: boolean; document: string }>;

const database = answering(({ text, values: [asked] = [] }) => {
  // A deletion's time, read from the tombstone and from the publication times.
  if (text.includes("from publication")) return [];
  if (text.includes("and deleted")) return [];
  const row = stored.get(String(asked));
  return row ? [{ ...row, facility_document: null, revision: "3" }] : [];
});

const base = await serveRoutes(
  afterAll,
  recordPageRoutes({
    database,
    use: () => catalogue,
    progress: { hasLapsed: () => false },
    eventStore: { logId: "0123456789ab" },
    identity: () => ({ publicUrl: "https://data.example.org", repositoryId: "data.example.org" }),
    host: {
      operator: "Institute <A&B>",
      termsUrl: "https://example.org/terms",
      airQualityIndex: "norwegian",
      assets: await readPortalAssets(),
    },
    read: unlimitedRead,
  }),
);

/** Stores the record under its PID, and returns the path of its page. */
function store(record: object, of = pid): string {
  stored.set(slugOf(of), { pid: of, deleted: false, document: JSON.stringify(record) });
  return `/records/${slugOf(of)}`;
}

beforeEach(() => {
  stored = new Map();
  store(example.servedRecord);
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers });
const text = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();

describe("the form of a record", () => {
  test.each<[accept: string, type: string]>([
    ["*/*", REPRESENTATIONS.html],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", REPRESENTATIONS.html],
    ...Object.values(REPRESENTATIONS).map((type): [string, string] => [type, type]),
    ["text/turtle, application/ld+json;q=0.5", REPRESENTATIONS.jsonld],
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
    ["?format=ttl", {}],
    ["?format=toString", {}],
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
      expect(await (await get(path)).json()).toMatchObject({ status: 404, code: "record-unknown" });
      const page = await get(path, { Accept: "text/html" });
      expect([page.status, page.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    },
  );

  test.each([`/records/${slug}`, `/records?pid=${encodeURIComponent(pid)}`, `/records/${slug}/linkset`])(
    "%s is 410 when it was deleted",
    async (path) => {
      stored.set(slug, { pid, deleted: true, document: "{}" });
      expect(await (await get(path)).json()).toMatchObject({ status: 410, code: "record-deleted" });
    },
  );

  test.each(["/records", "/records?pid=", `/records/${slug}?lang=de`])("%s is refused", async (path) => {
    expect(await (await get(path)).json()).toMatchObject({ status: 400, code: "parameter-invalid" });
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

  test("shows members that no schema names, under their own names", async () => {
    const path = store({ ...example.servedRecord, own_group: { own_member: [{ deep: "value of mine" }], no: null } });
    const page = await text(path);
    expect(page).toContain("Further members");
    for (const name of ["own_group", "own_member", "deep"]) expect(page).toContain(`title="${name}"`);
    expect(page).toContain("value of mine");
    expect(page).not.toContain('title="no"');
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
      linkset: [{ anchor: address, "cite-as": [{ href: pid }], collection: [{ href: "https://data.example.org/" }] }],
    });
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

describe("a hostile record", () => {
  const script = `</script></title><script>alert(1)</script><img src=x onerror=alert(1)>"'><!--`;
  const odd = "\u202Eright to left\u202C \u0007 \uD800 \u{1F6F0} \u2028 Ａ̈́ עברית";

  /** The record with this text in the place of all of its texts but PIDs, times and types of geometries. */
  const filled = (value: unknown, by: string, name = ""): unknown => {
    if (typeof value === "string") return /^(pid|time_.*|type|dataset_url)$/.test(name) ? value : by;
    if (Array.isArray(value)) return value.map((item) => filled(item, by, name));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, filled(each, by, member)]));
  };

  test.each([
    ["scripts", script],
    ["odd characters", odd],
    ["a title of 100,000 characters", "<b>&".repeat(25_000)],
  ])("with %s in every member is shown as text", async (_, hostile) => {
    const record = filled(example.servedRecord, hostile) as typeof example.servedRecord;
    const path = store({ ...record, [hostile]: hostile });
    const page = await get(path);
    expect(page.status).toBe(200);
    const html = await page.text();
    // Beside the islands, the data block of JSON-LD is the only script.
    const scripts = html.replaceAll(/<script type="module" src="\/assets\/[\w-]+\.js"><\/script>/g, "");
    expect(scripts.match(/<script/g)).toHaveLength(1);
    expect(scripts.match(/<\/script>/g)).toHaveLength(1);
    expect(html).not.toMatch(/<(img|b)[\s>]/);
    expect(html).not.toContain("<!--");
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).not.toMatch(/\p{Surrogate}/u);
    expect(html.slice(html.indexOf("<body>")).length).toBeLessThan(2_500_000);
    for (const format of Object.keys(REPRESENTATIONS)) {
      const response = await get(`${path}?format=${format}`);
      expect([format, response.status]).toEqual([format, 200]);
      expect((response.headers.get("Link") ?? "").length).toBeLessThanOrEqual(4_096);
    }
  });

  test("keeps the direction of its texts to itself", async () => {
    const page = await text(store(filled(example.servedRecord, odd) as object));
    const outside = page.replace(/<bdi class="text">.*?<\/bdi>/gs, "").replace(/\u2068.*?\u2069/gs, "");
    const visible = outside.replaceAll(/<script.*?<\/script>/gs, "");
    expect(visible).not.toContain("\u202E");
  });

  test("whose addresses are scripts has no link to them", async () => {
    const distribution_information = [{ dataset_url: "javascript:alert(1)" }, { dataset_url: "data:text/html,x" }];
    const page = await text(store({ ...example.servedRecord, distribution_information }));
    expect(page).not.toMatch(/(href|src)="(javascript|data):/i);
    expect(page).toContain("The provider gives no address of the data.");
  });

  test("without any optional member has a page that says so", async () => {
    const path = store({
      dataset_metadata: { repository: { repository_id: "" }, time_content_revised: "" },
      identification: { identifier: { pid, pid_type: "" }, title: "", abstract: "" },
      usage_information: { citation: "" },
      product_type: "",
      variables: [],
      distribution_information: [],
      facility: null,
      provenance: null,
    });
    const page = await text(path);
    expect(page).toContain(`<h1><bdi class="text">${pid}</bdi></h1>`);
    expect(page).toContain("The provider states none.");
  });

  test("with more than a page has room for says how much the JSON has besides", async () => {
    const variables = Array.from({ length: 20_000 }, (_, index) => ({
      variable_name: `v${index}`,
      variable_matrix: "m",
    }));
    const page = await text(store({ ...example.servedRecord, variables }));
    expect(page).toMatch(/[\d,]+ more characters and values are in the JSON/);
    expect(page.length).toBeLessThan(6_000_000);
  });
});
