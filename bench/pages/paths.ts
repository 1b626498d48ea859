import { cycled } from "../../cli/demo/cycled.ts";
import { pidOf } from "../../contracts/metadata.ts";
import { slugOf } from "../../contracts/slug.ts";
import { corpusFacilities, corpusRecord, RECORDS } from "../corpus.ts";
import type { Portal } from "./portal.ts";

/** A kind of page, with the path of each request for one. */
export interface PageKind {
  readonly name: string;
  readonly path: (call: number) => string;
  /** Whether its loads in a browser have a score. */
  readonly isScored?: true;
  /** Whether programs read it, not people in a browser. */
  readonly isFeed?: true;
}

const RESULT_PAGES = 120;
const SORTS = ["newest", "period", "title"];

/** Places whose UV index is asked for. */
const PLACES = "Oslo Tromsø Reykjavík Madrid Nairobi Lima Singapore Sydney".split(" ");

/** Every page that is measured. Searches, records and facilities differ from request to request. */
export function pageKinds(portal: Portal): readonly PageKind[] {
  const history = `/records/${portal.revised}`;
  return [
    { name: "/", path: () => "/" },
    {
      name: "/search, no words",
      path: (call) =>
        pathOf("/search", {
          page: String(1 + (call % RESULT_PAGES)),
          sort: cycled(SORTS, Math.floor(call / RESULT_PAGES)),
        }),
    },
    { name: "/search, a word", path: (call) => pathOf("/search", { q: word(call) }), isScored: true },
    { name: "/search, words, a filter and a sort", path: (call) => pathOf("/search", narrowed(call)) },
    { name: "/records/{slug}", path: (call) => `/records/${slugOf(pidOf(scattered(call)))}`, isScored: true },
    { name: "/records/{slug} with 25 versions", path: () => history },
    { name: "/records/{slug}?page=1, 25 versions", path: () => `${history}?page=1` },
    { name: "/records/{slug}?compare=3,24", path: () => `${history}?compare=3,24` },
    { name: "/facilities", path: () => "/facilities" },
    { name: "/facilities/{slug}", path: (call) => `/facilities/${slugOf(cycled(corpusFacilities, call).identifier)}` },
    { name: "/air", path: () => "/air" },
    { name: "/stations/{id}, a week", path: () => `/stations/${portal.station}?period=week`, isScored: true },
    { name: "/stations/{id}, a year", path: () => yearPath(portal) },
    { name: "/uv?place=", path: (call) => pathOf("/uv", { place: cycled(PLACES, call) }) },
    { name: "/docs", path: () => "/docs" },
    { name: "/docs/search", path: () => "/docs/search" },
    { name: "/feeds/search.atom", path: (call) => pathOf("/feeds/search.atom", { q: word(call) }), isFeed: true },
  ];
}

/** The page of the station with a year of values. */
export const yearPath = ({ station }: Portal): string => `/stations/${station}?period=year`;

/** Words of the corpus, frequent and rare ones. */
const WORDS = [
  ...new Set(
    Array.from({ length: 300 }, (_, index) => corpusRecord(index).identification).flatMap(
      ({ title, abstract }) => `${title} ${abstract}`.match(/\p{L}{4,}/gu) ?? [],
    ),
  ),
];

const word = (call: number): string => cycled(WORDS, 7 * call);

const scattered = (call: number) => corpusRecord((call * 7919) % RECORDS);

/** A search that finds at least the record that it is made of. */
function narrowed(call: number): Readonly<Record<string, string>> {
  const { identification, facility } = scattered(call);
  return {
    q: identification.title.split(" ").slice(0, 2).join(" "),
    facility: facility?.identifier ?? "",
    sort: "period",
  };
}

const pathOf = (path: string, parameters: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(parameters)}`;
