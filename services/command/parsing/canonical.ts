/** Levels of arrays and objects in a value. */
export const MAX_JSON_DEPTH = 100;

/**
 * A parsed JSON value as JSON text that is the same for two values exactly when they differ in the order of members
 * only. Undefined when the value holds something that can't be stored; `reportUnkeepable` says what.
 */
export function canonicalJson(value: unknown): string | undefined {
  const sorted = sortedCopy(value, 0);
  if (sorted === unkeepable) return undefined;
  const text = JSON.stringify(sorted);
  return suspicious.test(text) && !isAllKeepable(value) ? undefined : text;
}

function isAllKeepable(value: unknown): boolean {
  let errors = 0;
  reportUnkeepable(value, "", () => errors++);
  return errors === 0;
}

const unkeepable = Symbol("unkeepable");

/** Escapes of strings that can't be stored, and of some that can. */
const suspicious = /\\u(?:0000|d[89a-f])/;

/**
 * The value with the members of its objects in order. Building it and leaving the text to the engine is several times
 * faster than writing the text ourselves.
 */
function sortedCopy(value: unknown, level: number): unknown {
  if (Array.isArray(value)) return level === MAX_JSON_DEPTH ? unkeepable : sortedElements(value, level + 1);
  if (isMembers(value)) return level === MAX_JSON_DEPTH ? unkeepable : sortedMembers(value, level + 1);
  return typeof value === "number" && !Number.isFinite(value) ? unkeepable : value;
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function sortedElements(elements: readonly unknown[], level: number): unknown {
  const copy: unknown[] = [];
  for (const element of elements) {
    const own = sortedCopy(element, level);
    if (own === unkeepable) return unkeepable;
    copy.push(own);
  }
  return copy;
}

function sortedMembers(members: Readonly<Record<string, unknown>>, level: number): unknown {
  const copy: Record<string, unknown> = {};
  for (const name of sorted(Object.keys(members))) {
    const own = sortedCopy(members[name], level);
    if (own === unkeepable || name === "") return unkeepable;
    if (name === "__proto__") {
      // Assigning it would set the prototype instead.
      Object.defineProperty(copy, name, { value: own, enumerable: true });
    } else {
      copy[name] = own;
    }
  }
  return copy;
}

/** Names that are put in order by inserting; the engine's own sorting is faster only for more. */
const FEW_NAMES = 32;

/** By UTF-16 code units, in place. */
function sorted(names: string[]): string[] {
  if (names.length > FEW_NAMES) return names.sort();
  for (let at = 1; at < names.length; at++) {
    const name = names[at] ?? "";
    let to = at;
    for (; to > 0 && (names[to - 1] ?? "") > name; to--) names[to] = names[to - 1] ?? "";
    names[to] = name;
  }
  return names;
}

/** Called with an error: where, as a JSON Pointer, and the message. */
type Report = (path: string, message: string) => void;

/** Reports the parts of a parsed JSON value that can't be stored, each with its JSON Pointer after `path`. */
export function reportUnkeepable(value: unknown, path: string, report: Report, level = 0): void {
  const own = ownError(value, level);
  if (own !== undefined) report(path, own);
  if (own !== undefined || !isMembers(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const to = pointer(path, [name]);
    if (name === "") report(to, "a member's name must not be empty");
    if (!isKeepable(name)) report(to, "a member's name holds U+0000 or an unpaired surrogate");
    reportUnkeepable(member, to, report, level + 1);
  }
}

/** Why a value can't be stored, whatever its members are. */
function ownError(value: unknown, level: number): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "is too large a number for a double";
  if (typeof value === "string") return isKeepable(value) ? undefined : "holds U+0000 or an unpaired surrogate";
  return isMembers(value) && level === MAX_JSON_DEPTH ? `is nested deeper than ${MAX_JSON_DEPTH} levels` : undefined;
}

/** Whether `reportUnkeepable` reports the value that the steps lead to. */
export function isReported(value: unknown, steps: readonly PropertyKey[]): boolean {
  let reached = value;
  for (const step of steps) reached = isMembers(reached) ? reached[String(step)] : undefined;
  return ownError(reached, steps.length) !== undefined;
}

/** Whether databases can hold the text: no U+0000, no half of a surrogate pair. */
export function isKeepable(text: string): boolean {
  return !unkeepableText.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what is looked for
const unkeepableText = /[\u0000\p{Surrogate}]/u;

/** Characters of a JSON Pointer that are kept: it may name a member as long as its body. */
export const MAX_POINTER_LENGTH = 200;

/** A JSON Pointer (RFC 6901) of `steps`, after the pointer `path`; cut where it is too long, but within no escape. */
export function pointer(path: string, steps: readonly PropertyKey[]): string {
  let text = path;
  for (const step of steps) {
    // A pointer that was cut before an escape is a character shorter.
    if (text.length >= MAX_POINTER_LENGTH - 1) break;
    text = `${text}/${pointerToken(step)}`.slice(0, MAX_POINTER_LENGTH).replace(/~$/, "");
  }
  return text;
}

function pointerToken(step: PropertyKey): string {
  return String(step).slice(0, MAX_POINTER_LENGTH).replaceAll("~", "~0").replaceAll("/", "~1");
}
