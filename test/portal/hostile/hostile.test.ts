import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "../../../contracts/routes/all.ts";
import { portalRoutes } from "../../../contracts/routes/portal/all.ts";
import type { RouteDeclaration } from "../../../contracts/routes/route.ts";
import { slugOf } from "../../../contracts/slug.ts";
import { oneProcess, type System } from "../../end-to-end/system.ts";
import { parseXml } from "../../xml.ts";
import { type Answered, soundAnswer } from "./sound-page.ts";
import { addBare, addHostile, HOSTILE, type Things } from "./things.ts";

/** Everything that people and crawlers may ask of the portal, with the worst that providers send, and the worst in the URL. */

/** Where a route's page shows the things. @throws for a page that is not known here */
function addressOf({ path }: RouteDeclaration, { pid, facility, station }: Things): string {
  switch (path) {
    case "/records":
      return `/records?pid=${encodeURIComponent(pid)}`;
    case "/records/{slug}":
    case "/records/{slug}/linkset":
      return path.replace("{slug}", slugOf(pid));
    case "/facilities/{slug}":
      return path.replace("{slug}", slugOf(facility));
    case "/stations/{id}":
      return path.replace("{id}", String(station));
    case "/docs/{capability}":
      return "/docs/records";
    default:
      if (path.includes("{")) throw new Error(`this suite does not know what to ask of ${path}`);
      return path;
  }
}

/** The parameters with which a page has the most of the things, beside none. */
const FULL: Readonly<Record<string, readonly string[]>> = {
  "/records/{slug}": [
    "page=1",
    "compare=0,1",
    "at=2999-01-01T00:00:00Z",
    "format=bibtex",
    "format=ris",
    "format=jsonld",
  ],
  "/search": ["q=alert", "facet=variable", "sort=title", "lang=no"],
  "/air": ["lang=no"],
  "/stations/{id}": ["period=day", "period=year", "lang=no"],
};

const NOTHING: Things = { pid: "none", facility: "none", station: 1 };

/** Values of a parameter that no page may fail by. */
const VALUES = [
  "",
  " ",
  "\0",
  "a\0b",
  "x".repeat(6_000),
  "(".repeat(3_000),
  `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'><!--`,
  "\u2069\u202Eabc",
  "-1",
  "0",
  "1e309",
  "99999999999999999999",
  "NaN",
  "[]",
  "__proto__",
  "../../etc/passwd",
  "' or 1=1; --",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "2024-02-30",
  "180.000001,-90,1e3,x",
];

/** A parameter as it may be written in a query. */
function queriesOf(name: string): readonly string[] {
  return [
    ...VALUES.map((value) => `${name}=${encodeURIComponent(value)}`),
    name,
    `${name}[]=1&${name}[]=2`,
    `${name}${"[a]".repeat(500)}=1`,
    Array.from({ length: 500 }, (_, index) => `${name}=${index}`).join("&"),
    `${name}=%E0%A4%A&${name}=%`,
  ];
}

function expectReadable({ type, text }: Answered): void {
  if (/json$/.test(type)) JSON.parse(text);
  if (/xml$/.test(type)) parseXml(text);
}

let system: System;
beforeAll(async () => {
  system = await oneProcess.start();
}, 120_000);
afterAll(() => system.close());

const ask = async (path: string) => {
  const answer = await soundAnswer(system.queryUrl, path);
  expectReadable(answer);
  return answer;
};

test("every page is a route of the portal", () => {
  const pages = ROUTES.filter(({ failures }) => failures === "page").map(({ path }) => path);
  expect(portalRoutes.map(({ path }) => path)).toEqual(expect.arrayContaining(pages));
});

describe("an empty system", () => {
  test.each(portalRoutes.map((route) => [route.path, route] as const))(
    "has %s, or says that it is not there",
    async (path, route) => {
      const { status } = await ask(addressOf(route, NOTHING));
      const isOfThing = /^\/(records|stations\/|facilities\/)/.test(path);
      expect(status).toBe(isOfThing ? 404 : 200);
    },
  );
});

describe("what is stored", () => {
  const things = new Map<string, Things>();
  beforeAll(async () => {
    for (const [name, texts] of Object.entries(HOSTILE)) things.set(name, await addHostile(system, name, texts));
    things.set("nothing but what must be", await addBare(system));
  }, 120_000);

  describe.each(portalRoutes.map((route) => [route.path, route] as const))("on %s", (path, route) => {
    test.each([...Object.keys(HOSTILE), "nothing but what must be"])("with %s is shown as text", async (name) => {
      const address = addressOf(route, things.get(name) ?? NOTHING);
      for (const query of ["", ...(FULL[path] ?? [])]) {
        const { status } = await ask(query === "" ? address : `${address}${address.includes("?") ? "&" : "?"}${query}`);
        expect([query, status]).toEqual([query, 200]);
      }
    });

    test("is shown, or refused, whatever the query holds", async () => {
      const address = addressOf(route, things.get("scripts") ?? NOTHING);
      const { parameters = {} }: RouteDeclaration = route;
      const names = Object.keys(parameters).filter((name) => parameters[name]?.in === "query");
      for (const query of [...names, "unknown"].flatMap(queriesOf)) {
        const { status } = await ask(`${address.replace(/\?.*/, "")}?${query}`);
        expect([query.slice(0, 100), [200, 400, 404, 406, 410]]).toEqual([
          query.slice(0, 100),
          expect.arrayContaining([status]),
        ]);
      }
    });

    test.runIf(path.includes("{"))("is not found by what names nothing", async () => {
      for (const value of [...VALUES.map(encodeURIComponent), "%E0%A4%A", "%2e%2e%2f", "a%2Fb"]) {
        const { status } = await ask(path.replace(/\{\w+\}/, value));
        expect([value.slice(0, 100), [200, 400, 404, 406, 410]]).toEqual([
          value.slice(0, 100),
          expect.arrayContaining([status]),
        ]);
      }
    });
  });
});
