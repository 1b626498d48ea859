import { afterAll, expect, test } from "vitest";
import { asset } from "../../../platform/http/pages/asset.ts";
import { serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { assetRoutes } from "./routes.ts";

const style = asset("style.css", "text/css", "body { color: teal; }");
const base = await serveRoutes(afterAll, assetRoutes([style], unlimitedRead));

test("a file has an address by its content, and is kept for ever", async () => {
  expect(style.path).toMatch(/^\/assets\/style-[\da-f]{16}\.css$/);
  const response = await fetch(base + style.path);
  expect(response.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable, no-transform");
  expect(await response.text()).toBe(style.content);
});

test("a missing file is answered with a problem, and not kept", async () => {
  const response = await fetch(`${base}/assets/style-0000000000000000.css`, { headers: { Accept: "text/html" } });
  expect(await response.json()).toMatchObject({ status: 404, code: "route-unknown" });
  expect(response.headers.get("Cache-Control")).toBeNull();
});
