import { DEFAULT_DATE_PATTERN } from "../language/dates/format.ts";
import type { Field, FieldKind, FieldTable } from "./mapping.ts";

/** The part of Elasticsearch's mapping format that this engine supports. */
export interface MappingJson {
  readonly dynamic?: boolean;
  readonly dynamic_templates?: readonly Readonly<Record<string, unknown>>[];
  readonly properties?: Readonly<Record<string, PropertyJson>>;
}

export interface PropertyJson {
  readonly type?: string;
  readonly ignore_above?: number;
  readonly format?: string;
  readonly fields?: Readonly<Record<string, PropertyJson>>;
  readonly dynamic?: boolean;
  readonly subobjects?: boolean;
  readonly properties?: Readonly<Record<string, PropertyJson>>;
}

/** A member of documents that is an object or an array of objects. */
export interface ObjectNode {
  readonly path: string;
  readonly members: Map<string, ObjectNode | Leaf>;
  /** Whether members that the mapping does not name become fields by the dynamic template. */
  readonly dynamic: boolean;
  /** Whether members of inner objects are members of this one, with dotted names (`subobjects: false`). */
  readonly flat: boolean;
  /** Members in the order in which documents usually have them. */
  readonly met: MetMember[];
}

/** A member's name in UTF-8. `member` is undefined if it is not searchable. */
export interface MetMember {
  readonly name: Uint8Array;
  readonly member: ObjectNode | Leaf | undefined;
}

/** A member of documents that is a field, with its sub-field (`.keyword`) if there is one. */
export interface Leaf {
  readonly ordinal: number;
  readonly field: Field;
  readonly keyword: Field | undefined;
}

const KINDS: ReadonlySet<string> = new Set<FieldKind>([
  ...(["text", "keyword", "date", "double", "boolean", "geo_point", "geo_shape", "_id"] as const),
]);

const isKind = (type: string): type is FieldKind => KINDS.has(type);

/** Metadata fields. */
export const idField = "_id";
export const ignoredField = "_ignored";

/**
 * The fields in use: those of the mapping and, below dynamic objects, those found in documents. Fields are never
 * removed.
 */
export class Schema implements FieldTable {
  readonly root: ObjectNode;
  readonly leaves: Leaf[] = [];
  readonly #fields = new Map<string, Field>();
  readonly #objects = new Set<string>();
  readonly #template: PropertyJson | undefined;
  /** Maximum number of dynamic fields. */
  readonly dynamicLimit: number;
  readonly #dynamicPaths: string[] = [];
  readonly #dynamicObjects: ObjectNode[] = [];

  /** @throws Error when the mapping has something that this engine does not support */
  constructor(mapping: MappingJson, dynamicLimit: number) {
    this.dynamicLimit = dynamicLimit;
    this.#template = templateOf(mapping);
    this.#define(idField, { type: "keyword", ignore_above: Number.MAX_SAFE_INTEGER }, "_id");
    this.#define(ignoredField, { type: "keyword", ignore_above: Number.MAX_SAFE_INTEGER });
    this.root = this.#object("", mapping, false);
  }

  field(name: string): Field | undefined {
    return this.#fields.get(name);
  }

  names(): readonly string[] {
    return [...this.#fields.keys()];
  }

  isObject(path: string): boolean {
    return this.#objects.has(path);
  }

  /** Paths of dynamic fields, in the order in which they were added. */
  get dynamicPaths(): readonly string[] {
    return this.#dynamicPaths;
  }

  /** Adds a dynamic field; undefined when the limit is reached. */
  addDynamic(parent: ObjectNode, name: string): Leaf | undefined {
    if (this.#template === undefined || this.#dynamicPaths.length >= this.dynamicLimit) return undefined;
    return this.#dynamicLeaf(parent, name, parent.path === "" ? name : `${parent.path}.${name}`, this.#template);
  }

  /**
   * Adds a dynamic field that another Schema of this mapping has added.
   * @throws Error when no dynamic object can have it
   */
  learnDynamic(path: string): void {
    if (this.#template === undefined || this.#fields.has(path)) return;
    // The innermost dynamic object above the path.
    const parent = this.#dynamicObjects.findLast((node) => node.path === "" || path.startsWith(`${node.path}.`));
    if (!parent) throw new Error(`no object of the mapping can have [${path}]`);
    this.#dynamicLeaf(parent, parent.path === "" ? path : path.slice(parent.path.length + 1), path, this.#template);
  }

  #dynamicLeaf(parent: ObjectNode, name: string, path: string, template: PropertyJson): Leaf {
    const leaf = this.#leaf(path, template);
    parent.members.set(name, leaf);
    this.#dynamicPaths.push(path);
    return leaf;
  }

  #object(path: string, json: PropertyJson, flat: boolean): ObjectNode {
    if (path !== "") this.#objects.add(path);
    const node: ObjectNode = { path, members: new Map(), dynamic: json.dynamic === true, flat, met: [] };
    if (node.dynamic && this.#template === undefined) {
      throw new Error(`the mapping's object [${path}] is dynamic, but there is no dynamic template`);
    }
    if (node.dynamic) this.#dynamicObjects.push(node);
    for (const [name, property] of Object.entries(json.properties ?? {})) {
      const inner = path === "" ? name : `${path}.${name}`;
      const isObject = property.type === undefined || property.type === "object";
      node.members.set(
        name,
        isObject ? this.#object(inner, property, property.subobjects === false) : this.#leaf(inner, property),
      );
    }
    return node;
  }

  #leaf(path: string, property: PropertyJson): Leaf {
    const field = this.#define(path, property);
    let keyword: Field | undefined;
    for (const [name, sub] of Object.entries(property.fields ?? {})) {
      if (field.kind !== "text" || sub.type !== "keyword" || keyword) {
        throw new Error(`the mapping's field [${path}] may have one sub-field, a keyword below a text`);
      }
      keyword = this.#define(`${path}.${name}`, sub);
    }
    const leaf = { ordinal: this.leaves.length, field, keyword };
    this.leaves.push(leaf);
    return leaf;
  }

  #define(name: string, property: PropertyJson, kind = property.type ?? ""): Field {
    if (!isKind(kind)) throw new Error(`the mapping's field [${name}] has type [${kind}]`);
    const field: Field = {
      name,
      kind,
      ignoreAbove: property.ignore_above ?? Number.MAX_SAFE_INTEGER,
      format: property.format ?? DEFAULT_DATE_PATTERN,
    };
    this.#fields.set(name, field);
    return field;
  }
}

/** The first dynamic template. It is applied to every dynamic member, whatever its type. */
function templateOf(mapping: MappingJson): PropertyJson | undefined {
  const [first] = mapping.dynamic_templates ?? [];
  // A template is an object with one member.
  const [template] = Object.values(first ?? {}) as { mapping?: PropertyJson }[];
  return template?.mapping;
}
