import { RECORD_BYTES } from "../../../contracts/limits.ts";
import { Metadata, pidOf } from "../../../contracts/metadata.ts";
import { NewKey } from "../../../contracts/names.ts";
import type { FieldError } from "../../../contracts/problem.ts";
import { facilityIn, replaced } from "../../../platform/search/documents/joined-document.ts";
import type { Content } from "../handling/decider.ts";
import { contentHash } from "../handling/event-id.ts";
import { isKeepable } from "../parsing/canonical.ts";
import { checkValue, parsePart, type Refused, ValidationErrors } from "../parsing/read-json.ts";
import { eachElement, MAX_ELEMENT_BYTES, splitBody } from "../parsing/split-body.ts";

/** Errors of names that new records must not have. A record that has such a PID may keep it. */
export interface UnfitNames {
  readonly pid: readonly FieldError[];
  readonly facility: readonly FieldError[];
}

/** A facility of which a record says more than the identifier. */
export interface DescribedFacility {
  readonly identifier: string;
  /** SHA-256 of its JSON with its members in order. */
  readonly hash: string;
}

/** The records of a body, ready to be appended. Its bytes are one run, so that it crosses threads without a copy. */
export interface Records {
  readonly outcome: "records";
  readonly pids: readonly string[];
  /** Errors in the names of each record. */
  readonly unfitNames: readonly UnfitNames[];
  /** The facility of each record; undefined where it has none, or its identifier alone. */
  readonly facilities: readonly (DescribedFacility | undefined)[];
  /** SHA-256 of each record's JSON with its members in order. */
  readonly hashes: readonly string[];
  /** Contents of `MetadataAdded`, one after another: the content of record i ends at `ends[i]`. */
  readonly contents: Uint8Array<ArrayBuffer>;
  readonly ends: readonly number[];
}

export interface Pids {
  readonly outcome: "pids";
  /** Each once, in the order of first occurrence. */
  readonly pids: readonly string[];
}

/** The content of record `index` as its event holds it. */
export function contentOf({ contents, ends, hashes }: Records, index: number): Content {
  const data = contents.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
  return { data, contentHash: hashes[index] ?? "" };
}

/** The same content with the identifier alone in place of its facility. */
export function withFacilityAlone({ data, contentHash: sentHash }: Content, identifier: string): Content {
  const record = Buffer.from(data.buffer, data.byteOffset, data.byteLength).subarray(PREFIX.length, -SUFFIX.length);
  const facility = facilityIn(record);
  if (!facility) return { data, contentHash: sentHash };
  const written = replaced(record, facility, Buffer.from(JSON.stringify({ identifier })));
  return { data: Buffer.concat([PREFIX, written, SUFFIX]), contentHash: contentHash(written) };
}

/** Errors after which a body is not read further. */
const MAX_COUNTED = 100_000;

/** Reads a body that is an array of records, `maxItems` at most. All of them fit, or the body is refused. */
export function readRecords(bytes: Uint8Array, maxItems: number): Records | Refused {
  const elements = splitBody(bytes, maxItems, "records");
  if (!Array.isArray(elements)) return elements;
  const writer = new ContentWriter(bytes.length);
  const first = new Map<string, number>();
  const hashes: string[] = [];
  const unfitNames: UnfitNames[] = [];
  const facilities: (DescribedFacility | undefined)[] = [];
  const errors = new ValidationErrors();
  for (const { index, start, end } of eachElement(elements)) {
    if (errors.count >= MAX_COUNTED) return errors.refusal("The body is invalid in more than 100,000 places.");
    const path = `/${index}`;
    if (end - start > MAX_ELEMENT_BYTES) {
      errors.add({ path, message: `is too large: a record has at most ${RECORD_BYTES} bytes` });
      continue;
    }
    const parsed = parsePart(bytes, start, end, `Element ${index}`);
    if (parsed.outcome === "refused") return parsed;
    const checked = checkValue(parsed.value, Metadata, path, RECORD_BYTES);
    if (checked.outcome === "unfit") {
      errors.addAll(checked.errors);
      continue;
    }
    const pid = pidOf(checked.value);
    const earlier = first.get(pid);
    if (earlier !== undefined) {
      errors.add({ path: `${path}/identification/identifier/pid`, message: `is that of record ${earlier} too` });
    } else {
      first.set(pid, index);
    }
    if (errors.count > 0) continue;
    const record = writer.write(checked.json);
    hashes.push(contentHash(record));
    unfitNames.push(unfitNamesOf(checked.value, path));
    facilities.push(describedFacility(checked.value, record));
  }
  if (errors.count > 0) return errors.refusal("Nothing was stored: errors lists the invalid records and why.");
  return {
    outcome: "records",
    pids: [...first.keys()],
    unfitNames,
    facilities,
    hashes,
    contents: writer.contents(),
    ends: writer.ends,
  };
}

