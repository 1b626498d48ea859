import { MAX_SEGMENT_DOCUMENTS } from "../bytes/arrays.ts";
import { Byte } from "../bytes/json.ts";
import { encodePoint, encodeShape } from "../geo/encode.ts";
import { DEFAULT_DATE_PATTERN, dateFormat } from "../language/dates/format.ts";
import { HashBuilder } from "./content-hashes.ts";
import { JsonCursor } from "./json-cursor.ts";
import { plainInstant } from "./plain-date.ts";
import { idField, ignoredField, type Leaf, type MetMember, type ObjectNode, type Schema } from "./schema.ts";
import { emptySegment, type SegmentData } from "./segment-data.ts";
import { SourceBuilder } from "./sources.ts";
import { StringBuilder } from "./string-builder.ts";
import { utf8 } from "./terms.ts";
import { NumberBuilder, PointBuilder, ShapeBuilder } from "./value-builders.ts";

export interface SourceOptions {
  /** Maximum bytes of stored documents in the segment. */
  readonly sourceRoom: number;
  /** Whether documents are compressed at once, instead of when the segment is merged. */
  readonly compresses: boolean;
}

/** Builds a segment from documents. A document is never rejected: values that a field can't take are ignored. */
export class SegmentBuilder {
  readonly #schema: Schema;
  readonly #cursor = new JsonCursor();
  readonly #leaves: LeafBuilder[] = [];
  readonly #sources: SourceBuilder;
  readonly #hashes = new HashBuilder();
  readonly #ids = new StringBuilder(undefined, idField, Number.MAX_SAFE_INTEGER);
  readonly #ignored = new StringBuilder(undefined, ignoredField, Number.MAX_SAFE_INTEGER);
  #ignoredNow = new Set<string>();
  #maxDoc = 0;

  constructor(schema: Schema, { sourceRoom, compresses }: SourceOptions) {
    this.#schema = schema;
    this.#sources = new SourceBuilder(sourceRoom, compresses);
  }

  get documentCount(): number {
    return this.#maxDoc;
  }

