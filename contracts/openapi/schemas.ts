import { z } from "zod";
import { GEOMETRY_TYPES, LineString, MultiPoint, Point, Polygon } from "../geometry.ts";

type JsonSchema = Record<string, unknown>;

/** Gathers the schemas of a description: those with a name become components, which the others refer to. */
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
      this.#named.set(name, toComponents(definition) as JsonSchema);
    }
    return toComponents(properties?.["schema"]) as JsonSchema;
  }

  /** The named schemas that were referred to, by name. */
  components(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Says what a check of the contract means where JSON Schema has words for it. */
function refine({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema["id"] === "SpatialExtent") {
    jsonSchema["anyOf"] = [
      ...GEOMETRY_TYPES.map((name) => ({ $ref: `#/$defs/${name}` })),
      { properties: { type: { not: { enum: GEOMETRY_TYPES } } } },
    ];
  }
  // What has a default may be left out.
  const { required, properties } = jsonSchema as { required?: string[]; properties?: Record<string, object> };
  if (required) jsonSchema["required"] = required.filter((name) => !("default" in (properties?.[name] ?? {})));
  // Bounds of what a double holds exactly say nothing to a reader.
  if (jsonSchema["minimum"] === Number.MIN_SAFE_INTEGER) delete jsonSchema["minimum"];
  if (jsonSchema["maximum"] === Number.MAX_SAFE_INTEGER) delete jsonSchema["maximum"];
}

function toComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComponents);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === "$ref" && typeof member === "string"
        ? [name, member.replace("#/$defs/", "#/components/schemas/")]
        : [name, toComponents(member)],
    ),
  );
}
