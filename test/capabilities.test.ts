import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROUTES } from "../contracts/routes/all.ts";
import { VIEWS } from "../contracts/views.ts";

/** The files of `contracts/routes` that declare routes, without their ending, and the folders with such files. */
const capabilities: string[] = [];
for (const file of readdirSync("contracts/routes").filter((each) => !/^all\.|\.test\./.test(each))) {
  const name = file.replace(/\.ts$/, "");
  const module =
    name === file ? await import(`../contracts/routes/${name}/all.ts`) : await import(`../contracts/routes/${name}.ts`);
  const declared: unknown[] = Object.values(module).flat();
  if (ROUTES.some((route) => declared.includes(route))) capabilities.push(name);
}

const sources = ["services", "platform"]
  .flatMap((floor) => readdirSync(floor, { recursive: true, encoding: "utf8" }).map((name) => join(floor, name)))
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** Product files that import the declarations of a capability's routes. */
function importersOf(capability: string): readonly string[] {
  const declarations = [`contracts/routes/${capability}.ts"`, `contracts/routes/${capability}/`];
  return sources.filter(({ text }) => declarations.some((name) => text.includes(name))).map(({ path }) => path);
}

function foldersIn(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
}

describe("a capability has one name", () => {
  test.each(capabilities)("the routes of contracts/routes/%s.ts are served by code of the same name", (capability) => {
    // Pages name the routes that give programs what they show.
    const served = new RegExp(
      `^(services/(command|query)/${capability}/|services/query/portal/|platform/http/${capability}-routes\\.ts$)`,
    );
    const importers = importersOf(capability);
    expect(importers).not.toEqual([]);
    expect(importers.filter((path) => !served.test(path))).toEqual([]);
  });

  test.each(["command", "query"])(
    "a folder of services/%s that serves routes has the name of a capability",
    (service) => {
      const folder = `services/${service}`;
      const serving = foldersIn(folder).filter((name) => readdirSync(join(folder, name)).includes("routes.ts"));
      expect(serving).not.toEqual([]);
      expect(serving.filter((name) => !capabilities.includes(name))).toEqual([]);
    },
  );

  test("a view has one name where it is declared and where it is built", () => {
    const names = Object.keys(VIEWS).sort();
    const declarations = readdirSync("contracts/views").map((name) => name.replace(/\.ts$/, ""));
    expect(declarations.filter((name) => name !== "declaration").sort()).toEqual(names);
    expect(foldersIn("services/projector/views")).toEqual(names);
  });
});
