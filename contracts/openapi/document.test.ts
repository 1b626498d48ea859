import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { z } from "zod";
import { PROBLEMS } from "../problem.ts";
import { ROUTES } from "../routes/all.ts";
import { problemsOf } from "../routes/route.ts";
import { type OpenApiOperation, openApiDocument } from "./document.ts";

const document = openApiDocument({
  version: "1.2.3",
  operator: "Example Institute",
  termsUrl: "https://example.org/terms",
  dataLicence: "CC-BY-4.0",
  limits: { body: 64 * 1024 ** 2, batch: 10_000, page: 10_000 },
});

function validator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...document }, "openapi");
  return ajv;
}

/** Every object below, with its path. */
function* nodes(value: unknown, path: string): Generator<readonly [string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, { ...value }];
  for (const [name, member] of Object.entries(value)) {
    yield* nodes(member, `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

function resolve(pointer: string): unknown {
  return pointer
    .slice(2)
    .split("/")
    .reduce<unknown>((value, name) => {
      const member = name.replaceAll("~1", "/").replaceAll("~0", "~");
      return typeof value === "object" && value !== null ? Reflect.get(value, member) : undefined;
    }, document);
}

const operations: (readonly [string, OpenApiOperation])[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation] as const),
);

test("every reference leads somewhere", () => {
  const references = [...nodes(document, "")].flatMap(([path, node]) =>
    typeof node["$ref"] === "string" ? [[path, node["$ref"]] as const] : [],
  );
  expect(references.length).toBeGreaterThan(50);
  expect(references.filter(([, target]) => resolve(target) === undefined)).toEqual([]);
});

test("the description follows the rules that Redocly recommends", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  expect(found.map(({ ruleId, message, location: [first] }) => `${ruleId}: ${message} ${first?.pointer}`)).toEqual([]);
});

test("every schema is JSON Schema 2020-12", () => {
  const ajv = validator();
  const schemas = [...nodes(document.paths, "#/paths"), ...nodes(document.components, "#/components")]
    .filter(([path]) => path.endsWith("/schema") || /^#\/components\/schemas\/\w+$/.test(path))
    .map(([path, schema]) => [path, schema] as const);
  expect(schemas.length).toBeGreaterThan(60);
  for (const [path, schema] of schemas) expect(ajv.validateSchema(schema), path).toBe(true);
});

const Examples = z.record(z.string(), z.object({ value: z.unknown() })).optional();

test("every example of a body or an answer fits its schema", () => {
  const ajv = validator();
  let checked = 0;
  for (const [path, node] of nodes(document.paths, "openapi#/paths")) {
    if (!("schema" in node)) continue;
    const examples = Examples.parse(node["examples"]);
    const values = [
      ...("example" in node ? [node["example"]] : []),
      ...Object.values(examples ?? {}).map(({ value }) => value),
    ];
    for (const value of values) {
      checked++;
      expect(ajv.validate(`${path}/schema`, value), `${path}: ${ajv.errorsText()}`).toBe(true);
    }
  }
  expect(checked).toBeGreaterThan(15);
});

test("every operation has a name of its own, a summary, and an answer for success", () => {
  const names = operations.map(([, operation]) => operation.operationId);
  expect(new Set(names).size).toBe(ROUTES.length);
  for (const [route, operation] of operations) {
    expect(operation["summary"], route).toMatch(/\S/);
    expect(
      Object.keys(operation.responses).some((status) => /^2\d\d$/.test(status)),
      route,
    ).toBe(true);
  }
});

test("every parameter of a path is described, and every described one is in the path", () => {
  for (const route of ROUTES) {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const described = Object.entries(route.parameters ?? {}).filter(([, parameter]) => parameter.in === "path");
    expect(
      described.map(([name]) => name),
      route.path,
    ).toEqual(inPath);
  }
});

test("every parameter that is needed has an example", () => {
  for (const [route, { parameters = [] }] of operations) {
    const needed = parameters.flatMap((parameter) => ("name" in parameter && parameter.required ? parameter : []));
    for (const { name, example } of needed) expect(example, `${name} of ${route}`).toBeDefined();
  }
});

test("every problem belongs to a route, except those that precede routing", () => {
  const described = new Set<string>(ROUTES.flatMap(problemsOf));
  const undescribed = Object.keys(PROBLEMS).filter((code) => !described.has(code));
  expect(undescribed).toEqual(["method-not-allowed", "expectation-failed", "service-unavailable"]);
});

test("protected routes ask for a token and name their roles", () => {
  const add = document.paths["/api/provider/metadata/add"]?.["post"];
  expect(add?.["security"]).toEqual([{ token: [] }]);
  expect(add?.["x-roles"]).toEqual(["metadata_provider"]);
  expect(document.paths["/api/metadata/search"]?.["post"]?.["security"]).toBeUndefined();
});

test("the terms of use name the operator and the licence, and say that data may be combined and not modified", () => {
  expect(document.info["description"]).toMatch(
    /Terms of use.*may be combined.*may not be modified.*credits Example Institute.*licence of values is CC-BY-4\.0\./s,
  );
  expect(document.info["termsOfService"]).toBe("https://example.org/terms");
});

test("a record with a malformed geometry does not fit, one with an extent of another type does", () => {
  const ajv = validator();
  const fits = (extent: unknown) => ajv.validate("openapi#/components/schemas/SpatialExtent", extent);
  expect(fits({ type: "Point", coordinates: [6.4, 50.9] })).toBe(true);
  expect(fits({ type: "Point", coordinates: "6.4 50.9" })).toBe(false);
  expect(fits({ type: "Grid", coordinates: "6.4 50.9" })).toBe(true);
});
