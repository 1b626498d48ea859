import { located, parsingException } from "../errors/errors.ts";
import { type JsonObject, type JsonValue, locationOfValue } from "../json/json.ts";
import { expectedText, isScalar, scalarText, tokenOf } from "../members/options.ts";
import { flatMembers } from "./flat-members.ts";

/**
 * The name of a clause in the `matched_queries` of its hits; the last of several. `members`: the members beside the
 * name.
 */
export function clauseName(members: JsonObject | undefined): string | undefined {
  const given: JsonValue | undefined = members?.get("_name");
  if (given === undefined) return undefined;
  const [, name] = [...flatMembers(new Map([["_name", given]]))].at(-1) ?? [];
  return isScalar(name) ? scalarText(name) : undefined;
}

/** Refuses a name that is no scalar where Elasticsearch reads a text without checking the token. @throws SearchRejected */
export function expectScalarName(members: JsonObject): void {
  const name = members.get("_name");
  if (name !== undefined && !isScalar(name)) throw expectedText(members, "_name");
}

/** Refuses a name that is no text, as Elasticsearch's object parser does. @throws SearchRejected */
export function expectTextName(kind: string, members: JsonObject): void {
  const name = members.get("_name");
  if (name === undefined || typeof name === "string") return;
  const at = locationOfValue(members, "_name");
  throw parsingException(located(`[${kind}] _name doesn't support values of type: ${tokenOf(name)}`, at), at);
}
