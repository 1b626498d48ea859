import { afterAll, expect, test } from "vitest";
import { PROBLEMS } from "../../../contracts/problem.ts";
import { ROUTES } from "../../../contracts/routes/all.ts";
import { readConfig } from "../../../platform/config.ts";
import { silent } from "../../../test/postgres.ts";
import { serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { readModelPage } from "./model-page.ts";
import { documentationRoutes } from "./routes.ts";
import { searchableFields } from "./searchable-fields.ts";

const config = readConfig({ AIRLOG_OPERATOR: "Institute <A&B>", AIRLOG_TERMS_URL: "https://example.org/terms" });
const build = { name: "airlog", version: "1.2.3", commit: "unknown", built: "unknown" };

const model = await readModelPage(silent);
const base = await serveRoutes(afterAll, documentationRoutes(config, build, unlimitedRead, model), config);

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

test("the interface's page says what a search may hold", async () => {
  const docs = await page("/docs");
  for (const name of ["search_after", "geo_shape", "match_phrase", "date_histogram"]) {
    expect(docs).toContain(`<code>${name}</code>`);
  }
});

test("every failure has a place that its type leads to", async () => {
  const problems = await page("/docs/problems");
  for (const code of Object.keys(PROBLEMS)) expect(problems).toContain(`id="${code}"`);
});

test.each(["/", "/docs", "/docs/problems"])("%s loads nothing and runs nothing", async (path) => {
  const response = await fetch(`${base}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
  expect(response.headers.get("Content-Security-Policy")).toMatch(/default-src 'none'; style-src 'sha256-/);
  const text = await response.text();
  expect(text).not.toMatch(/<(script|img|link|iframe)|\son\w+=|url\(|@import/i);
});

test.each(["/", "/docs"])("%s names the operator, escaped, and the terms", async (path) => {
  const text = await page(path);
  expect(text).toContain("Institute &lt;A&amp;B&gt;");
  expect(text).toContain('href="https://example.org/terms"');
  expect(text).toContain("may be combined");
});

test("the OpenAPI description is served, and can be asked about again", async () => {
  const response = await fetch(`${base}/openapi.json`);
  expect(await response.json()).toMatchObject({ openapi: "3.1.0", info: { version: "1.2.3" } });
  const headers = { "If-None-Match": response.headers.get("ETag") ?? "" };
  expect((await fetch(`${base}/openapi.json`, { headers })).status).toBe(304);
});

test.each(["/", "/docs", "/docs/problems", "/openapi.json"])(
  "%s is compressed once, under a tag of its own",
  async (path) => {
    const of = (encoding: string) => fetch(`${base}${path}`, { headers: { "Accept-Encoding": encoding } });
    const [plain, packed] = [await of("identity"), await of("br")];
    expect(packed.headers.get("Content-Encoding")).toBe("br");
    expect(packed.headers.get("ETag")).toBe(plain.headers.get("ETag")?.replace(/"$/, '-br"'));
    expect(await packed.text()).toBe(await plain.text());
  },
);

test("the page on the UV model has its table of errors and its charts, and the browser may show them", async () => {
  const response = await fetch(`${base}/docs/uv-model`);
  const text = await response.text();
  expect(text).toMatch(/<td>clear sky, up to 80°<\/td>/);
  expect(text.match(/<img alt="[^"]+" src="data:image\/svg\+xml;base64,/g)?.length).toBeGreaterThan(3);
  expect(response.headers.get("Content-Security-Policy")).toContain("img-src data:");
  expect(await page("/docs")).toContain('href="/docs/uv-model"');
});
