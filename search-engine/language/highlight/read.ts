import { MAX_HIGHLIGHT_FIELDS } from "../../limits.ts";
import { xContentParseException } from "../errors/errors.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  locationOfEnd,
  locationOfName,
  locationOfValue,
} from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { inMember } from "../members/in-member.ts";
import { ObjectMembers } from "../members/object-members.ts";
import { tokenOf, unknownKey } from "../members/options.ts";
import type { ClauseReader } from "../queries/kind.ts";
import type { Clause } from "../queries/table.ts";
import {
  commonOptions,
  DEFAULT_OPTIONS,
  fieldOptions,
  type HighlightOptions,
  readOptions,
  textsOf,
} from "./options.ts";

/** `highlight` as read. */
export interface Highlight {
  readonly fields: readonly HighlightField[];
}

/** A field to highlight, or a pattern of names with `*`. */
export interface HighlightField extends HighlightOptions {
  readonly name: string;
  /** Fields whose matches are marked too, as if they had this field's text. */
  readonly matchedFields: readonly string[];
}

/** Reads `highlight`; undefined when there is none. @throws SearchRejected, ShardFailure */
export function readHighlight(body: JsonObject, reader: ClauseReader<Clause>): Highlight | undefined {
  const value = body.get("highlight");
  if (value === undefined) return undefined;
  if (!isObject(value)) throw unknownKey("highlight", body);
  const members = new ObjectMembers("highlight", value, [...commonOptions, "fields"]);
  const options = readOptions(members, DEFAULT_OPTIONS, reader);
  const given = value.get("fields");
  const fields =
    given === undefined ? [] : inMember(members, "fields", () => readFields(members, given, options, reader));
  expectAtMost(MAX_HIGHLIGHT_FIELDS, fields.length, "fields", "[highlight] has");
  return { fields };
}

function readFields(
  members: ObjectMembers,
  given: JsonValue,
  options: HighlightOptions,
  reader: ClauseReader<Clause>,
): HighlightField[] {
  if (isObject(given)) return [...given.keys()].map((name) => readField(given, name, options, reader));
  if (!isArray(given)) throw members.wrongType("fields");
  return given.map((each) => {
    const [name, second] = isObject(each) ? each.keys() : [];
    if (!isObject(each) || name === undefined || second !== undefined) throw notOneField(members, each, second);
    return readField(each, name, options, reader);
  });
}

function notOneField({ body }: ObjectMembers, given: JsonValue, second: string | undefined): Error {
  const list = locationOfValue(body, "fields");
  const first = list && { ...list, col: list.col + 1 };
  const ofObject = isObject(given) && (second === undefined ? locationOfEnd(given) : locationOfName(given, second));
  const form =
    "a single object with any number of fields or an array where each entry is an object with a single field";
  return xContentParseException(`[fields] can be ${form}`, ofObject || first);
}

function readField(
  parent: JsonObject,
  name: string,
  options: HighlightOptions,
  reader: ClauseReader<Clause>,
): HighlightField {
  return inMember({ kind: "fields", body: parent }, name, () => {
    const value = parent.get(name);
    if (!isObject(value)) {
      const reason = `[highlight_field] Expected START_OBJECT but was: ${tokenOf(value)}`;
      throw xContentParseException(reason, locationOfValue(parent, name));
    }
    const members = new ObjectMembers("highlight_field", value, fieldOptions);
    members.integer("fragment_offset");
    const matchedFields = [...new Set(textsOf(members, "matched_fields"))];
    return { name, matchedFields, ...readOptions(members, options, reader) };
  });
}
