import type { OpenApiDocument, OpenApiObject } from "../../../../contracts/openapi/document.ts";

/** One member of an object, for readers. */
export interface DescribedMember {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const isObject = (value: unknown): value is OpenApiObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const objects = (value: unknown): OpenApiObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The type of a value in few words: `number, -90 to 90`, `no or en`, `array of Facility`. */
export function typeText(schema: unknown): string {
  if (!isObject(schema)) return "";
  const { $ref, type, enum: values, const: only, anyOf, items, format, minimum, maximum } = schema;
  if (typeof $ref === "string") return $ref.replace(/^.*\//, "");
  if (Array.isArray(values)) return values.join(" or ");
  if (only !== undefined) return JSON.stringify(only);
  if (anyOf !== undefined) return [...new Set(objects(anyOf).map(typeText))].join(" or ");
  if (type === "array") return `array of ${typeText(items) || "anything"}`;
  const range =
    typeof minimum === "number" && typeof maximum === "number"
      ? `, ${minimum} to ${maximum}`
      : typeof minimum === "number"
        ? `, from ${minimum}`
        : "";
  return `${[type].flat().join(" or ")}${typeof format === "string" ? ` (${format})` : ""}${range}`;
}

/** The members of an object, or of the objects of an array; none where it is neither. */
export function membersOf(schema: unknown, document: OpenApiDocument): readonly DescribedMember[] {
  const resolved = resolve(schema, document);
  if (resolved === undefined) return [];
  const { items, properties, required, anyOf } = resolved;
  if (items !== undefined) return membersOf(items, document);
  // One, or an array of them.
  if (anyOf !== undefined) return membersOf(objects(anyOf)[0], document);
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, member]) => ({
    name,
    type: typeText(member),
    isRequired: needed.includes(name),
    description: isObject(member) && typeof member["description"] === "string" ? member["description"] : "",
  }));
}

function resolve(schema: unknown, document: OpenApiDocument): OpenApiObject | undefined {
  if (!isObject(schema)) return undefined;
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  const named = document.components.schemas[$ref.replace("#/components/schemas/", "")];
  return isObject(named) ? named : undefined;
}
