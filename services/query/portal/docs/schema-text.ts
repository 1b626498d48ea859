import type { OpenApiDocument, OpenApiObject } from "../../../../contracts/openapi/document.ts";

/** One member of an object, for readers. */
export interface DescribedMember {
  readonly name: string;
  /** Its schema. */
  readonly type: unknown;
  readonly isRequired: boolean;
  readonly description: string;
}

const isObject = (value: unknown): value is OpenApiObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const objects = (value: unknown): OpenApiObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The type of a value in few words: `number, -90 to 90`, `no or en`, `array of Facility`. */
export function typeText(schema: unknown): string {
  if (!isObject(schema)) return "";
  const { type, enum: values, const: only, anyOf, items, format, minimum, maximum } = schema;
  const name = nameOf(schema);
  if (name !== undefined) return name;
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
    type: member,
    isRequired: needed.includes(name),
    description: descriptionOf(member),
  }));
}

/** What a schema says of itself. */
export function descriptionOf(schema: unknown): string {
  return isObject(schema) && typeof schema["description"] === "string" ? schema["description"] : "";
}

/** Whether a schema is that of an object whose members it names. */
export function hasMembers(schema: unknown): boolean {
  return isObject(schema) && isObject(schema["properties"]);
}

/** Names of the types that schemas name, and that these name in turn, in the order of their first use. */
export function typesIn(schemas: readonly unknown[], document: OpenApiDocument): readonly string[] {
  const found = new Set<string>();
  const visit = (schema: unknown): void => {
    if (Array.isArray(schema)) schema.forEach(visit);
    if (!isObject(schema)) return;
    const name = nameOf(schema);
    if (name === undefined) Object.values(schema).forEach(visit);
    else if (!found.has(name)) {
      found.add(name);
      visit(document.components.schemas[name]);
    }
  };
  visit(schemas);
  return [...found];
}

const REFERENCE = "#/components/schemas/";

/** The name of the type that a schema refers to. */
const nameOf = ({ $ref }: OpenApiObject): string | undefined =>
  typeof $ref === "string" && $ref.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : undefined;

function resolve(schema: unknown, document: OpenApiDocument): OpenApiObject | undefined {
  if (!isObject(schema)) return undefined;
  const name = nameOf(schema);
  if (name === undefined) return schema;
  const named = document.components.schemas[name];
  return isObject(named) ? named : undefined;
}
