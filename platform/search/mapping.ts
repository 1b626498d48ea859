import type { z } from "zod";
import { DateTime } from "../../contracts/date-time.ts";
import { Point, SpatialExtent } from "../../contracts/geometry.ts";
import { Metadata } from "../../contracts/metadata.ts";

/**
 * The mapping of the catalogue in Elasticsearch's own form, made from the contract: every member of the specification
 * is explicit, members below `extra_metadata` are text, and everything else in a record is stored but not searched. So
 * no accepted record can be refused, and the mapping can't grow without bound.
 */

export interface FieldMapping {
  readonly type?: "text" | "keyword" | "date" | "double" | "boolean" | "geo_point" | "geo_shape" | "object";
  readonly ignore_above?: number;
  readonly ignore_malformed?: boolean;
  readonly fields?: Readonly<Record<string, FieldMapping>>;
  readonly dynamic?: boolean;
  readonly subobjects?: boolean;
  readonly properties?: Readonly<Record<string, FieldMapping>>;
}

export interface IndexMapping {
  readonly dynamic: boolean;
  readonly date_detection: boolean;
  readonly numeric_detection: boolean;
  readonly dynamic_templates: readonly Readonly<Record<string, unknown>>[];
  readonly properties: Readonly<Record<string, FieldMapping>>;
}

/** Lucene takes terms of 32,766 bytes; a character has up to four. */
const KEYWORD_CHARACTERS = 8191;

const text: FieldMapping = {
  type: "text",
  fields: { keyword: { type: "keyword", ignore_above: KEYWORD_CHARACTERS } },
};

/** Maximum number of searchable names below `extra_metadata`; further ones are only stored. */
export const DYNAMIC_FIELDS = 1000;

export const catalogueMapping: IndexMapping = {
  dynamic: false,
  date_detection: false,
  numeric_detection: false,
  dynamic_templates: [{ extra_metadata: { match_mapping_type: "*", mapping: text } }],
  properties: properties(Metadata),
};

function properties(schema: z.ZodType, prefix = ""): Record<string, FieldMapping> {
  const fields: Record<string, FieldMapping> = {};
  for (const [name, member] of Object.entries(shapeOf(schema) ?? {})) fields[prefix + name] = field(name, member);
  return fields;
}

function field(name: string, schema: z.ZodType): FieldMapping {
  const inner = unwrap(schema);
  if (inner === SpatialExtent) return { type: "geo_shape", ignore_malformed: true };
  if (inner === Point) return { type: "geo_point", ignore_malformed: true };
  if (inner === DateTime) return { type: "date", ignore_malformed: true };
  if (name === "extra_metadata") return { type: "object", dynamic: true, subobjects: false, properties: leaves(inner) };
  switch (typeOf(inner)) {
    case "string":
      return text;
    case "number":
      return { type: "double", ignore_malformed: true };
    case "boolean":
      return { type: "boolean", ignore_malformed: true };
    case "object":
      return { properties: properties(inner) };
    default:
      throw new Error(`the contract's member ${name} has a type that the mapping does not know`);
  }
}

/** Without sub-objects the members of `insitu` are fields with dotted names. */
function leaves(extraMetadata: z.ZodType): Record<string, FieldMapping> {
  const wrapped = Object.entries(shapeOf(extraMetadata) ?? {});
  return Object.assign({}, ...wrapped.map(([name, member]) => properties(unwrap(member), `${name}.`)));
}

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
}

function definition(schema: z.ZodType): Definition {
  // The definitions of all supported kinds, in one type.
  return schema._zod.def as unknown as Definition;
}

function typeOf(schema: z.ZodType): string {
  return definition(schema).type;
}

function shapeOf(schema: z.ZodType): Definition["shape"] {
  return definition(schema).shape;
}

/** The type inside optional, nullable and array: a search engine does not distinguish one value from many. */
function unwrap(schema: z.ZodType): z.ZodType {
  const { innerType, element } = definition(schema);
  const below = innerType ?? element;
  return below ? unwrap(below) : schema;
}
