import {
  IntList,
  i32,
  setBit,
  sharedBits,
  sharedBytes,
  sharedNarrow,
  sharedOrdinals,
  sharedPositions,
  sharedWords,
  u32,
} from "../bytes/arrays.ts";
import { Tokenizer } from "../language/analysis/tokenizer.ts";
import type { JsonCursor } from "./json-cursor.ts";
import type { SegmentData } from "./segment-data.ts";
import { lengthToByte } from "./smallfloat.ts";
import { type DictionaryData, hashOf, TermTable } from "./terms.ts";
import { textPostings } from "./text-postings.ts";

/** Gap between the positions of a field's values in a document, so that phrases do not match across values. */
const POSITION_GAP = 100;

/** Values with more bytes seldom repeat: without a keyword field, they are not deduplicated. */
const MAX_REMEMBERED_LENGTH = 512;

const tokenizer = new Tokenizer();

/**
 * Collects the strings of a member for a text field, a keyword field, or both. Many values of a catalogue repeat
 * (names, labels, organisations), so each distinct value is analysed once, and documents are lists of value numbers.
 */
export class StringBuilder {
  readonly #text: string | undefined;
  readonly #keyword: string | undefined;
  readonly #ignoreAbove: number;
  /** Distinct values, except those too long to be deduplicated. They are also the terms of the keyword field. */
  readonly #known = new TermTable();
  /** Value number by number in `#known`. */
  readonly #valueOfKnown = new IntList();
  /** By value number: its number in `#known` or -1, and the end of its words in `#words`. */
  readonly #knownOf = new IntList();
  readonly #wordEnds = new IntList();
  readonly #words = new IntList(256);
  readonly #terms = new TermTable();
  /** Documents with values, in order, and the end of each one's values in `#values`. */
  readonly #docs = new IntList();
  readonly #valueEnds = new IntList();
  readonly #values = new IntList();

  constructor(text: string | undefined, keyword: string | undefined, ignoreAbove: number) {
    this.#text = text;
    this.#keyword = keyword;
    this.#ignoreAbove = ignoreAbove;
  }

  /** Adds a string. Documents must come in ascending order. False when the keyword field ignores it for its length. */
  add(doc: number, value: string): boolean {
    const bytes = Buffer.from(value);
    return this.#add(doc, this.#number(bytes, 0, bytes.length, hashOf(bytes), false));
  }

  /** Adds the string that the cursor has read last. */
  addRead(doc: number, cursor: JsonCursor): boolean {
    if (cursor.escaped) return this.add(doc, cursor.text());
    const { bytes, start, end, hash, ascii } = cursor;
    return this.#add(doc, this.#number(bytes, start, end, hash, ascii));
  }

