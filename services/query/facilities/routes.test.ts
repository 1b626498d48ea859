import { get, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeEach, expect, test } from "vitest";
import { serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { FacilityList } from "./facility-list.ts";
import { facilityRoutes } from "./routes.ts";

const documents = ["0lym", "56kt", "a/b c"].map((identifier) => ({
  identifier,
  document: JSON.stringify({ identifier, name: "Jülich ".repeat(100) }),
}));
const all = `[${documents.map(({ document }) => document).join(",")}]`;

let list: FacilityList;

const base = await serveRoutes(
  afterAll,
  facilityRoutes(
    () => list,
    async () => undefined,
    unlimitedRead,
  ),
);
beforeEach(() => {
  list = new FacilityList(documents);
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** Without the decompression that fetch does on its own. */
function read(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(`${base}${path}`, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) });
    }).on("error", reject);
  });
}

test("the whole list comes in its order, with a strong tag", async () => {
  const { status, headers, body } = await read("/api/facilities");
  expect(status).toBe(200);
  expect(body.toString()).toBe(all);
  expect(headers["content-type"]).toMatch(/^application\/json/);
  expect(headers.etag).toMatch(/^"[^"]+"$/);
  expect(headers["cache-control"]).toContain("max-age=0, must-revalidate");
  expect(headers.vary).toContain("Accept-Encoding");
});

test("compressed lists hold the same and have tags of their own", async () => {
  const plain = await read("/api/facilities");
  const br = await read("/api/facilities", { "Accept-Encoding": "gzip;q=0.5, br" });
  const gzip = await read("/api/facilities", { "Accept-Encoding": "gzip" });
  expect(br.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(br.body).toString()).toBe(all);
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.body).toString()).toBe(all);
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
});

test("deflate is not offered, so its readers get the plain list under its tag", async () => {
  const { headers, body } = await read("/api/facilities", { "Accept-Encoding": "deflate" });
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.toString()).toBe(all);
});

test.each(["identity", "gzip", "br"])("a client that has the list (%s) gets 304 until it changes", async (encoding) => {
  const { headers } = await read("/api/facilities", { "Accept-Encoding": encoding });
  const again = { "Accept-Encoding": encoding, "If-None-Match": `"other", ${headers.etag}` };
  const unchanged = await read("/api/facilities", again);
  expect(unchanged.status).toBe(304);
  expect(unchanged.body).toHaveLength(0);
  expect(unchanged.headers.etag).toBe(headers.etag);

  list = new FacilityList(documents.slice(1));
  expect((await read("/api/facilities", again)).status).toBe(200);
});

test("an empty registry is an empty array", async () => {
  list = new FacilityList([]);
  expect((await read("/api/facilities")).body.toString()).toBe("[]");
});

test("one facility comes by its identifier, percent-encoded where need be, and can be revalidated", async () => {
  const { status, headers, body } = await read("/api/facilities/a%2Fb%20c");
  expect(status).toBe(200);
  expect(JSON.parse(body.toString())).toMatchObject({ identifier: "a/b c" });
  const again = await read("/api/facilities/a%2Fb%20c", { "If-None-Match": String(headers.etag) });
  expect(again.status).toBe(304);
});

test("an unknown facility is a problem", async () => {
  const { status, headers, body } = await read("/api/facilities/__proto__");
  expect(status).toBe(404);
  expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
  expect(JSON.parse(body.toString())).toMatchObject({
    code: "facility-unknown",
    instance: "/api/facilities/__proto__",
  });
});
