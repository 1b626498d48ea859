import { afterAll, describe, expect, test } from "vitest";
import { openApiDocument } from "../../../../contracts/openapi/document.ts";
import { PROBLEMS } from "../../../../contracts/problem.ts";
import { ROUTES } from "../../../../contracts/routes/all.ts";
import { capabilityName } from "../../../../contracts/routes/portal/docs.ts";
import { readConfig } from "../../../../platform/config.ts";
import { AS_PROGRAM } from "../../../../test/portal/as-program.ts";
import { host, identity } from "../../../../test/portal/publisher.ts";
import { silent } from "../../../../test/postgres.ts";
import { serveRoutes, unlimitedRead } from "../../../../test/serve-routes.ts";
import { CAPABILITIES } from "./frame.tsx";
import { readModelText } from "./model-text.ts";
import { docsPageRoutes } from "./routes.ts";
import { searchableFields } from "./searchable-fields.ts";

const config = readConfig({
  AIRLOG_OPERATOR: "Institute <A&B>",
  AIRLOG_TERMS_URL: "https://example.org/terms",
  AIRLOG_DATA_LICENCE: "CC-BY-4.0",
});
const model = await readModelText(silent);
const base = await serveRoutes(
  afterAll,
  docsPageRoutes({
    document: openApiDocument({ ...config, version: "1.2.3" }),
    rateLimit: 600,
    model: model?.text,
    identity,
    host: { ...config, assets: host.assets },
    read: unlimitedRead,
  }),
  config,
);

/** What a browser sends when an address is opened. */
const BROWSER = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const NORWEGIAN = { "Accept-Language": "nb,en;q=0.5" };

