import type { FieldMapping, IndexMapping } from "../mapping.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** Levels of objects and arrays. A few hundred more end Elasticsearch: its threads have too small a stack. */
const MOST_LEVELS = 128;

/**
 * What of a document can be indexed in any case. Elasticsearch refuses documents for the names of members that it would
 * not even index (blank, `a..b`, a name twice, `_id`), so these are left out, best first: without members that the
 * mapping does not name, blank names and what is nested too deeply; without members of one's own at all.
 */
export function reducedDocuments(document: Uint8Array, mapping: IndexMapping): readonly Buffer[] {
  const whole = JSON.parse(Buffer.from(document).toString("utf8")) as Json;
  const forms = [
    named(whole, mapping.properties, (own) => upTo(MOST_LEVELS / 2, own)),
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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Whether sending the document as it is could end the engine. Looks at brackets only. */
export function isTooDeep(document: Uint8Array): boolean {
  let levels = 0;
  for (let at = 0; at < document.length; at++) {
    const byte = document[at] as number;
    if (byte === QUOTE) at = closingQuote(document, at);
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++levels > MOST_LEVELS) return true;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) levels--;
  }
  return false;
}

function closingQuote(document: Uint8Array, opening: number): number {
  let at = opening + 1;
  while (at < document.length && document[at] !== QUOTE) at += document[at] === BACKSLASH ? 2 : 1;
  return at;
}
