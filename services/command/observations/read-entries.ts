import { isUtf8 } from "node:buffer";
import { LISTED_LINE_ERRORS, type LineError, MAX_LINE_BYTES } from "../../../contracts/observation.ts";
import { afterMark } from "../../../platform/json/byte-order-mark.ts";
import { MAX_POINTER_LENGTH } from "../parsing/canonical.ts";
import { parsePart, type Refused, ValidationErrors } from "../parsing/read-json.ts";
import { eachElement, splitBody } from "../parsing/split-body.ts";
import { type Entry, type Report, readEntry } from "./entry.ts";
import { timeReader } from "./times.ts";

/** An entry and the number of its line or array element, counted from 1. */
export interface LocatedEntry {
  readonly line: number;
  readonly entry: Entry;
}

/** Collects errors of entries. */
export interface EntryErrors {
  /** Takes the errors of the entry in this line. */
  at(line: number): Report;
}

/** Errors of one line that are listed. */
const MAX_LISTED_OF_LINE = 10;

/** Refused lines: how many, and the errors of the first ones. */
export class RefusedLines implements EntryErrors {
  readonly errors: LineError[] = [];
  count = 0;

  at(line: number): Report {
    let errors = 0;
    return (path, message) => {
      if (errors === 0) this.count++;
      errors++;
      if (errors > MAX_LISTED_OF_LINE || this.errors.length >= LISTED_LINE_ERRORS) return;
      this.errors.push({ line, path: path.slice(0, MAX_POINTER_LENGTH), message });
    };
  }
}

/** Errors of an array, which is refused for a single one. */
export class RefusedElements extends ValidationErrors implements EntryErrors {
  at(line: number): Report {
    return (path, message) => this.add({ path: `/${line - 1}${path}`, message });
  }
}

export interface Lines {
  readonly entries: readonly LocatedEntry[];
  /** How many there are, empty ones too. */
  readonly count: number;
}

const NEWLINE = 0x0a;

/** Whether there are more lines than this, empty ones too. */
export function hasMoreLines({ bytes }: { readonly bytes: Uint8Array }, count: number): boolean {
  let lines = 0;
  for (let start = 0; start < bytes.length && lines <= count; lines++) {
    const newline = bytes.indexOf(NEWLINE, start);
    start = newline < 0 ? bytes.length : newline + 1;
  }
  return lines > count;
}

/** Reads lines, numbered from `first` on; the last may lack its line end. Empty lines are ignored. */
export function readLines(bytes: Uint8Array, first: number, offset: number, refused: EntryErrors): Lines {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const readTime = timeReader(offset);
  const intact = isUtf8(bytes);
  const entries: LocatedEntry[] = [];
  let count = 0;
  for (let start = 0; start < buffer.length; count++) {
    const newline = buffer.indexOf(NEWLINE, start);
    const end = newline < 0 ? buffer.length : newline;
    const line = first + count;
    const report = refused.at(line);
    const text = textOf(buffer, line === 1 ? afterMark(bytes) : start, end, intact, report);
    const entry =
      text === undefined ? undefined : readLine(text, (value) => readEntry(value, readTime, report), report);
    if (entry) entries.push({ line, entry });
    start = end + 1;
  }
  return { entries, count };
}

function textOf(buffer: Buffer, start: number, end: number, intact: boolean, report: Report): string | undefined {
  if (end - start > MAX_LINE_BYTES) {
    report("", `has more than ${MAX_LINE_BYTES} bytes`);
    return undefined;
  }
  if (!intact && !isUtf8(buffer.subarray(start, end))) {
    report("", "is not UTF-8");
    return undefined;
  }
  const text = buffer.toString("utf8", start, end);
  return text.trim() === "" ? undefined : text;
}

function readLine(text: string, read: (value: unknown) => Entry | undefined, report: Report): Entry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    report("", `is not JSON: ${error instanceof Error ? error.message : "unreadable"}`);
    return undefined;
  }
  return read(value);
}

/** Reads a body that is an array of entries, `maxItems` at most. */
export function readElements(
  bytes: Uint8Array,
  maxItems: number,
  offset: number,
  refused: RefusedElements,
): readonly LocatedEntry[] | Refused {
  const bounds = splitBody(bytes, maxItems, "entries");
  if (!Array.isArray(bounds)) return bounds;
  const readTime = timeReader(offset);
  const entries: LocatedEntry[] = [];
  for (const { index, start, end } of eachElement(bounds)) {
    const parsed = parsePart(bytes, start, end, `Element ${index}`);
    if (parsed.outcome === "refused") return parsed;
    const line = index + 1;
    const entry = readEntry(parsed.value, readTime, refused.at(line));
    if (entry) entries.push({ line, entry });
  }
  return entries;
}
