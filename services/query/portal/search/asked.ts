import type { ParameterValues } from "../../../../contracts/routes/parameter.ts";
import {
  FILTER_NAMES,
  type FilterName,
  type SearchBox,
  type searchPage,
} from "../../../../contracts/routes/portal/search.ts";

type Parameters = ParameterValues<NonNullable<(typeof searchPage)["parameters"]>>;

/** A search as its URL has it. */
export type Asked = Omit<Parameters, "lang">;

/** What is searched for, without the order and the part of the results that are shown. */
export type Sought = Omit<Asked, "sort" | "page" | "facet">;

/** A part of a search that can be taken away. */
export type Removable = "q" | "period" | "bbox" | FilterName;

/** The search without one of its parts. */
export function without<Search extends Sought>(search: Search, part: Removable): Search {
  if (part === "period") return { ...search, from: undefined, to: undefined };
  return { ...search, [part]: part === "q" || part === "bbox" ? undefined : [] };
}

/** The parts that the search has. */
export function partsOf(search: Sought): readonly Removable[] {
  const has = {
    q: search.q !== undefined,
    period: search.from !== undefined || search.to !== undefined,
    bbox: search.bbox !== undefined,
  };
  const others = (["q", "period", "bbox"] as const).filter((part) => has[part]);
  return [...others, ...FILTER_NAMES.filter((name) => search[name].length > 0)];
}

/** The first page of the search with one more value of a filter, or without a value that it has. */
export function toggled(search: Asked, name: FilterName, value: string): Asked {
  const values = search[name];
  const others = values.filter((each) => each !== value);
  return { ...search, [name]: others.length < values.length ? others : [...values, value], page: 1, facet: undefined };
}

/** The parameters of what is searched for, as names with values. */
export function soughtParameters(search: Sought): readonly (readonly [name: string, value: string])[] {
  return [
    ...optional("q", search.q),
    ...FILTER_NAMES.flatMap((name) => search[name].map((value) => [name, value] as const)),
    ...optional("from", search.from),
    ...optional("to", search.to),
    ...optional("bbox", search.bbox && boxText(search.bbox)),
  ];
}

/** What a form that changes a part of a search keeps of it. The results begin with their first page. */
export function keptParameters(search: Asked): readonly (readonly [name: string, value: string])[] {
  return [...soughtParameters(search), ...optional("sort", search.sort)];
}

/** The path of the page of a search. */
export function searchPath(search: Asked): string {
  const { sort, page, facet } = search;
  return pathOf("/search", [
    ...soughtParameters(search),
    ...optional("sort", sort),
    ...optional("page", page === 1 ? undefined : String(page)),
    ...optional("facet", facet),
  ]);
}

export const pathOf = (path: string, parameters: readonly (readonly [string, string])[]): string =>
  parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`;

export const boxText = ({ west, south, east, north }: SearchBox): string => [west, south, east, north].join(",");

function optional(name: string, value: string | undefined): readonly (readonly [string, string])[] {
  return value === undefined ? [] : [[name, value]];
}
