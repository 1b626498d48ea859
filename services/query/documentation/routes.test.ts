import { afterAll, expect, test } from "vitest";
import { openApiDocument } from "../../../contracts/openapi/document.ts";
import { readConfig } from "../../../platform/config.ts";
import { serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { documentationRoutes } from "./routes.ts";

const config = readConfig({});
const build = { name: "airlog", version: "1.2.3", commit: "unknown", built: "unknown" };
const document = openApiDocument({ ...config, version: build.version });
const base = await serveRoutes(afterAll, documentationRoutes(build, document, unlimitedRead), config);

test("the OpenAPI description is served, and can be revalidated", async () => {
  const response = await fetch(`${base}/openapi.json`);
  expect(await response.json()).toMatchObject({ openapi: "3.1.0", info: { version: "1.2.3" } });
  const headers = { "If-None-Match": response.headers.get("ETag") ?? "" };
  expect((await fetch(`${base}/openapi.json`, { headers })).status).toBe(304);
});

test("the OpenAPI description is compressed once, under a tag of its own", async () => {
  const of = (encoding: string) => fetch(`${base}/openapi.json`, { headers: { "Accept-Encoding": encoding } });
  const [plain, packed] = [await of("identity"), await of("br")];
  expect(packed.headers.get("Content-Encoding")).toBe("br");
  expect(packed.headers.get("ETag")).toBe(plain.headers.get("ETag")?.replace(/"$/, '-br"'));
  expect(await packed.text()).toBe(await plain.text());
});
