import { resolve } from "node:path";
import openapiTypescript, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { type OpenApiDocument, openApiDocument } from "./document.ts";

/** The description as programs need it: without what is answered by pages only. */
function forPrograms(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).filter(([, item]) =>
    Object.values(item).some(({ responses }) => Object.keys(responses["200"]?.content ?? {}).join() !== "text/html"),
  );
  return { ...document, paths: Object.fromEntries(paths) };
}

const SETTINGS = {
  version: "any",
  operator: undefined,
  termsUrl: undefined,
  dataLicence: undefined,
  limits: { body: 64 * 1024 ** 2, batch: 10_000, page: 10_000 },
};

test("the types of the client are those of the description; `npm run client` writes them", async () => {
  const document = openApiDocument(SETTINGS);
  const types = astToString(await openapiTypescript(JSON.stringify(forPrograms(document))));
  const note = "// Made from the OpenAPI description by `npm run client`.\n\n";
  await expect(note + types).toMatchFileSnapshot(resolve("clients/typescript/src/openapi.ts"));
});
