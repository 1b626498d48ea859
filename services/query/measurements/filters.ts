import type { Request } from "express";
import { ParameterFault, ParameterReader, type Reading } from "../http/parameters.ts";

/** Filters by the name that they have in faults; each is also taken under the other spellings. */
const SPELLINGS = {
  areas: ["areas", "area"],
  stations: ["stations", "station"],
  components: ["components", "component"],
  showinvalid: ["showinvalid"],
  method: ["method"],
  timestep: ["timestep"],
  coverage: ["coverage"],
  utd: ["utd"],
  culture: ["culture"],
} as const;

export type FilterName = keyof typeof SPELLINGS;

/**
 * A request's path parameters and those of its query that the route knows, whatever the case of their names. Of a
 * filter given more than once, or under both spellings, all values count; an empty one is none.
 */
export function measurementParameters(request: Request, filters: readonly FilterName[]): ParameterReader {
  const known = new URLSearchParams();
  for (const [name, value] of Object.entries(request.params)) known.append(name, String(value));
  const query = tolerantQuery(request.url);
  if (query === "") return new ParameterReader(known);
  const given = [...new URLSearchParams(query)].map(([name, value]) => [name.trim().toLowerCase(), value] as const);
  for (const filter of filters) {
    const spellings: readonly string[] = SPELLINGS[filter];
    const values = given.filter(([name]) => spellings.includes(name)).flatMap(([, value]) => split(value));
    if (values.length > 0) known.append(filter, values.join(";"));
  }
  return new ParameterReader(known);
}

/** The query without the `?` and `&` that some programs put at its ends. */
function tolerantQuery(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1).replace(/^[?&]+|[?&]+$/g, "");
}

function split(value: string): string[] {
  return value
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);
}

/** What names are compared by: not by case, nor by how accents are composed. */
export function foldName(name: string): string {
  return name.trim().normalize("NFC").toLowerCase();
}

/** Names, folded. */
export const names: Reading<ReadonlySet<string>> = (text) => new Set(split(text).map(foldName));

export const truth: Reading<boolean> = (text) => {
  const folded = text.toLowerCase();
  if (folded === "true" || folded === "1") return true;
  if (folded === "false" || folded === "0") return false;
  throw new ParameterFault("must be true or false");
};

/** One of the words, in any case. */
export const oneOf =
  <Word extends string>(...words: readonly Word[]): Reading<Word> =>
  (text) => {
    const word = words.find((each) => each === text.toLowerCase());
    if (word === undefined) throw new ParameterFault(`must be ${words.join(" or ")}`);
    return word;
  };

/** Steps of series, seconds. */
export const timesteps: Reading<ReadonlySet<number>> = (text) => {
  const steps = split(text);
  if (!steps.every((step) => /^\d{1,9}$/.test(step) && Number(step) > 0)) {
    throw new ParameterFault("must be a whole number of seconds, such as 3600");
  }
  return new Set(steps.map(Number));
};

/** A decimal number from `least` to `most`. */
export const decimal =
  (least: number, most: number): Reading<number> =>
  (text) => {
    const value = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw new ParameterFault(`must be a number from ${least} to ${most}`);
    return value;
  };

/** Kilometres. */
export const radius: Reading<number> = (text) => {
  const value = /^\+?(\d+(\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(value > 0 && value <= LARGEST_RADIUS)) {
    throw new ParameterFault(`must be a number of kilometres over 0 and at most ${LARGEST_RADIUS}`);
  }
  return value;
};

const LARGEST_RADIUS = 20;

/** The id of a time series. */
export const seriesId: Reading<number> = (text) => {
  if (!/^\d{1,15}$/.test(text) || Number(text) === 0) throw new ParameterFault("must be the id of a time series");
  return Number(text);
};

export type Culture = "no" | "en";

/** A language, or a language and a country: Norwegian, of either form, or English. */
export const culture: Reading<Culture> = (text) => {
  const language = text.toLowerCase().split(/[-_]/, 1)[0];
  if (language === "en") return "en";
  if (language === "no" || language === "nb" || language === "nn") return "no";
  throw new ParameterFault("must be no or en");
};
