import fc from "fast-check";
import { expect, test } from "vitest";
import { Metadata } from "../../../contracts/metadata.ts";
import { servedRecord } from "../../../contracts/routes/examples.ts";
import { anyRecord } from "../../../test/dataset/any-record.ts";
import { address, catalogue, dataset } from "../../../test/dataset/datasets.ts";
import { record } from "../../../test/records.ts";
import { jsonLdElement, schemaOrgCatalogue, schemaOrgDataset } from "./schema-org.ts";

const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("a dataset with all parts", () => {
  expect(written(schemaOrgDataset(dataset(Metadata.parse(servedRecord))))).toEqual({
    "@context": "https://schema.org/",
    "@type": "Dataset",
    "@id": address,
    url: address,
    name: "Cloud radar reflectivity from Jülich on 1 May 2024",
    description: "Vertical profiles of radar reflectivity, one every 30 seconds.",
    identifier: {
      "@type": "PropertyValue",
      propertyID: "ePIC",
      value: "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
      url: "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
    },
    sameAs: "https://hdl.handle.net/21.12132/1.0a1b2c3d4e5f6071",
    version: "1",
    keywords: ["radar equivalent reflectivity factor", "cloud phase", "cloud radar", "CLOUDNET"],
    datePublished: "2024-05-02T06:12:40Z",
    dateModified: "2024-05-02T06:12:40Z",
    creator: [{ "@type": "Person", name: "Ada Example", givenName: "Ada", familyName: "Example" }],
    publisher: { "@type": "Organization", name: "Cloud remote sensing data centre" },
    creditText: "Example, A. (2024): Cloud radar reflectivity, Jülich.",
    license: "https://spdx.org/licenses/CC-BY-4.0",
    isAccessibleForFree: true,
    variableMeasured: [{ "@type": "PropertyValue", name: "radar equivalent reflectivity factor" }],
    measurementTechnique: ["cloud radar"],
    temporalCoverage: "2024-05-01T00:00:00Z/2024-05-01T23:59:59Z",
    spatialCoverage: {
      "@type": "Place",
      name: "Jülich",
      address: { "@type": "PostalAddress", addressCountry: "DE" },
      geo: { "@type": "GeoCoordinates", latitude: 50.9089, longitude: 6.4131, elevation: 111 },
    },
    distribution: [
      {
        "@type": "DataDownload",
        contentUrl: "https://data.example.org/20240501_juelich_radar.nc",
        encodingFormat: "HDF5 (NetCDF4)",
        description: "HTTP",
        contentSize: "18203511 B",
      },
    ],
    includedInDataCatalog: {
      "@type": "DataCatalog",
      "@id": "https://data.example.org/",
      url: "https://data.example.org/",
      name: "Air data",
    },
  });
});

test("what a record does not say is left out", () => {
  const smallest = record("7", { variables: [], usage_information: { citation: "" } });
  expect(Object.keys(written(schemaOrgDataset(dataset(smallest))) as object).sort()).toEqual(
    [
      ...["@context", "@id", "@type", "creator", "dateModified", "datePublished", "description", "identifier"],
      ...["includedInDataCatalog", "keywords", "name", "publisher", "url", "version"],
    ].sort(),
  );
});

test("a DOI, an ORCID, a box and a restriction", () => {
  const { identification } = record("https://doi.org/10.48597/RTXS-U8P8");
  const person = {
    last_name: "Example",
    orcid: "0000-0002-1825-0097",
    affiliation: { name: "I", pid: "https://ror.org/1" },
  };
  const given = record("https://doi.org/10.48597/RTXS-U8P8", {
    identification: { ...identification, roles: [{ role_code: ["author"], person }] },
    spatial_extent: {
      type: "LineString",
      coordinates: [
        [-5.5, 50],
        [6, 60.25],
      ],
    },
    distribution_information: [{ access_restriction: { restricted: true, description: "on request" } }],
  });
  const document = written(schemaOrgDataset(dataset(given)));
  expect(document).toMatchObject({
    identifier: {
      propertyID: "https://registry.identifiers.org/registry/doi",
      value: "doi:10.48597/RTXS-U8P8",
      url: "https://doi.org/10.48597/RTXS-U8P8",
    },
    creator: [
      {
        "@id": "https://orcid.org/0000-0002-1825-0097",
        affiliation: { "@type": "Organization", name: "I", identifier: "https://ror.org/1" },
      },
    ],
    spatialCoverage: { geo: { "@type": "GeoShape", box: "50 -5.5 60.25 6" } },
    conditionsOfAccess: ["on request"],
  });
  expect(document).not.toHaveProperty("isAccessibleForFree");
});

test("a long description is cut, a long title is not", () => {
  const identification = { ...record("7").identification, title: "x".repeat(100_000), abstract: "😀".repeat(50_000) };
  const { name, description } = schemaOrgDataset(dataset(record("7", { identification })));
  expect(name).toHaveLength(100_000);
  expect(description).toBe(`${"😀".repeat(2499)}…`);
});

test("a catalogue", () => {
  expect(schemaOrgCatalogue(catalogue)).toEqual({
    "@context": "https://schema.org/",
    "@type": "DataCatalog",
    "@id": "https://data.example.org/",
    url: "https://data.example.org/",
    name: "Air data",
    publisher: { "@type": "Organization", name: "Institute of Air" },
  });
});

test("no text of a record ends the element in a page, and each comes back as it was", () => {
  fc.assert(
    fc.property(anyRecord, (any) => {
      const document = schemaOrgDataset(dataset(any));
      const [, content = ""] =
        /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(jsonLdElement(document).text) ?? [];
      expect(JSON.parse(content)).toEqual(written(document));
    }),
  );
});
