import { Html } from "../../../platform/http/pages/html.ts";
import type { Catalogue, Dataset, Distribution, Variable } from "./dataset.ts";
import type { Organisation, Party } from "./parties.ts";
import type { Extent, Place } from "./place.ts";
import { shortened } from "./text.ts";

const CONTEXT = "https://schema.org/";

/** The longest description that search engines for datasets take. */
const MAX_DESCRIPTION_LENGTH = 5000;

/** A document of JSON-LD, or a part of one; members without a value are left out when it is written. */
export interface JsonLd {
  readonly [member: string]: JsonLdValue | undefined;
}

type JsonLdValue = string | number | boolean | JsonLd | readonly (string | JsonLd)[];

/** The dataset as a `Dataset` of schema.org. */
export function schemaOrgDataset(dataset: Dataset): JsonLd {
  const { publisher, catalogue, period, place, restricted } = dataset;
  return {
    "@context": CONTEXT,
    "@type": "Dataset",
    "@id": dataset.address,
    url: dataset.address,
    name: dataset.title,
    description: shortened(dataset.description, MAX_DESCRIPTION_LENGTH),
    identifier: identifierOf(dataset),
    sameAs: dataset.pidAddress,
    version: dataset.version,
    keywords: dataset.keywords,
    datePublished: dataset.published,
    dateModified: dataset.revised,
    creator: dataset.creators.map(partyOf),
    publisher: organisationOf(publisher),
    creditText: dataset.citation,
    license: dataset.licence,
    // That an access is restricted does not mean that it costs.
    isAccessibleForFree: restricted === false ? true : undefined,
    conditionsOfAccess: listOf(dataset.accessConditions),
    variableMeasured: listOf(dataset.variables.map(variableOf)),
    measurementTechnique: listOf(dataset.instruments),
    temporalCoverage: period && `${period.begin}/${period.end}`,
    spatialCoverage: place && placeOf(place),
    distribution: listOf(dataset.distributions.map(distributionOf)),
    includedInDataCatalog: {
      "@type": "DataCatalog",
      "@id": catalogue.address,
      url: catalogue.address,
      name: catalogue.name,
    },
  };
}

/** The catalogue as a `DataCatalog` of schema.org. */
export function schemaOrgCatalogue({ address, name, operator }: Catalogue): JsonLd {
  return {
    "@context": CONTEXT,
    "@type": "DataCatalog",
    "@id": address,
    url: address,
    name,
    publisher: { "@type": "Organization", name: operator },
  };
}

/** The document as a page holds it. Without `<` in it, no text can end the element. */
export function jsonLdElement(document: JsonLd): Html {
  return new Html(`<script type="application/ld+json">${JSON.stringify(document).replaceAll("<", "\\u003c")}</script>`);
}

/** An empty list says nothing. */
function listOf<Item extends string | JsonLd>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}

function identifierOf({ pid, pidType, doi, pidAddress }: Dataset): JsonLd {
  return {
    "@type": "PropertyValue",
    propertyID: doi === undefined ? pidType : "https://registry.identifiers.org/registry/doi",
    value: doi === undefined ? pid : `doi:${doi}`,
    url: pidAddress,
  };
}

function partyOf(party: Party): JsonLd {
  if (party.kind === "organisation") return organisationOf(party);
  const { firstName, lastName, name, orcid, affiliation } = party;
  return {
    "@type": "Person",
    "@id": orcid,
    name,
    givenName: firstName,
    familyName: lastName,
    affiliation: affiliation && organisationOf(affiliation),
  };
}

/** Its PID is no `@id`: what a provider sends must not add to what is said of another thing. */
function organisationOf({ name, address }: Organisation): JsonLd {
  return { "@type": "Organization", name, identifier: address };
}

function variableOf({ name, unit }: Variable): JsonLd {
  return { "@type": "PropertyValue", name, unitText: unit };
}

function placeOf({ name, country, extent }: Place): JsonLd {
  const address = country === undefined ? undefined : { "@type": "PostalAddress", addressCountry: country };
  return { "@type": "Place", name, address, geo: extent && geoOf(extent) };
}

function geoOf(extent: Extent): JsonLd {
  if (extent.kind === "point") {
    const { latitude, longitude, altitude } = extent;
    return { "@type": "GeoCoordinates", latitude, longitude, elevation: altitude };
  }
  const { south, west, north, east } = extent;
  return { "@type": "GeoShape", box: `${south} ${west} ${north} ${east}` };
}

function distributionOf({ address, format, protocol, bytes }: Distribution): JsonLd {
  return {
    "@type": "DataDownload",
    contentUrl: address,
    encodingFormat: format,
    description: protocol,
    contentSize: bytes === undefined ? undefined : `${bytes} B`,
  };
}
