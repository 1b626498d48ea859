import { MAX_FETCHED_FIELDS } from "../../limits.ts";
import { illegalArgument, parsingException, rejected, xContentParseException } from "../errors/errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { ObjectMembers } from "../members/object-members.ts";
import { isScalar, scalarText, tokenOf, unknownKey } from "../members/options.ts";

/** A field whose values a hit carries, or a pattern of names with `*`. */
export interface FetchedField {
  readonly name: string;
  readonly format: string | undefined;
  /** Whether to include unmapped values of the source, where hits carry values as they were sent. */
  readonly includesUnmapped: boolean;
}

/** Reads `fields` or `docvalue_fields`. @throws SearchRejected */
export function readFetchedFields(member: "fields" | "docvalue_fields", body: JsonObject): readonly FetchedField[] {
  const value = body.get(member);
  if (value === undefined) return [];
  if (!isArray(value)) throw unknownKey(member, body);
  expectAtMost(MAX_FETCHED_FIELDS, value.length, "fields", `[${member}] has`);
  return value.map(readField);
}

function readField(value: JsonValue): FetchedField {
  if (isScalar(value) && typeof value !== "boolean") {
    return { name: scalarText(value), format: undefined, includesUnmapped: false };
  }
  const kind = "fetch_field_and_format";
  if (!isObject(value)) throw xContentParseException(`[${kind}] Expected START_OBJECT but was: ${tokenOf(value)}`);
  const members = new ObjectMembers(kind, value, ["field", "format", "include_unmapped"]);
  const name = members.text("field");
  if (name === undefined) throw illegalArgument("Required [field]");
  const includesUnmapped = members.boolean("include_unmapped") ?? false;
  const format = value.get("format") === null ? undefined : members.format();
  return { name, format, includesUnmapped };
}

/**
 * Reads `stored_fields`. No field is stored apart from the source, so it only says whether hits have an id and, unless
 * `_source` does, a source. Undefined when it is absent. @throws SearchRejected
 */
export function readStoredFields(body: JsonObject): { readonly id: boolean; readonly source: boolean } | undefined {
  const value = body.get("stored_fields");
  if (value === undefined) return undefined;
  const names = isArray(value) ? value : [value];
  if (isObject(value)) throw unknownKey("stored_fields", body);
  if (!names.every((name) => typeof name === "string")) {
    const expected = "Expected [VALUE_STRING] or [START_ARRAY] in [stored_fields]";
    throw parsingException(`${expected} but found [${tokenOf(value)}]`, locationOfValue(body, "stored_fields"));
  }
  if (!names.includes("_none_")) return { id: true, source: names.includes("_source") };
  if (names.length > 1) throw illegalArgument("cannot combine _none_ with other fields");
  const source = body.get("_source");
  if (source !== undefined && source !== false) {
    const reason = "Validation Failed: 1: [stored_fields] cannot be disabled if [_source] is requested;";
    throw rejected("action_request_validation_exception", reason);
  }
  return { id: false, source: false };
}
