import { catalogueMapping, type FieldMapping } from "../../../../platform/search/mapping.ts";

export interface SearchableField {
  /** Full path, as queries name it. */
  readonly path: string;
  /** How it is indexed: `text, also .keyword`, `date` … */
  readonly kind: string;
}

/** Every field of the catalogue's mapping, in its order. */
export function searchableFields(): SearchableField[] {
  return fieldsBelow(catalogueMapping.properties, "");
}

function fieldsBelow(properties: Readonly<Record<string, FieldMapping>>, prefix: string): SearchableField[] {
  return Object.entries(properties).flatMap(([name, mapping]) => {
    const path = `${prefix}${name}`;
    const below = fieldsBelow(mapping.properties ?? {}, `${path}.`);
    if (mapping.type === undefined || mapping.type === "object") return below;
    return [{ path, kind: kindOf(mapping.type, mapping) }, ...below];
  });
}

function kindOf(type: string, { fields = {} }: FieldMapping): string {
  const others = Object.keys(fields).map((name) => `.${name}`);
  return others.length > 0 ? `${type}, also ${others.join(", ")}` : type;
}