function unfitNamesOf({ identification, facility }: Metadata, path: string): UnfitNames {
  return {
    pid: faultsOf(identification.identifier.pid, `${path}/identification/identifier/pid`),
    facility: faultsOf(facility?.identifier, `${path}/facility/identifier`),
  };
}

/** `record`: its JSON with its members in order. */
function describedFacility({ facility }: Metadata, record: Buffer): DescribedFacility | undefined {
  if (!facility || Object.keys(facility).length === 1) return undefined;
  const written = facilityIn(record);
  return written && { identifier: facility.identifier, hash: contentHash(record.subarray(written.start, written.end)) };
}

function faultsOf(name: string | undefined, path: string): readonly FieldError[] {
  const issues = name === undefined ? [] : (NewKey.safeParse(name).error?.issues ?? []);
  return issues.map(({ message }) => ({ path, message }));
}

/** Reads a body that is an array of PIDs, `maxItems` at most. */
export function readPids(bytes: Uint8Array, maxItems: number): Pids | Refused {
  const elements = splitBody(bytes, maxItems, "PIDs");
  if (!Array.isArray(elements)) return elements;
  const pids = new Set<string>();
  const errors = new ValidationErrors();
  for (const { index, start, end } of eachElement(elements)) {
    const parsed = parsePart(bytes, start, end, `Element ${index}`);
    if (parsed.outcome === "refused") return parsed;
    const { value } = parsed;
    if (typeof value !== "string") errors.add({ path: `/${index}`, message: "must be a string" });
    else if (!isKeepable(value)) errors.add({ path: `/${index}`, message: "holds U+0000 or an unpaired surrogate" });
    else pids.add(value);
  }
  return errors.count > 0 ? errors.refusal("The body must be an array of PIDs.") : { outcome: "pids", pids: [...pids] };
}

const PREFIX = Buffer.from('{"record":');
const SUFFIX = Buffer.from("}");

/** Writes contents one after another into memory that grows with them. */
class ContentWriter {
  readonly ends: number[] = [];
  #memory: Buffer<ArrayBuffer>;
  #length = 0;

  constructor(expected: number) {
    this.#memory = Buffer.from(new ArrayBuffer(Math.ceil(expected * 1.05) + 4096));
  }

  /** Returns the record's own bytes, valid until the next call. */
  write(json: string): Buffer {
    const size = Buffer.byteLength(json);
    this.#grow(PREFIX.length + size + SUFFIX.length);
    this.#length += PREFIX.copy(this.#memory, this.#length);
    const start = this.#length;
    this.#length += this.#memory.write(json, start);
    const record = this.#memory.subarray(start, this.#length);
    this.#length += SUFFIX.copy(this.#memory, this.#length);
    this.ends.push(this.#length);
    return record;
  }

  contents(): Uint8Array<ArrayBuffer> {
    return this.#memory.subarray(0, this.#length);
  }

  #grow(more: number): void {
    if (this.#length + more <= this.#memory.length) return;
    const larger = Buffer.from(new ArrayBuffer(Math.ceil((this.#length + more) * 1.25)));
    this.#memory.copy(larger, 0, 0, this.#length);
    this.#memory = larger;
  }
}
