import { afterString, Byte } from "../../json/scanner.ts";
import type { FieldMapping, IndexMapping } from "../mapping.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/**
 * Maximum nesting of objects and arrays. A few hundred more levels overflow the stack of Elasticsearch's threads and
 * crash it.
 */
const MAX_DEPTH = 128;

/**
 * Reduced forms of a document that Elasticsearch refuses, best first. It refuses documents for member names that it
 * would not even index (blank, `a..b`, duplicates, `_id`). Both forms lack the members that the mapping does not name.
 * The first one keeps dynamic objects, without blank names and deep nesting; the second one drops them.
 */
export function reducedDocuments(document: Uint8Array, mapping: IndexMapping): readonly Buffer[] {
  const whole: Json = JSON.parse(Buffer.from(document).toString("utf8"));
  const forms = [
    named(whole, mapping.properties, (own) => upTo(MAX_DEPTH / 2, own)),
    named(whole, mapping.properties, () => undefined),
  ];
  return forms.map((form) => Buffer.from(JSON.stringify(form)));
}

/** Returns the part of a dynamic object to keep; undefined drops it. */
type Keep = (own: Json) => Json | undefined;

/** Drops the members that the mapping does not name. */
function named(value: Json, properties: Readonly<Record<string, FieldMapping>>, keep: Keep): Json {
  if (Array.isArray(value)) return value.map((each) => named(each, properties, keep));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json | undefined][] => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!field) return [];
    if (field.dynamic) return [[name, keep(member)]];
    return [[name, field.properties ? named(member, field.properties, keep) : member]];
  });
  // The members are JSON.
  return Object.fromEntries(members) as Json;
}

/** Replaces deeper values by null, and drops blank names. */
function upTo(levels: number, value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((each) => upTo(levels - 1, each));
  const members = Object.entries(value).filter(([name]) => !hasBlankPart(name));
  return Object.fromEntries(members.map(([name, member]) => [name, upTo(levels - 1, member)]));
}

/** Elasticsearch reads a name as a path: `a..b`, ` ` and `.` have blank parts. */
function hasBlankPart(name: string): boolean {
  return name.split(".").some((part) => part.trim() === "");
}

/** Whether the document is nested so deeply that it could crash Elasticsearch. Scans only brackets. */
export function isTooDeep(document: Uint8Array): boolean {
  let levels = 0;
  for (let at = 0; at < document.length; at++) {
    const byte = document[at];
    if (byte === Byte.quote) at = afterString(document, at) - 1;
    else if (byte === Byte.openObject || byte === Byte.openArray) {
      if (++levels > MAX_DEPTH) return true;
    } else if (byte === Byte.closeObject || byte === Byte.closeArray) levels--;
  }
  return false;
}
