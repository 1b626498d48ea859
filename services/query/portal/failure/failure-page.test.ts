import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../../platform/config.ts";
import { type HttpProblem, problem } from "../../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import { exchange } from "../../../../test/exchange.ts";
import * as publisher from "../../../../test/portal/publisher.ts";
import { routeAt, serveRoutes } from "../../../../test/serve-routes.ts";
import { failurePageSender } from "./send-failure.ts";

const BROWSER = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

const host = { ...publisher.host, operator: "Institute <A&B>" };
const { identity } = publisher;

let failure: HttpProblem | Error;
const fail = () => {
  throw failure;
};

const page = (path: string): ServedRoute => {
  const { declaration, handlers } = routeAt(path, fail);
  return { declaration: { ...declaration, failures: "page" }, handlers };
};

const base = await serveRoutes(
  afterAll,
  [page("/"), page("/records/{slug}")],
  readConfig({}),
  failurePageSender(host, identity),
);

/** The answer when the page fails so. */
function failed(by: HttpProblem | Error, path = "/records/one", headers: Record<string, string> = {}) {
  failure = by;
  return fetch(base + path, { headers: { ...BROWSER, ...headers } });
}

test("a failure stands in the portal's frame, and says what was asked, what went wrong and what to do", async () => {
  const response = await failed(problem("record-unknown", "There is no record one."), "/records/one?x=1");
  expect([response.status, response.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(response.headers.get("Vary")).toMatch(/Accept\b.*Accept-Language/);
  const text = await response.text();
  expect(text.match(/<h1>/g)).toHaveLength(1);
  expect(text).toContain("Institute &lt;A&amp;B>");
  expect(text).toContain("<h1>There is no such dataset</h1>");
  expect(text).toContain("/records/one?x=1");
  expect(text).toContain("There is no record one.");
  expect(text).toContain('<input type="search" name="q"');
  expect(text).toContain('href="/docs/problems#record-unknown"');
  expect(text).toContain('<meta name="robots" content="noindex">');
});

test.each(["/\\", "/\\/", "/\\data.example.org/x", "/\\\\[?x=1"])(
  "a failure at %s, which would be no path of this host, is a page too",
  async (path) => {
    const { status, bytes } = await exchange(base, "GET", path, { headers: BROWSER });
    expect(status).toBe(404);
    const text = bytes.toString();
    expect(text).toContain("<h1>There is nothing at this address</h1>");
    expect(text).toMatch(/class="other-language" href="\/(?![/\\])[^"]*lang=no"/);
  },
);

test.each([
  ["?lang=no", "en", "nb", "Datasettet finnes ikke"],
  ["?lang=en", "nb", "en", "There is no such dataset"],
  ["?lang=de", "nn", "nb", "Datasettet finnes ikke"],
])("with %s for Accept-Language: %s it is written in %s", async (query, accepted, tag, title) => {
  const response = await failed(problem("record-unknown", "None."), `/records/one${query}`, {
    "Accept-Language": accepted,
  });
  const text = await response.text();
  expect(text).toContain(`<html lang="${tag}">`);
  expect(text).toContain(`<h1>${title}</h1>`);
});

test.each([
  ["route-unknown", 404, "There is nothing at this address", undefined],
  ["facility-deleted", 410, "This facility was deleted", "/facilities"],
  ["station-unknown", 404, "There is no such station", "/air"],
] as const)("%s (%i) is headed “%s”, and leads to others of the kind: %s", async (code, status, title, others) => {
  const response = await failed(problem(code, "None."));
  expect(response.status).toBe(status);
  const text = await response.text();
  expect(text).toContain(`<h1>${title}</h1>`);
  const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
  const links = [...main.matchAll(/href="(\/[a-z]+)"/g)].map(([, path]) => path);
  expect(links).toEqual(others === undefined ? [] : [others]);
});

test("in another language the failure is explained in that, and its English details are marked as such", async () => {
  const errors = [{ path: "page", message: "must be a number" }];
  const by = problem("parameter-invalid", "A parameter does not fit.", { errors });
  const text = await (await failed(by, "/records/one?lang=no")).text();
  expect(text).toContain("<h1>Adressen kan ikke leses</h1>");
  expect(text).toMatch(/<p>En parameter er ugyldig<\/p><div lang="en">.*A parameter does not fit\..*must be a number/s);
  expect(text).toContain('<meta name="description" content="\u2068En parameter er ugyldig\u2069">');
  const english = await (await failed(by, "/records/one?lang=en")).text();
  expect(english).toContain('content="\u2068A parameter does not fit.\u2069"');
});

test("a failure of a rare kind is headed by what its code means, in the reader's language", async () => {
  const by = problem("method-not-allowed", "No.");
  expect(await (await failed(by, "/records/one?lang=no")).text()).toContain(
    "<h1>Adressen tillater ikke denne metoden</h1>",
  );
  expect(await (await failed(by)).text()).toContain("<h1>The route does not allow this method</h1>");
});

describe("a failure shows what its problem has besides:", () => {
  test("the time of a deletion", async () => {
    const members = { deleted: "2026-11-26T20:00:00Z" };
    const response = await failed(problem("record-deleted", "It was deleted.", { members }));
    expect(response.status).toBe(410);
    expect(await response.text()).toContain(
      '<time datetime="2026-11-26T20:00:00Z">26 November 2026 at 20:00 UTC</time>',
    );
  });

  test("what does not fit in a parameter", async () => {
    const errors = [{ path: "page", message: "must be a number" }];
    const response = await failed(problem("parameter-invalid", "A parameter does not fit.", { errors }));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("must be a number");
    const same = await (await failed(problem("parameter-invalid", "page must be a number.", { errors }))).text();
    expect(same.slice(same.indexOf("<main")).match(/must be a number/g)).toHaveLength(1);
  });

  test("the forms that there are, as links", async () => {
    const members = { available: [{ format: "ris", type: "application/x-research-info-systems" }] };
    const text = await (
      await failed(problem("representation-unknown", "None.", { members }), "/records/one?lang=en")
    ).text();
    expect(text).toContain('href="/records/one?lang=en&amp;format=ris">RIS</a>');
  });

  test("the names that there are, as links", async () => {
    const members = { existing: [{ name: "Mo i <b>Rana", path: "/air?area=Mo+i+Rana" }] };
    const text = await (await failed(problem("area-unknown", "None.", { members }), "/?lang=no")).text();
    expect(text).toContain("Velg et av områdene som finnes:");
    expect(text).toContain('<a href="/air?area=Mo+i+Rana&amp;lang=no"><bdi class="text">Mo i &lt;b>Rana</bdi></a>');
  });

  test("how far a view is, and when to try again", async () => {
    const members = { building: [{ view: "catalogue", version: 2, done: 0.257 }] };
    const by = problem("view-building", "It is being built.", { members, headers: { "Retry-After": "30" } });
    const text = await (await failed(by)).text();
    expect(text).toContain("catalogue 25 %");
    expect(text).toContain("30 s");
  });

  test("the request's name in the log", async () => {
    const response = await failed(new Error("secret"));
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain(response.headers.get("X-Correlation-ID"));
    expect(text).not.toContain("secret");
  });
});

test.each([
  ["a script", "/<script>alert(1)</script>"],
  ["no path", "//"],
  ["a host", "//x//["],
  ["text from right to left", "/\u202Eabc"],
  ["a broken encoding", "/records/%E0%A4%A"],
  ["9,000 characters", `/${"x".repeat(9_000)}`],
])("an address with %s is shown as text", async (_what, path) => {
  const response = await failed(problem("record-unknown", `There is no ${path}.`), `${path}?lang=<b>&q="'`);
  expect(response.status).toBeLessThan(500);
  const text = await response.text();
  expect(text.replace(/<bdi class="text">.*?<\/bdi>/gs, "").replace(/\u2068.*?\u2069/gs, "")).not.toContain("\u202E");
  expect(text).not.toMatch(/<script>|<b>/);
  expect(text.length).toBeLessThan(40_000);
});

test("the page of what was deleted leads to its history", async () => {
  const members = { deleted: "2024-05-01T12:00:00Z", history: "/records/one?page=1" };
  const text = await (
    await failed(problem("record-deleted", "It was deleted.", { members }), "/records/one?lang=no")
  ).text();
  expect(text).toContain('<a href="/records/one?page=1&amp;lang=no">Se historikken</a>');
});