  /** Adds a document, well-formed JSON in UTF-8. Returns its number in the segment. */
  add(id: string, document: Uint8Array): number {
    if (this.#maxDoc === MAX_SEGMENT_DOCUMENTS) throw new RangeError("the segment is full");
    const doc = this.#maxDoc++;
    this.#ids.add(doc, id);
    this.#sources.add(doc, document);
    this.#hashes.add(doc, document);
    this.#cursor.open(document);
    if (this.#cursor.peek() === Byte.openObject) this.#object(doc, this.#schema.root);
    if (this.#ignoredNow.size > 0) {
      for (const name of [...this.#ignoredNow].sort()) this.#ignored.add(doc, name);
      this.#ignoredNow = new Set();
    }
    return doc;
  }

  build(segmentId: number): SegmentData {
    const maxDoc = this.#maxDoc;
    const sources = this.#sources.build(maxDoc);
    const segment = emptySegment(segmentId, maxDoc, { sources, hashes: this.#hashes.build(maxDoc) });
    this.#ids.flush(segment);
    this.#ignored.flush(segment);
    for (const leaf of this.#leaves) leaf?.flush(segment);
    return segment;
  }

  #object(doc: number, node: ObjectNode): void {
    const cursor = this.#cursor;
    let place = 0;
    cursor.enter();
    while (cursor.more(Byte.closeObject)) {
      const expected = takeExpectedName(node.met, place, cursor);
      let member: ObjectNode | Leaf | undefined;
      if (expected >= 0) {
        member = node.met[expected]?.member;
        place = expected + 1;
      } else {
        cursor.name();
        const name = cursor.text();
        member = node.members.get(name);
        if (member !== undefined || !node.dynamic) place = learnName(node, name, member);
        else {
          this.#dynamicMember(doc, node, name);
          continue;
        }
      }
      if (member === undefined) cursor.skip();
      else if ("field" in member) this.#leaf(doc, member);
      else this.#nested(doc, member);
    }
  }

  /** Reads an object, or objects in arrays. Other values contradict the mapping and are skipped. */
  #nested(doc: number, node: ObjectNode): void {
    const cursor = this.#cursor;
    switch (cursor.peek()) {
      case Byte.openObject:
        this.#object(doc, node);
        break;
      case Byte.openArray:
        cursor.enter();
        while (cursor.more(Byte.closeArray)) this.#nested(doc, node);
        break;
      default:
        cursor.skip();
    }
  }

  /**
   * Reads a member that the mapping does not name, as an existing or a new dynamic field. In flat objects, this
   * includes members of inner objects.
   */
  #dynamicMember(doc: number, node: ObjectNode, path: string): void {
    const cursor = this.#cursor;
    switch (cursor.peek()) {
      case Byte.openObject:
        if (!node.flat) {
          cursor.skip();
          break;
        }
        cursor.enter();
        while (cursor.more(Byte.closeObject)) {
          cursor.name();
          this.#dynamicMember(doc, node, `${path}.${cursor.text()}`);
        }
        break;
      case Byte.openArray:
        cursor.enter();
        while (cursor.more(Byte.closeArray)) this.#dynamicMember(doc, node, path);
        break;
      case LETTER_N:
        cursor.skip();
        break;
      default: {
        const known = node.members.get(path);
        const leaf = known && "field" in known ? known : this.#schema.addDynamic(node, path);
        if (leaf) this.#leaf(doc, leaf);
        else {
          this.#ignoredNow.add(node.path === "" ? path : `${node.path}.${path}`);
          cursor.skip();
        }
      }
    }
  }

  #leaf(doc: number, leaf: Leaf): void {
    let builder = this.#leaves[leaf.ordinal];
    if (builder === undefined) {
      builder = leafBuilder(leaf);
      this.#leaves[leaf.ordinal] = builder;
    }
    builder.read(doc, this.#cursor, this.#ignoredNow);
  }
}

interface LeafBuilder {
  /** Indexes the value at the cursor. Adds the names of fields that ignore a value to `ignored`. */
  read(doc: number, cursor: JsonCursor, ignored: Set<string>): void;
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
    case "double": {
      const { add, flush } = numbers(name, asDouble);
      return parsed(add, flush);
    }
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
  const read = (doc: number, cursor: JsonCursor, ignored: Set<string>): void => {
    switch (cursor.peek()) {
      case Byte.quote:
        cursor.string();
        if (!builder.addRead(doc, cursor)) ignored.add(keywordField?.name ?? field.name);
        break;
      case Byte.openArray:
        cursor.enter();
        while (cursor.more(Byte.closeArray)) read(doc, cursor, ignored);
        break;
      case Byte.openObject:
      case LETTER_N:
        cursor.skip();
        break;
      default:
        builder.add(doc, cursor.word());
    }
  };
  return { read, flush: (segment) => builder.flush(segment) };
}

/** Builder of a field whose values are read as by JSON.parse. */
function parsed(
  add: (doc: number, value: unknown, ignored: Set<string>) => void,
  flush: (segment: SegmentData) => void,
): LeafBuilder {
  return {
    read(doc, cursor, ignored) {
      if (cursor.peek() === Byte.quote) {
        cursor.string();
        add(doc, cursor.text(), ignored);
      } else add(doc, cursor.value(), ignored);
    },
    flush,
  };
}

function dates({ field }: Leaf): LeafBuilder {
  const format = dateFormat(field.format);
  const plain = field.format === DEFAULT_DATE_PATTERN;
  const { add, addNumber, flush } = numbers(field.name, (value) => {
    if (typeof value !== "string" && typeof value !== "number") return undefined;
    try {
      return format.parse(String(value));
    } catch {
      return undefined;
    }
  });
  return {
    read(doc, cursor, ignored) {
      if (cursor.peek() !== Byte.quote) {
        add(doc, cursor.value(), ignored);
        return;
      }
      cursor.string();
      const instant = plain ? plainInstant(cursor.bytes, cursor.start, cursor.end) : undefined;
      if (instant === undefined) add(doc, cursor.text(), ignored);
      else addNumber(doc, instant);
    },
    flush,
  };
}

function numbers(name: string, read: (value: unknown) => number | undefined) {
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
  return {
    add,
    addNumber: (doc: number, number: number) => builder.add(doc, number),
    flush: (segment: SegmentData) => builder.flush(segment, name),
  };
}

function asDouble(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Booleans are indexed as the terms `F` and `T` for searches, and as 0 and 1 for sorting and aggregations. */
function booleans(name: string): LeafBuilder {
  const terms = new StringBuilder(undefined, name, Number.MAX_SAFE_INTEGER);
  const values = numbers(name, (value) => (value === true || value === "true" ? 1 : isFalse(value) ? 0 : undefined));
  const addTerm = (doc: number, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) addTerm(doc, item);
    else if (value === true || value === "true") terms.add(doc, "T");
    else if (isFalse(value)) terms.add(doc, "F");
  };
  return parsed(
    (doc, value, ignored) => {
      values.add(doc, value, ignored);
      addTerm(doc, value);
    },
    (segment) => {
      terms.flush(segment);
      values.flush(segment);
    },
  );
}

const isFalse = (value: unknown): boolean => value === false || value === "false" || value === "";

function points(name: string): LeafBuilder {
  const builder = new PointBuilder();
  return parsed(
    (doc, value, ignored) => {
      const found = encodePoint(value);
      if (found === undefined) ignored.add(name);
      else for (const { latitude, longitude } of found) builder.add(doc, latitude, longitude);
    },
    (segment) => builder.flush(segment, name),
  );
}

function shapes(name: string): LeafBuilder {
  const builder = new ShapeBuilder();
  return parsed(
    (doc, value, ignored) => {
      const shape = encodeShape(value);
      if (shape === undefined) ignored.add(name);
      else if (shape.length > 0) builder.add(doc, shape);
    },
    (segment) => builder.flush(segment, name),
  );
}

/** First byte of `null`. */
const LETTER_N = 0x6e;

/**
 * If the next member has one of the names expected from index `from` on, moves the cursor to its value and returns the
 * name's index; else -1.
 */
function takeExpectedName(met: readonly MetMember[], from: number, cursor: JsonCursor): number {
  for (let place = from; place < met.length && place < from + 4; place++) {
    const known = met[place];
    if (known && cursor.takeName(known.name)) return place;
  }
  return -1;
}

/** Adds a name to the expected ones. Returns the index of the name expected after it. */
function learnName(node: ObjectNode, name: string, member: ObjectNode | Leaf | undefined): number {
  const bytes = utf8(name);
  const known = node.met.findIndex((each) => Buffer.compare(each.name, bytes) === 0);
  if (known >= 0) return known + 1;
  if (node.met.length < MAX_MET_MEMBERS) node.met.push({ name: bytes, member });
  return node.met.length;
}

/** Bounds the expected names, since documents may have any number of names that are not searchable. */
const MAX_MET_MEMBERS = 100;
