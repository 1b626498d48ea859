import { isUtf8 } from "node:buffer";
import { LISTED_LINE_ERRORS, type LineError } from "../../../contracts/observation.ts";
import { startsWithMark } from "../parsing/elements.ts";
import { Faults, parsePart, type Refused } from "../parsing/read-json.ts";
import { eachElement, splitBody } from "../parsing/split-body.ts";
import { type Entry, type Report, readEntry } from "./entry.ts";
import { timeReader } from "./times.ts";

/** An entry and where it came: its line, counted from 1, or the element's number, counted from 1 too. */
export interface Placed {
  readonly place: number;
  readonly entry: Entry;
}

/** Takes what does not fit, each with the place of its entry. */
export interface Complaints {
  /** What hears of the entry in this place. */
  at(place: number): Report;
}

/** A line may have this many bytes. */
export const LONGEST_LINE = 1024 ** 2;

/** Errors of one line that are listed: the next line's are more interesting than its hundredth. */
const LISTED_OF_A_LINE = 10;

/** Characters of a path that are listed: it may name a member, which may be as long as its line. */
const LISTED_OF_A_PATH = 200;

/** Refused lines: how many, and the errors of the first ones. */
export class RefusedLines implements Complaints {
  readonly errors: LineError[] = [];
  count = 0;

  at(line: number): Report {
    let errors = 0;
    return (path, message) => {
      if (errors === 0) this.count++;
      errors++;
      if (errors > LISTED_OF_A_LINE || this.errors.length >= LISTED_LINE_ERRORS) return;
      this.errors.push({ line, path: path.slice(0, LISTED_OF_A_PATH), message });
    };
  }
}

/** Faults of an array, of which one is enough to refuse it. */
export class RefusedElements extends Faults implements Complaints {
  at(place: number): Report {
    return (path, message) => this.add({ path: `/${place - 1}${path}`, message });
  }
}

export interface Lines {
  readonly entries: readonly Placed[];
  /** How many there are, empty ones too. */
  readonly count: number;
}

const NEWLINE = 0x0a;

/** Reads lines, of which the first has the number `first`; the last may lack its end. Empty ones mean nothing. */
export function readLines(bytes: Uint8Array, first: number, offset: number, refused: Complaints): Lines {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const readTime = timeReader(offset);
  const intact = isUtf8(bytes);
  const entries: Placed[] = [];
  let count = 0;
  for (let start = 0; start < buffer.length; count++) {
    const newline = buffer.indexOf(NEWLINE, start);
    const end = newline < 0 ? buffer.length : newline;
    const place = first + count;
    const report = refused.at(place);
    const text = textOf(buffer, place === 1 && startsWithMark(bytes) ? 3 : start, end, intact, report);
    const entry =
      text === undefined ? undefined : readLine(text, (value) => readEntry(value, readTime, report), report);
    if (entry) entries.push({ place, entry });
    start = end + 1;
  }
  return { entries, count };
}

function textOf(buffer: Buffer, start: number, end: number, intact: boolean, report: Report): string | undefined {
  if (end - start > LONGEST_LINE) {
    report("", `has more than ${LONGEST_LINE} bytes`);
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
): readonly Placed[] | Refused {
  const bounds = splitBody(bytes, maxItems, "entries");
  if (!Array.isArray(bounds)) return bounds;
  const readTime = timeReader(offset);
  const entries: Placed[] = [];
  for (const { index, start, end } of eachElement(bounds)) {
    const parsed = parsePart(bytes, start, end, `Element ${index}`);
    if (parsed.outcome === "refused") return parsed;
    const place = index + 1;
    const entry = readEntry(parsed.value, readTime, refused.at(place));
    if (entry) entries.push({ place, entry });
  }
  return entries;
}
