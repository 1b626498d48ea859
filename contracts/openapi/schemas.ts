import { z } from "zod";
import { GEOMETRY_TYPES, LineString, MultiPoint, Point, Polygon } from "../geometry.ts";

type JsonSchema = Record<string, unknown>;

/** Collects the schemas of a description: those with a name become components, which others refer to. */
export class SchemaCollector {
  readonly #named = new Map<string, JsonSchema>();

  constructor() {
    // A spatial extent refers to them by name only.
    for (const geometry of [Point, LineString, MultiPoint, Polygon]) this.reference(geometry);
  }

  /** The schema as JSON Schema 2020-12; named schemas in it are references. */
  reference(schema: z.ZodType): JsonSchema {
    const { properties, $defs } = z.toJSONSchema(z.object({ schema }), { override: refine });
    for (const [name, definition] of Object.entries($defs ?? {})) {
      this.#named.set(name, toComponents(definition));
    }
    return toComponents(Object(properties?.["schema"]));
  }

  /** The named schemas that were referred to, by name. */
  components(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Adds what JSON Schema can express of the contract's own checks. */
function refine({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema["id"] === "SpatialExtent") {
    jsonSchema["anyOf"] = [
      ...GEOMETRY_TYPES.map((name) => ({ $ref: `#/$defs/${name}` })),
      { properties: { type: { not: { enum: GEOMETRY_TYPES } } } },
    ];
  }
  // Members with a default are optional.
  const { required, properties = {} } = jsonSchema;
  if (required) jsonSchema.required = required.filter((name) => !("default" in Object(properties[name])));
  // The bounds of safe integers are noise.
  if (jsonSchema["minimum"] === Number.MIN_SAFE_INTEGER) delete jsonSchema["minimum"];
  if (jsonSchema["maximum"] === Number.MAX_SAFE_INTEGER) delete jsonSchema["maximum"];
}

/** The schema with references to components in place of those to definitions. */
function toComponents(schema: object): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([name, member]) =>
      name === "$ref" && typeof member === "string"
        ? [name, member.replace("#/$defs/", "#/components/schemas/")]
        : [name, valueToComponents(member)],
    ),
  );
}

function valueToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueToComponents);
  return typeof value === "object" && value !== null ? toComponents(value) : value;
}