const page = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${base}${path}`, { headers })).text();

const PATHS = [
  "/docs",
  ...CAPABILITIES.map((tag) => `/docs/${capabilityName(tag)}`),
  "/docs/problems",
  "/docs/uv-model",
];

describe.each(PATHS)("%s", (path) => {
  test.each([
    ["English", {}, "en"],
    ["Norwegian", NORWEGIAN, "nb"],
  ])("is a page in %s with one heading, a title, and a canonical address", async (_language, headers, tag) => {
    const response = await fetch(`${base}${path}`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toContain("no-cache");
    expect(response.headers.get("Vary")).toBe("Accept, Accept-Language, Accept-Encoding");
    const text = await response.text();
    expect(text).toContain(`<html lang="${tag}">`);
    expect(text.match(/<h1[ >]/g)).toHaveLength(1);
    expect(text).toContain(`<link rel="canonical" href="https://data.example.org${path}">`);
    expect(text).toContain('<link rel="alternate" type="application/json" href="/openapi.json"');
    expect(text).toContain('href="/openapi.json"');
  });

  test("loads files of this host alone, and has no script or style within", async () => {
    const text = await page(path);
    expect(text).not.toMatch(
      /<(iframe|style)|<script(?! type="module" src="\/assets\/)|\s(on\w+|style)=|\ssrc="(?!\/assets\/)/i,
    );
  });

  test("has no anchor and no label of a region twice", async () => {
    const text = await page(path);
    for (const attribute of [/\sid="([^"]+)"/g, /<(?:section|form|nav)[^>]* aria-label="([^"]+)"/g]) {
      const values = [...text.matchAll(attribute)].map(([, value]) => value);
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
    }
  });

  test("has less than 100 KB on the wire, compressed once under a tag of its own", async () => {
    const of = (encoding: string) => fetch(`${base}${path}`, { headers: { "Accept-Encoding": encoding } });
    const [plain, packed] = [await of("identity"), await of("br")];
    expect(packed.headers.get("Content-Encoding")).toBe("br");
    expect(Number(packed.headers.get("Content-Length"))).toBeLessThan(60_000);
    expect(packed.headers.get("ETag")).toBe(plain.headers.get("ETag")?.replace(/"$/, '-br"'));
    expect(await packed.text()).toBe(await plain.text());
    const tag = plain.headers.get("ETag") ?? "";
    expect(
      (await fetch(`${base}${path}`, { headers: { "Accept-Encoding": "identity", "If-None-Match": tag } })).status,
    ).toBe(304);
  });

  test("keeps the language that its URL names, whatever is accepted", async () => {
    const text = await page(`${path}?lang=en`, NORWEGIAN);
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('href="/docs/problems?lang=en"');
    expect(text).toContain(`href="${path}?lang=no"`);
  });
});

test("every route is on the page of its capability, with its parameters, under the anchor that the overview leads to", async () => {
  const overview = await page("/docs");
  for (const tag of CAPABILITIES) {
    const path = `/docs/${capabilityName(tag)}`;
    const text = await page(path);
    for (const route of ROUTES.filter((each) => each.tag === tag)) {
      expect(text).toContain(`id="route-${route.id}"`);
      expect(text).toContain(`<code>${route.path}</code>`);
      expect(overview).toContain(`id="route-${route.id}"`);
      expect(overview).toContain(`href="${path}#route-${route.id}"`);
      for (const [name, { documentedAs = name }] of Object.entries(route.parameters ?? {})) {
        expect(text).toContain(`<code>${documentedAs}</code>`);
      }
    }
  }
});

test("anchors of the overview that others have linked to are still there", async () => {
  const overview = await page("/docs");
  for (const anchor of ["routes", "language", "fields", "terms"]) expect(overview).toContain(`id="${anchor}"`);
});

test("types that are named lead to their members on the same page", async () => {
  const text = await page("/docs/records");
  expect(text).toMatch(/id="type-Person".*<code>orcid<\/code>/s);
  for (const tag of CAPABILITIES) {
    const described = await page(`/docs/${capabilityName(tag)}`);
    const named = new Set(Array.from(described.matchAll(/href="#(type-\w+)"/g), ([, anchor]) => anchor));
    expect([tag, [...named].filter((anchor) => !described.includes(`id="${anchor}"`))]).toEqual([tag, []]);
  }
});

test("a form tries every read and no write", async () => {
  for (const tag of CAPABILITIES) {
    const text = await page(`/docs/${capabilityName(tag)}`);
    for (const { id, access, method } of ROUTES.filter((route) => route.tag === tag)) {
      const isRead = access === "public" && method !== "delete" && id !== "login";
      expect([id, text.includes(`data-try="${id}"`)]).toEqual([id, isRead]);
    }
  }
});

test("the page on search lists its language and every field", async () => {
  const text = await page("/docs/search");
  for (const name of ["search_after", "geo_shape", "match_phrase", "date_histogram"]) {
    expect(text).toContain(`<code>${name}</code>`);
  }
  const fields = searchableFields().map(({ path }) => path);
  expect(fields).toEqual(
    expect.arrayContaining([
      "identification.identifier.pid",
      "spatial_extent",
      "facility.location",
      "variables.variable_name",
    ]),
  );
  for (const field of fields) expect(text).toContain(`<code>${field}</code>`);
});

test("a route's failures lead to what they mean", async () => {
  expect(await page("/docs/records?lang=no")).toContain(
    '<a href="/docs/problems?lang=no#record-unknown"><code>record-unknown</code></a>',
  );
});

test("every failure has a place that its type leads to", async () => {
  const problems = await page("/docs/problems");
  for (const code of Object.keys(PROBLEMS)) expect(problems).toContain(`id="${code}"`);
});

test("the overview names the operator, escaped, the terms, the licence, and how much may be read", async () => {
  const text = await page("/docs");
  expect(text).toContain("Institute &lt;A&amp;B>");
  expect(text).toContain('href="https://example.org/terms"');
  expect(text).toContain("may be combined");
  expect(text).toContain("The licence of values is CC-BY-4.0.");
  expect(text).toContain("Public reads: 600 per minute");
});

test("the page on the UV model has its table of errors and its charts", async () => {
  const text = await page("/docs/uv-model");
  expect(text).toMatch(/<td>clear sky, up to 80°<\/td>/);
  expect(text.match(/<img alt="[^"]+" src="\/assets\/[^"]+\.svg"/g)?.length).toBeGreaterThan(3);
});

test("an unreadable language is refused", async () => {
  const response = await fetch(`${base}/docs?lang=xx`, { headers: AS_PROGRAM });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "parameter-invalid" });
});

describe("a wrong address", () => {
  const wrong = "/docs/<b>&nothing";
  const ask = (path: string, headers: Record<string, string>) => fetch(`${base}${path}`, { headers });

  test.each([BROWSER, { Accept: "*/*" }])("below a page is answered by a page for %j", async (headers) => {
    const response = await ask(wrong, headers);
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("Vary")).toContain("Accept");
    expect(await response.text()).toContain("route-unknown");
  });

  test.each(["application/json", "application/problem+json, text/html;q=0.5"])(
    "below a page is a problem document for Accept: %s",
    async (accept) => {
      const response = await ask(wrong, { Accept: accept });
      expect(response.headers.get("Content-Type")).toMatch(/^application\/problem\+json/);
      expect(response.headers.get("Vary")).toContain("Accept");
      expect(await response.json()).toMatchObject({ status: 404, code: "route-unknown" });
    },
  );

  test.each(["/api/nothing", "/api/version/nothing"])("%s is a problem document for browsers too", async (path) => {
    const response = await ask(path, BROWSER);
    expect(await response.json()).toMatchObject({ status: 404, code: "route-unknown", instance: path });
  });

  test("with a method that a page lacks is answered by a page", async () => {
    const response = await fetch(`${base}/docs`, { method: "POST", headers: BROWSER });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("GET, HEAD");
    expect(await response.text()).toContain("method-not-allowed");
  });
});
