import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import jsonld from "jsonld";
import type { RemoteDocument } from "jsonld/jsonld-spec.js";
import { Parser, Store } from "n3";
import Validator from "rdf-validate-shacl";
import { beforeAll, describe, expect, test } from "vitest";
import { demoFacilities, demoRecord } from "../../cli/demo/catalogue.ts";
import { Metadata } from "../../contracts/metadata.ts";
import { servedRecord } from "../../contracts/routes/examples.ts";
import { type JsonLd, schemaOrgCatalogue, schemaOrgDataset } from "../../services/query/dataset/schema-org.ts";
import { record } from "../records.ts";
import { anyRecord } from "./any-record.ts";
import { address, catalogue, dataset } from "./datasets.ts";

/** Has `schema-org/` with shapes of SHACL and the context of schema.org. */
const folder = process.env["SCHEMAS_FOLDER"];
if (folder === undefined)
  process.stderr.write("skipped: JSON-LD against SHACL shapes, since SCHEMAS_FOLDER is not set\n");

/** Shapes that are not in the folder, and that these do without. */
const IMPORTS = "http://www.w3.org/2002/07/owl#imports";

const schema = (name: string) => `http://schema.org/${name}`;

describe.skipIf(folder === undefined)("JSON-LD of schema.org", () => {
  const shapes = ["soso_common_v1.2.3.ttl", "googleRequired.ttl"];
  const validators: Validator[] = [];
  let context: RemoteDocument["document"];
  const read = (name: string) => readFile(join(folder ?? "", "schema-org", name), "utf8");

  beforeAll(async () => {
    context = JSON.parse(await read("schemaorgcontext.jsonld"));
    for (const name of shapes) {
      const quads = new Parser().parse(await read(name));
      validators.push(new Validator(new Store(quads.filter(({ predicate }) => predicate.value !== IMPORTS))));
    }
  });

  async function graphOf(document: JsonLd): Promise<Store> {
    const documentLoader = async (url: string) => {
      if (url !== "https://schema.org/") throw new Error(`${url} is not there`);
      return { contextUrl: undefined, documentUrl: url, document: context };
    };
    const text = await jsonld.toRDF(JSON.parse(JSON.stringify(document)), {
      documentLoader,
      format: "application/n-quads",
    });
    return new Store(new Parser().parse(String(text)));
  }

  /** What the shapes find, less what they only recommend. */
  async function violationsIn(graph: Store): Promise<string[]> {
    const reports = await Promise.all(validators.map((validator) => validator.validate(graph)));
    return reports
      .flatMap(({ results }) => results)
      .filter(({ severity }) => severity?.value !== "http://www.w3.org/ns/shacl#Warning")
      .map(({ path, message }) => `${path?.value}: ${message.map(({ value }) => value).join()}`);
  }

  const facilities = demoFacilities(20);
  const served = (index: number): Metadata => {
    const made = demoRecord(index, facilities);
    return { ...made, facility: facilities.find(({ identifier }) => identifier === made.facility?.identifier) };
  };

  test.each<readonly [string, Metadata]>([
    ["the example", Metadata.parse(servedRecord)],
    ["the smallest record", record("7", { variables: [], usage_information: { citation: "" } })],
    ...Array.from({ length: 15 }, (_, index) => [`demo record ${index}`, served(index)] as const),
  ])("%s conforms to the shapes of science-on-schema.org and Google", async (_name, given) => {
    const graph = await graphOf(schemaOrgDataset(dataset(given)));
    expect(await violationsIn(graph)).toEqual([]);
    expect(graph.countQuads(address, schema("name"), null, null)).toBe(1);
  });

  test("any record that is accepted conforms", async () => {
    await fc.assert(
      fc.asyncProperty(anyRecord, async (any) => {
        const graph = await graphOf(schemaOrgDataset(dataset(any)));
        expect(await violationsIn(graph)).toEqual([]);
        expect(graph.countQuads(address, schema("url"), address, null)).toBe(1);
      }),
      { numRuns: 30 },
    );
  });

  test("what lacks what is demanded does not conform", async () => {
    const whole = schemaOrgDataset(dataset(record("7")));
    const violations = await violationsIn(await graphOf({ ...whole, version: undefined, description: "too short" }));
    expect(violations.map((each) => each.split(": ")[0]).sort()).toEqual([schema("description"), schema("version")]);
  });

  test("addresses are resources, and places, licence and files are where they are looked for", async () => {
    const graph = await graphOf(schemaOrgDataset(dataset(Metadata.parse(servedRecord))));
    const objectsOf = (name: string) =>
      graph.getObjects(null, schema(name), null).map(({ termType, value }) => [termType, value]);
    expect(objectsOf("license")).toEqual([["NamedNode", "https://spdx.org/licenses/CC-BY-4.0"]]);
    expect(objectsOf("contentUrl")).toEqual([["NamedNode", "https://data.example.org/20240501_juelich_radar.nc"]]);
    expect(objectsOf("latitude").map(([, value]) => Number(value))).toEqual([50.9089]);
  });

  test("the catalogue is one, with its name and address", async () => {
    const graph = await graphOf(schemaOrgCatalogue(catalogue));
    const type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
    expect(graph.countQuads(catalogue.address, type, schema("DataCatalog"), null)).toBe(1);
    expect(graph.countQuads(catalogue.address, schema("url"), catalogue.address, null)).toBe(1);
    expect(graph.getObjects(catalogue.address, schema("name"), null).map(({ value }) => value)).toEqual(["Air data"]);
  });
});
