import { afterString, Byte } from "../../json/scanner.ts";
import type { FieldMapping, IndexMapping } from "../mapping.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** Levels of objects and arrays. A few hundred more end Elasticsearch: its threads have too small a stack. */
const MAX_DEPTH = 128;

/**
 * What of a document can be indexed in any case. Elasticsearch refuses documents for the names of members that it would
 * not even index (blank, `a..b`, a name twice, `_id`), so these are left out, best first: without members that the
 * mapping does not name, blank names and what is nested too deeply; without members of one's own at all.
 */
export function reducedDocuments(document: Uint8Array, mapping: IndexMapping): readonly Buffer[] {
  const whole = JSON.parse(Buffer.from(document).toString("utf8")) as Json;
  const forms = [
    named(whole, mapping.properties, (own) => upTo(MAX_DEPTH / 2, own)),
    named(whole, mapping.properties, () => undefined),
  ];
  return forms.map((form) => Buffer.from(JSON.stringify(form)));
}

type Keep = (own: Json) => Json | undefined;

function named(value: Json, properties: Readonly<Record<string, FieldMapping>>, keep: Keep): Json {
  if (Array.isArray(value)) return value.map((each) => named(each, properties, keep));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json | undefined][] => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!field) return [];
    if (field.dynamic) return [[name, keep(member)]];
    return [[name, field.properties ? named(member, field.properties, keep) : member]];
  });
  return Object.fromEntries(members) as Json;
}

/** Of what is nested more deeply nothing is left. */
function upTo(levels: number, value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((each) => upTo(levels - 1, each));
  const members = Object.entries(value).filter(([name]) => !hasBlankPart(name));
  return Object.fromEntries(members.map(([name, member]) => [name, upTo(levels - 1, member)]));
}

/** `a..b`, ` `, `.`: to the engine a name is a path. */
function hasBlankPart(name: string): boolean {
  return name.split(".").some((part) => part.trim() === "");
}

/** Whether sending the document as it is could end the engine. Examines brackets only. */
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