  flush(segment: SegmentData): void {
    if (this.#docs.length === 0) return;
    if (this.#text !== undefined) this.#flushText(segment, this.#text);
    if (this.#keyword !== undefined && this.#known.size > 0) this.#flushKeyword(segment, this.#keyword);
  }

  #add(doc: number, number: number): boolean {
    const last = this.#docs.length - 1;
    this.#values.push(number);
    if (last >= 0 && this.#docs.values[last] === doc) this.#valueEnds.values[last] = this.#values.length;
    else {
      this.#docs.push(doc);
      this.#valueEnds.push(this.#values.length);
    }
    return this.#keyword === undefined || this.#knownOf.values[number] !== -1;
  }

  #number(bytes: Buffer, start: number, end: number, hash: number, ascii: boolean): number {
    if (!this.#isRemembered(bytes, start, end)) return this.#newValue(bytes, start, end, ascii, -1);
    const before = this.#known.size;
    const known = this.#known.intern(bytes, start, end, hash);
    if (known < before) return i32(this.#valueOfKnown.values, known);
    const number = this.#newValue(bytes, start, end, ascii, known);
    this.#valueOfKnown.push(number);
    return number;
  }

  #isRemembered(bytes: Buffer, start: number, end: number): boolean {
    const length = end - start;
    if (this.#keyword === undefined) return length <= MAX_REMEMBERED_LENGTH;
    return length <= this.#ignoreAbove || bytes.toString("utf8", start, end).length <= this.#ignoreAbove;
  }

  #newValue(bytes: Buffer, start: number, end: number, ascii: boolean, known: number): number {
    if (this.#text !== undefined) {
      const value = bytes.toString(ascii ? "latin1" : "utf8", start, end);
      const count = tokenizer.tokenize(value);
      const { starts, ends } = tokenizer;
      for (let index = 0; index < count; index++) {
        this.#words.push(this.#terms.internLowerCase(value, i32(starts, index), i32(ends, index)));
      }
    }
    this.#wordEnds.push(this.#words.length);
    this.#knownOf.push(known);
    return this.#knownOf.length - 1;
  }

  /** Sorts the words by term in two passes in document order: count, then place. */
  #flushText(segment: SegmentData, field: string): void {
    const { dictionary, ordinals } = this.#terms.sorted();
    const size = this.#terms.size;
    const { values: words } = this.#words;
    for (let at = 0; at < this.#words.length; at++) words[at] = i32(ordinals, i32(words, at));

    const starts = sharedWords(size + 1);
    const wordCounts = new Uint32Array(size + 1);
    const lastDoc = new Int32Array(size).fill(-1);
    let wordCount = 0;
    this.#eachValue((doc, from, to) => {
      for (let at = from; at < to; at++) {
        const term = i32(words, at);
        wordCounts[term + 1]!++;
        if (lastDoc[term] === doc) continue;
        lastDoc[term] = doc;
        starts[term + 1]!++;
      }
      wordCount += to - from;
    });
    for (let term = 0; term < size; term++) {
      starts[term + 1]! += u32(starts, term);
      wordCounts[term + 1]! += u32(wordCounts, term);
    }

    const docs = sharedNarrow(u32(starts, size));
    const positionStarts = new Uint32Array(u32(starts, size) + 1);
    const positions = new Uint32Array(wordCount);
    let largest = 0;
    const norms = sharedBytes(segment.maxDoc);
    const present = sharedBits(segment.maxDoc);
    const nextPosting = starts.slice(0, size);
    const nextWord = wordCounts;
    lastDoc.fill(-1);
    let currentDoc = -1;
    let base = 0;
    let length = 0;
    let docCount = 0;
    const endDocument = () => {
      if (currentDoc < 0) return;
      norms[currentDoc] = lengthToByte(length);
      setBit(present, currentDoc);
      if (length > 0) docCount++;
    };
    this.#eachValue((doc, from, to) => {
      if (doc !== currentDoc) {
        endDocument();
        currentDoc = doc;
        base = 0;
        length = 0;
      }
      for (let at = from; at < to; at++) {
        const term = i32(words, at);
        const word = nextWord[term]!++;
        if (lastDoc[term] !== doc) {
          lastDoc[term] = doc;
          const posting = nextPosting[term]!++;
          docs[posting] = doc;
          positionStarts[posting] = word;
        }
        positions[word] = base + at - from;
        largest = Math.max(largest, base + at - from);
      }
      base += to - from + POSITION_GAP;
      length += to - from;
    });
    endDocument();
    positionStarts[u32(starts, size)] = wordCount;
    const held = sharedPositions(wordCount, largest);
    held.set(positions);
    segment.inverted.set(field, {
      dictionary,
      starts,
      docs,
      text: textPostings(docs, positionStarts, held, norms),
      docCount,
      sumTotalTermFreq: wordCount,
    });
    segment.present.set(field, present);
  }

  #eachValue(visit: (doc: number, from: number, to: number) => void): void {
    const { values } = this.#values;
    const { values: wordEnds } = this.#wordEnds;
    let at = 0;
    for (let index = 0; index < this.#docs.length; index++) {
      const doc = i32(this.#docs.values, index);
      for (const end = i32(this.#valueEnds.values, index); at < end; at++) {
        const value = i32(values, at);
        visit(doc, value === 0 ? 0 : i32(wordEnds, value - 1), i32(wordEnds, value));
      }
    }
  }

  #flushKeyword(segment: SegmentData, field: string): void {
    const { dictionary, ordinals } = this.#known.sorted();
    const lists = new OrdinalLists();
    const { values } = this.#values;
    let at = 0;
    for (let index = 0; index < this.#docs.length; index++) {
      for (const end = i32(this.#valueEnds.values, index); at < end; at++) {
        const known = i32(this.#knownOf.values, i32(values, at));
        if (known >= 0) lists.add(i32(this.#docs.values, index), i32(ordinals, known));
      }
    }
    lists.flush(segment, field, dictionary);
  }
}

/** Collects the ordinals of each document and makes doc values and postings of them. */
export class OrdinalLists {
  readonly #docs = new IntList();
  readonly #ends = new IntList();
  readonly #ordinals = new IntList();
  #currentDoc = -1;
  #currentStart = 0;

  /** Documents must come in ascending order. */
  add(doc: number, ordinal: number): void {
    if (doc !== this.#currentDoc) {
      this.#endDocument();
      this.#currentDoc = doc;
    }
    this.#ordinals.push(ordinal);
  }

  flush(segment: SegmentData, field: string, dictionary: DictionaryData): void {
    this.#endDocument();
    const docCount = this.#docs.length;
    const total = this.#ordinals.length;
    const { maxDoc } = segment;
    const single = total === docCount;
    const offsets = single ? undefined : sharedWords(maxDoc + 1);
    const size = dictionary.offsets.length - 1;
    const ordinals = single ? sharedOrdinals(maxDoc, size).fill(-1) : sharedOrdinals(total, size);
    const present = sharedBits(maxDoc);
    const starts = sharedWords(size + 1);
    for (let at = 0; at < total; at++) starts[i32(this.#ordinals.values, at) + 1]!++;
    for (let term = 0; term < size; term++) starts[term + 1]! += u32(starts, term);
    const docs = sharedNarrow(total);
    const next = starts.slice(0, size);
    let at = 0;
    for (let index = 0; index < docCount; index++) {
      const doc = i32(this.#docs.values, index);
      setBit(present, doc);
      if (offsets) offsets[doc + 1] = i32(this.#ends.values, index) - at;
      for (const end = i32(this.#ends.values, index); at < end; at++) {
        const ordinal = i32(this.#ordinals.values, at);
        ordinals[single ? doc : at] = ordinal;
        docs[next[ordinal]!++] = doc;
      }
    }
    if (offsets) for (let doc = 0; doc < maxDoc; doc++) offsets[doc + 1]! += u32(offsets, doc);
    segment.ordinals.set(field, { dictionary, offsets, ordinals });
    segment.inverted.set(field, {
      dictionary,
      starts,
      docs,
      text: undefined,
      docCount,
      sumTotalTermFreq: total,
    });
    segment.present.set(field, present);
  }

  /** Makes the last document's ordinals ascending and distinct. */
  #endDocument(): void {
    const start = this.#currentStart;
    const count = this.#ordinals.length - start;
    if (count === 0) return;
    if (count > 1) this.#ordinals.length = sortDistinct(this.#ordinals.values, start, this.#ordinals.length);
    this.#docs.push(this.#currentDoc);
    this.#ends.push(this.#ordinals.length);
    this.#currentStart = this.#ordinals.length;
  }
}

/**
 * Sorts values[start .. end) and drops duplicates. Returns the new end. Short runs, the usual case, use insertion sort.
 */
function sortDistinct(values: Int32Array, start: number, end: number): number {
  if (end - start > 32) values.subarray(start, end).sort();
  else {
    for (let at = start + 1; at < end; at++) {
      const value = i32(values, at);
      let place = at;
      for (; place > start && i32(values, place - 1) > value; place--) values[place] = i32(values, place - 1);
      values[place] = value;
    }
  }
  let kept = start + 1;
  for (let at = start + 1; at < end; at++) if (values[at] !== values[at - 1]) values[kept++] = i32(values, at);
  return kept;
}
