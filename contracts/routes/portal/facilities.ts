import { z } from "zod";
import { DeletedProblem } from "../../problem.ts";
import { slugOf } from "../../slug.ts";
import * as example from "../examples.ts";
import { inPath, inQuery, inQueryOr, text, wholeNumber } from "../parameter.ts";
import { declareRoute } from "../route.ts";
import { lang, language } from "./language.ts";

/** Facilities of a page. */
export const FACILITY_PAGE_SIZE = 200;

const shared = { method: "get", tag: "Facilities", access: "public", cached: true } as const;

const page = { status: 200, description: "A page for people.", schema: z.string(), mediaTypes: ["text/html"] } as const;

export const facilitiesPage = declareRoute({
  ...shared,
  path: "/facilities",
  id: "facilitiesPage",
  summary: "All facilities as a page",
  description: `A map, and a table ordered by name with ${FACILITY_PAGE_SIZE} facilities a page.`,
  reads: ["facilities"],
  failures: "page",
  parameters: {
    q: inQuery(text(), "A part of the name, identifier or country.", { example: "Jülich" }),
    page: inQueryOr(1, wholeNumber(100_000, 1), "The page of the table; the last one if there are fewer."),
    lang,
  },
  answers: [page],
});

export const facilityPoints = declareRoute({
  ...shared,
  path: "/facilities.geojson",
  id: "facilityPoints",
  summary: "Where all facilities are, with their names",
  description: "A point for each facility with a location, as maps draw them.",
  reads: ["facilities"],
  parameters: { lang: inQuery(language, "The language of the names of countries; English unless set.") },
  answers: [
    {
      status: 200,
      description: "The points, as GeoJSON.",
      schema: z.looseObject({ type: z.literal("FeatureCollection"), features: z.array(z.unknown()) }),
      mediaTypes: ["application/geo+json"],
      example: {
        type: "FeatureCollection",
        features: [
          {
            type: "Feature",
            geometry: { type: "Point", coordinates: [6.4131, 50.9089] },
            properties: {
              name: "Jülich",
              detail: "Germany",
              href: `/facilities/${slugOf(example.facility.identifier)}`,
            },
          },
        ],
      },
    },
  ],
});

export const facilityPage = declareRoute({
  ...shared,
  path: "/facilities/{slug}",
  id: "facilityPage",
  summary: "One facility as a page",
  description:
    "Its members, its newest records and its stations. A deleted facility is 410 with the time of its deletion.",
  reads: ["facilities", "catalogue", "stations", "observations"],
  failures: "page",
  parameters: {
    slug: inPath(
      text(),
      "The facility's name in paths: the first 16 bytes of the SHA-256 of its identifier, in base 32.",
      slugOf(example.facility.identifier),
    ),
    lang,
  },
  answers: [page],
  problems: ["facility-unknown", "facility-deleted", "busy", "search-timeout"],
  problemMembers: { 410: DeletedProblem },
});

/** Facilities for people. */
export const facilityPageRoutes = [facilitiesPage, facilityPoints, facilityPage];
