import { createHash } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { PROBLEMS } from "../../../contracts/problem.ts";
import { ROUTES } from "../../../contracts/routes/all.ts";
import { readConfig } from "../../../platform/config.ts";
import { stylesheet } from "../../../platform/http/pages/style.ts";
import { silent } from "../../../test/postgres.ts";
import { serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { assetRoutes } from "../assets/routes.ts";
import { readModelPage } from "./model-page.ts";
import { documentationRoutes } from "./routes.ts";
import { searchableFields } from "./searchable-fields.ts";

const config = readConfig({ AIRLOG_OPERATOR: "Institute <A&B>", AIRLOG_TERMS_URL: "https://example.org/terms" });
const build = { name: "airlog", version: "1.2.3", commit: "unknown", built: "unknown" };

const model = await readModelPage(silent);
const served = [
  ...documentationRoutes(config, build, unlimitedRead, model?.text),
  ...assetRoutes([stylesheet, ...(model?.charts ?? [])], unlimitedRead),
];
const base = await serveRoutes(afterAll, served, config);

/** What a browser sends when an address is opened. */
const BROWSER = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

const page = async (path: string) => (await fetch(`${base}${path}`)).text();

test("the interface's page shows every route, parameter and searchable field", async () => {
  const docs = await page("/docs");
  for (const route of ROUTES) {
    expect(docs).toContain(`<code>${route.path}</code>`);
    for (const [name, { documentedAs = name }] of Object.entries(route.parameters ?? {})) {
      expect(docs).toContain(`<code>${documentedAs}</code>`);
    }
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
  for (const field of fields) expect(docs).toContain(`<code>${field}</code>`);
});

test("the interface's page lists what a search may hold", async () => {
  const docs = await page("/docs");
  for (const name of ["search_after", "geo_shape", "match_phrase", "date_histogram"]) {
    expect(docs).toContain(`<code>${name}</code>`);
  }
});

test("every failure has a place that its type leads to", async () => {
  const problems = await page("/docs/problems");
  for (const code of Object.keys(PROBLEMS)) expect(problems).toContain(`id="${code}"`);
});

test.each(["/docs", "/docs/problems", "/docs/uv-model"])(
  "%s loads files of this host alone, and runs nothing",
  async (path) => {
    const response = await fetch(`${base}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    const text = await response.text();
    expect(text).not.toMatch(/<(script|iframe|style)|\s(on\w+|style)=|url\(|@import|\ssrc="(?!\/assets\/)/i);
    expect(text.match(/<link [^>]+>/g)).toEqual([`<link rel="stylesheet" href="${stylesheet.path}">`]);
  },
);

test("files of pages have an address by their content, and are kept for ever", async () => {
  const pages = await Promise.all(["/docs", "/docs/uv-model"].map(page));
  const addresses = new Set(pages.join().match(/(?<=(?:href|src)=")\/assets\/[^"]+/g));
  expect(addresses.size).toBeGreaterThan(3);
  for (const address of addresses) {
    const response = await fetch(`${base}${address}`);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable, no-transform");
    const hash = createHash("sha256")
      .update(await response.text())
      .digest("hex");
    expect(address).toContain(`-${hash.slice(0, 16)}.`);
  }
});

test("a missing file is answered with a problem, and not kept", async () => {
  const response = await fetch(`${base}/assets/style-0000000000000000.css`, { headers: BROWSER });
  expect(await response.json()).toMatchObject({ status: 404, code: "route-unknown" });
  expect(response.headers.get("Cache-Control")).toBeNull();
});

describe("a wrong address", () => {
  const wrong = "/docs/<b>&nothing";
  const ask = (path: string, headers: Record<string, string>) => fetch(`${base}${path}`, { headers });

  test("below a page is answered to a browser by a page", async () => {
    const response = await ask(wrong, BROWSER);
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("Vary")).toContain("Accept");
    expect(await response.text()).toContain("route-unknown");
  });

  test.each(["*/*", "application/json", "application/problem+json, text/html;q=0.5"])(
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

test("the interface's page names the operator, escaped, and the terms", async () => {
  const text = await page("/docs");
  expect(text).toContain("Institute &lt;A&amp;B&gt;");
  expect(text).toContain('href="https://example.org/terms"');
  expect(text).toContain("may be combined");
});

test("the OpenAPI description is served, and can be revalidated", async () => {
  const response = await fetch(`${base}/openapi.json`);
  expect(await response.json()).toMatchObject({ openapi: "3.1.0", info: { version: "1.2.3" } });
  const headers = { "If-None-Match": response.headers.get("ETag") ?? "" };
  expect((await fetch(`${base}/openapi.json`, { headers })).status).toBe(304);
});

test.each(["/docs", "/docs/problems", "/openapi.json"])(
  "%s is compressed once, under a tag of its own",
  async (path) => {
    const of = (encoding: string) => fetch(`${base}${path}`, { headers: { "Accept-Encoding": encoding } });
    const [plain, packed] = [await of("identity"), await of("br")];
    expect(packed.headers.get("Content-Encoding")).toBe("br");
    expect(packed.headers.get("ETag")).toBe(plain.headers.get("ETag")?.replace(/"$/, '-br"'));
    expect(await packed.text()).toBe(await plain.text());
  },
);

test("the page on the UV model has its table of errors and its charts", async () => {
  const text = await page("/docs/uv-model");
  expect(text).toMatch(/<td>clear sky, up to 80°<\/td>/);
  expect(text.match(/<img alt="[^"]+" src="\/assets\/[^"]+\.svg"/g)?.length).toBeGreaterThan(3);
  expect(await page("/docs")).toContain('href="/docs/uv-model"');
});
