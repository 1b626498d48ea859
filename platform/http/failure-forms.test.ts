import { expect, onTestFinished, test } from "vitest";
import type { FailureForm } from "../../contracts/routes/route.ts";
import { routeAt, serveRoutes } from "../../test/serve-routes.ts";
import { problem } from "./problem.ts";
import type { ServedRoute } from "./route.ts";

const failing = (path: string, failures?: FailureForm): ServedRoute => {
  const { declaration, handlers } = routeAt(path, () => {
    throw problem("record-unknown", "There is no such record.");
  });
  return { declaration: { ...declaration, ...(failures && { failures }) }, handlers };
};

/** Failing routes, requested as a browser does or with another `Accept`. */
async function failingRoutes() {
  const routes = [
    failing("/", "page"),
    failing("/records/{slug}", "page"),
    failing("/records/list"),
    failing("/records/{slug}/linkset"),
    failing("/api/version"),
  ];
  const base = await serveRoutes(onTestFinished, routes);
  return (path: string, accept = "text/html") => fetch(`${base}${path}`, { headers: { Accept: accept } });
}

test.each([
  ["a page", "/", "text/html"],
  ["a page with a parameter, in any case", "/Records/one", "text/html"],
  ["a wrong path below a page", "/records/one/two", "text/html"],
  ["a path whose encoding is broken, at a page", "/records/%E0%A4%A", "text/html"],
  ["a route of the interface beside a page", "/records/list", "application/problem+json"],
  ["a route of the interface below a page", "/records/one/linkset", "application/problem+json"],
  ["a wrong path below that", "/records/one/linkset/more", "application/problem+json"],
  ["a wrong path that begins as the interface does", "/API/nothing", "application/problem+json"],
  ["a wrong path that begins as no route does", "/nothing", "text/html"],
])("%s fails as its route declares", async (_what, path, type) => {
  const ask = await failingRoutes();
  expect((await ask(path)).headers.get("Content-Type")?.split(";")[0]).toBe(type);
});

test.each([
  ["anything, at a page", "/records/one", "*/*", "text/html"],
  ["HTML before problem documents, at a page", "/records/one", "text/html, application/json;q=0.5", "text/html"],
  [
    "problem documents before HTML, at a page",
    "/records/one",
    "application/problem+json, text/html;q=0.5",
    "application/problem+json",
  ],
  ["JSON, at a page", "/records/one", "application/json", "application/problem+json"],
  ["what no failure is, at a page", "/records/one", "text/turtle", "application/problem+json"],
  ["anything, where no route is", "/nothing", "*/*", "application/problem+json"],
])("who accepts %s gets the fitting form", async (_what, path, accept, type) => {
  const ask = await failingRoutes();
  expect((await ask(path, accept)).headers.get("Content-Type")?.split(";")[0]).toBe(type);
});

test("a page's failure has its status", async () => {
  const ask = await failingRoutes();
  expect((await ask("/records/one")).status).toBe(404);
});

test("the form of a page's failure depends on Accept, and Vary says so", async () => {
  const ask = await failingRoutes();
  expect((await ask("/records/one")).headers.get("Vary")).toMatch(/\bAccept\b(?!-)/);
  expect((await ask("/records/list")).headers.get("Vary")).not.toMatch(/\bAccept\b(?!-)/);
});
