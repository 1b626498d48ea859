import { countBits, ordinalAt } from "../bytes/arrays.ts";
import type { Work } from "../work/work.ts";
import { makeGlobalOrdinals, type NumberingCost } from "./global-ordinals.ts";
import type { FieldTable } from "./mapping.ts";
import { idField } from "./schema.ts";
import type { GlobalOrdinals, IndexReader, InvertedField, OrdinalValues, SegmentReader } from "./segment.ts";
import type { NumberValues, PointValues, SegmentData, ShapeValues } from "./segment-data.ts";
import { sourceOf } from "./sources.ts";
import { Dictionary, type DictionaryData } from "./terms.ts";

/** The immutable parts of a segment, shared by all readers that contain it. */
export class SegmentCore {
  readonly data: SegmentData;
  readonly #dictionaries = new Map<DictionaryData, Dictionary>();
  readonly #inverted = new Map<string, InvertedField>();
  readonly #ordinals = new Map<string, OrdinalValues>();

  constructor(data: SegmentData) {
    this.data = data;
  }

  inverted(field: string): InvertedField | undefined {
    const known = this.#inverted.get(field);
    if (known) return known;
    const data = this.data.inverted.get(field);
    if (!data) return undefined;
    const made = { ...data, terms: this.#dictionary(data.dictionary) };
    this.#inverted.set(field, made);
    return made;
  }

  ordinals(field: string): OrdinalValues | undefined {
    const known = this.#ordinals.get(field);
    if (known) return known;
    const data = this.data.ordinals.get(field);
    if (!data) return undefined;
    const made = { ...data, terms: this.#dictionary(data.dictionary) };
    this.#ordinals.set(field, made);
    return made;
  }

  #dictionary(data: DictionaryData): Dictionary {
    let dictionary = this.#dictionaries.get(data);
    if (!dictionary) {
      dictionary = new Dictionary(data);
      this.#dictionaries.set(data, dictionary);
    }
    return dictionary;
  }
}

class Segment implements SegmentReader {
  readonly core: SegmentCore;
  readonly ordinal: number;
  readonly base: number;
  readonly maxDoc: number;
  readonly live: Uint32Array | undefined;
  readonly liveCount: number;

  constructor(core: SegmentCore, ordinal: number, base: number, live: Uint32Array | undefined) {
    this.core = core;
    this.ordinal = ordinal;
    this.base = base;
    this.maxDoc = core.data.maxDoc;
    this.live = live;
    this.liveCount = live ? countBits(live) : this.maxDoc;
  }

  inverted(field: string): InvertedField | undefined {
    return this.core.inverted(field);
  }

  ordinals(field: string): OrdinalValues | undefined {
    return this.core.ordinals(field);
  }

  numbers(field: string): NumberValues | undefined {
    return this.core.data.numbers.get(field);
  }

  points(field: string): PointValues | undefined {
    return this.core.data.points.get(field);
  }

  shapes(field: string): ShapeValues | undefined {
    return this.core.data.shapes.get(field);
  }

  present(field: string): Uint32Array | undefined {
    return this.core.data.present.get(field);
  }

  id(doc: number): string {
    const ids = this.core.ordinals(idField);
    if (!ids) throw new RangeError("a segment without documents has no ids");
    return ids.terms.text(ordinalAt(ids.ordinals, doc));
  }

  source(doc: number): Uint8Array | undefined {
    return sourceOf(this.core.data.sources, doc);
  }
}

/** A segment with its live bits, undefined when nothing is deleted. */
export interface LiveSegment {
  readonly core: SegmentCore;
  readonly live: Uint32Array | undefined;
}

export class Reader implements IndexReader {
  readonly indexName: string;
  readonly fields: FieldTable;
  readonly segments: readonly SegmentReader[];
  readonly documentCount: number;
  readonly #globalOrdinals = new Map<string, GlobalOrdinals>();
  readonly #numbering = new Map<string, Generator<NumberingCost, GlobalOrdinals>>();

  constructor(indexName: string, fields: FieldTable, segments: readonly LiveSegment[]) {
    this.indexName = indexName;
    this.fields = fields;
    let base = 0;
    this.segments = segments.map(({ core, live }, ordinal) => {
      const segment = new Segment(core, ordinal, base, live);
      base += segment.maxDoc;
      return segment;
    });
    this.documentCount = this.segments.reduce((sum, segment) => sum + segment.liveCount, 0);
  }

  *buildGlobalOrdinals(field: string, work: Work): Generator<undefined> {
    for (const { steps, bytes } of this.#number(field)) {
      work.spend(steps);
      work.take(bytes);
      yield;
    }
  }

  globalOrdinals(field: string): GlobalOrdinals {
    const numbering = this.#number(field);
    for (;;) {
      const step = numbering.next();
      if (step.done) return step.value;
    }
  }

  *#number(field: string): Generator<NumberingCost, GlobalOrdinals> {
    for (;;) {
      const known = this.#globalOrdinals.get(field);
      if (known) return known;
      const step = this.#numberingOf(field).next();
      if (step.done) {
        this.#globalOrdinals.set(field, step.value);
        this.#numbering.delete(field);
      } else yield step.value;
    }
  }

  #numberingOf(field: string): Generator<NumberingCost, GlobalOrdinals> {
    const begun = this.#numbering.get(field);
    if (begun) return begun;
    const numbering = makeGlobalOrdinals(this.segments.map((segment) => segment.inverted(field)?.terms));
    this.#numbering.set(field, numbering);
    return numbering;
  }
}
