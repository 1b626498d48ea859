import { SEARCH_WINDOW } from "../../../contracts/search-limits.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";
import { memberOf } from "../../../platform/json/member.ts";
import { parseJson } from "../http/json-body.ts";

/**
 * The member `search` of a QueryDto, its bytes exactly as they were sent: an engine tells `1.0` from `1`, and readers send
 * back integers that no double holds. `{}` without that member.
 */
export function searchOf(bytes: Buffer, page: number): Uint8Array {
  const query = parseJson(bytes);
  if (typeof query !== "object" || query === null || Array.isArray(query)) throw misfit("", "must be an object");
  const stranger = Object.keys(query).find((name) => name !== "search");
  if (stranger !== undefined) {
    throw misfit(`/${stranger}`, 'has the one member "search", which holds the query: {"search": {"query": …}}');
  }
  const search: unknown = Object.getOwnPropertyDescriptor(query, "search")?.value;
  const written = memberOf(bytes, "search");
  if (!written || search === null) return everything;
  if (typeof search !== "object" || Array.isArray(search)) throw misfit("/search", "must be an object");
  checkSize(search, page);
  return written;
}

/** Size of a search that names none. */
const USUAL_SIZE = 10;

/** @throws HttpProblem when the search asks for more than `page` hits, or for hits beyond the first `page`. */
export function checkSize(search: object, page: number): void {
  const window = wholeNumberIn(search, "from", 0) + wholeNumberIn(search, "size", USUAL_SIZE);
  // The engine refuses larger windows itself, in its own words.
  if (window > page && window <= SEARCH_WINDOW)
    throw problem("search-rejected", `from and size reach to hit ${page} at most; page with search_after.`);
}

/** The member as engines read it, without its decimals. The engine refuses what is not a number. */
function wholeNumberIn(search: object, name: string, absent: number): number {
  const value: unknown = Object.getOwnPropertyDescriptor(search, name)?.value;
  return value === undefined ? absent : Math.trunc(Number(value));
}

const everything: Uint8Array = Buffer.from("{}");

function misfit(path: string, message: string): HttpProblem {
  return problem("body-invalid", `The search ${message}.`, { errors: [{ path, message }] });
}
