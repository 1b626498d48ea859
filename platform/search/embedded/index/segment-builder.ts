import { dateFormat } from "../dates/format.ts";
import { encodePoint, encodeShape } from "../geo/encode.ts";
import { idField, ignoredField, type Leaf, type ObjectNode, type Schema } from "./schema.ts";
import { emptySegment, type SegmentData } from "./segment-data.ts";
import { StringBuilder } from "./string-builder.ts";
import { NumberBuilder, PointBuilder, ShapeBuilder } from "./value-builders.ts";

/** Turns documents into one segment. Never refuses a document: values that a field can't take are left out of it. */
export class SegmentBuilder {
  readonly #schema: Schema;
  readonly #leaves: LeafBuilder[] = [];
  readonly #ids = new StringBuilder(undefined, idField, Number.MAX_SAFE_INTEGER);
  readonly #ignored = new StringBuilder(undefined, ignoredField, Number.MAX_SAFE_INTEGER);
  #ignoredNow = new Set<string>();
  #maxDoc = 0;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  get documentCount(): number {
    return this.#maxDoc;
  }

  /** Adds a document as JSON.parse gave it. Returns its number. */
  add(id: string, document: unknown): number {
    const doc = this.#maxDoc++;
    this.#ids.add(doc, id);
    if (isPlainObject(document)) this.#object(doc, this.#schema.root, document);
    if (this.#ignoredNow.size > 0) {
      for (const name of [...this.#ignoredNow].sort()) this.#ignored.add(doc, name);
      this.#ignoredNow = new Set();
    }
    return doc;
  }

  build(segmentId: number): SegmentData {
    const segment = emptySegment(segmentId, this.#maxDoc);
    this.#ids.flush(segment);
    this.#ignored.flush(segment);
    for (const leaf of this.#leaves) leaf?.flush(segment);
    return segment;
  }

  #object(doc: number, node: ObjectNode, value: Readonly<Record<string, unknown>>, prefix = ""): void {
    for (const name in value) {
      const member = value[name];
      if (member === null) continue;
      const path = prefix + name;
      const known = node.members.get(path);
      if (known !== undefined) {
        // Without sub-objects an object is no value of the field, but other fields with longer names.
        if ("field" in known && node.flat && typeof member === "object") this.#unnamed(doc, node, path, member);
        else if ("field" in known) this.#leaf(doc, known, member);
        else this.#nested(doc, known, member);
      } else if (node.dynamic) this.#unnamed(doc, node, path, member);
    }
  }

  #nested(doc: number, node: ObjectNode, value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.#nested(doc, node, item);
    else if (isPlainObject(value)) this.#object(doc, node, value);
  }

  /** A member of a dynamic object that is no field yet. */
  #unnamed(doc: number, node: ObjectNode, path: string, value: unknown): void {
    if (Array.isArray(value)) {
      for (const item of value) {
        const known = node.members.get(path);
        if (known && "field" in known && !isPlainObject(item)) this.#leaf(doc, known, item);
        else this.#unnamed(doc, node, path, item);
      }
    } else if (isPlainObject(value)) {
      if (node.flat) this.#object(doc, node, value, `${path}.`);
    } else if (value !== null) {
      const leaf = this.#schema.addDynamic(node, path);
      if (leaf) this.#leaf(doc, leaf, value);
      else this.#ignoredNow.add(node.path === "" ? path : `${node.path}.${path}`);
    }
  }

  #leaf(doc: number, leaf: Leaf, value: unknown): void {
    let builder = this.#leaves[leaf.ordinal];
    if (builder === undefined) {
      builder = leafBuilder(leaf);
      this.#leaves[leaf.ordinal] = builder;
    }
    builder.add(doc, value, this.#ignoredNow);
  }
}

interface LeafBuilder {
  /** Adds the names of fields that left a value out to `ignored`. */
  add(doc: number, value: unknown, ignored: Set<string>): void;
  flush(segment: SegmentData): void;
}

function leafBuilder(leaf: Leaf): LeafBuilder {
  const { name } = leaf.field;
  switch (leaf.field.kind) {
    case "text":
    case "keyword":
    case "_id":
      return strings(leaf);
    case "date":
      return dates(leaf);
    case "double":
      return numbers(name, asDouble);
    case "boolean":
      return booleans(name);
    case "geo_point":
      return points(name);
    case "geo_shape":
      return shapes(name);
  }
}

function strings({ field, keyword }: Leaf): LeafBuilder {
  const keywordField = field.kind === "keyword" ? field : keyword;
  const builder = new StringBuilder(
    field.kind === "text" ? field.name : undefined,
    keywordField?.name,
    keywordField?.ignoreAbove ?? 0,
  );
  const add = (doc: number, value: unknown, ignored: Set<string>): void => {
    if (typeof value === "string") {
      if (!builder.add(doc, value)) ignored.add(keywordField!.name);
    } else if (Array.isArray(value)) for (const item of value) add(doc, item, ignored);
    else if (typeof value === "number" || typeof value === "boolean") builder.add(doc, String(value));
  };
  return { add, flush: (segment) => builder.flush(segment) };
}

function dates({ field }: Leaf): LeafBuilder {
  const format = dateFormat(field.format);
  return numbers(field.name, (value) => {
    if (typeof value !== "string" && typeof value !== "number") return undefined;
    const text = String(value);
    if (plainDateTime.test(text)) return Date.parse(text);
    try {
      return format.parse(text);
    } catch {
      return undefined;
    }
  });
}

/** Date-times that JavaScript reads as Elasticsearch does; day 29 and above are left to the careful reader. */
const plainDateTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-7]):[0-5]\d)$/;

function numbers(name: string, read: (value: unknown) => number | undefined): LeafBuilder {
  const builder = new NumberBuilder();
  const add = (doc: number, value: unknown, ignored: Set<string>): void => {
    if (value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) add(doc, item, ignored);
      return;
    }
    const number = read(value);
    if (number === undefined) ignored.add(name);
    else builder.add(doc, number);
  };
  return { add, flush: (segment) => builder.flush(segment, name) };
}

function asDouble(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Searched as the terms `F` and `T`, sorted and counted as 0 and 1. */
function booleans(name: string): LeafBuilder {
  const terms = new StringBuilder(undefined, name, Number.MAX_SAFE_INTEGER);
  const values = numbers(name, (value) => (value === true || value === "true" ? 1 : isFalse(value) ? 0 : undefined));
  const addTerm = (doc: number, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) addTerm(doc, item);
    else if (value === true || value === "true") terms.add(doc, "T");
    else if (isFalse(value)) terms.add(doc, "F");
  };
  return {
    add(doc, value, ignored) {
      values.add(doc, value, ignored);
      addTerm(doc, value);
    },
    flush(segment) {
      terms.flush(segment);
      values.flush(segment);
    },
  };
}

const isFalse = (value: unknown): boolean => value === false || value === "false" || value === "";

function points(name: string): LeafBuilder {
  const builder = new PointBuilder();
  return {
    add(doc, value, ignored) {
      const found = encodePoint(value);
      if (found === undefined) ignored.add(name);
      else for (const { latitude, longitude } of found) builder.add(doc, latitude, longitude);
    },
    flush: (segment) => builder.flush(segment, name),
  };
}

function shapes(name: string): LeafBuilder {
  const builder = new ShapeBuilder();
  return {
    add(doc, value, ignored) {
      const shape = encodeShape(value);
      if (shape === undefined) ignored.add(name);
      else if (shape.length > 0) builder.add(doc, shape);
    },
    flush: (segment) => builder.flush(segment, name),
  };
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
