import type { FieldError } from "../../../contracts/problem.ts";

/** Levels of arrays and objects in a value. */
export const MAX_JSON_DEPTH = 100;

/**
 * A parsed JSON value as JSON text that is the same for two values exactly when they differ in the order of members
 * only. Undefined when the value holds something that can't be stored; `unkeepableMembers` says what.
 */
export function canonicalJson(value: unknown): string | undefined {
  const sorted = sortedCopy(value, 0);
  if (sorted === unkeepable) return undefined;
  const text = JSON.stringify(sorted);
  return suspicious.test(text) && unkeepableMembers(value, "").length > 0 ? undefined : text;
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

/** What in a parsed JSON value can't be stored, each with its JSON Pointer after `path`. */
export function unkeepableMembers(value: unknown, path: string): FieldError[] {
  const errors: FieldError[] = [];
  collect(value, path, 0, errors);
  return errors;
}

function collect(value: unknown, path: string, level: number, errors: FieldError[]): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    errors.push({ path, message: "is too large a number for a double" });
  } else if (typeof value === "string") {
    if (!isKeepable(value)) errors.push({ path, message: "holds U+0000 or an unpaired surrogate" });
  } else if (typeof value === "object" && value !== null) {
    if (level === MAX_JSON_DEPTH) {
      errors.push({ path, message: `is nested deeper than ${MAX_JSON_DEPTH} levels` });
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      const own = `${path}/${pointerToken(name)}`;
      if (name === "") errors.push({ path: own, message: "a member's name must not be empty" });
      if (!isKeepable(name)) {
        errors.push({ path: own, message: "a member's name holds U+0000 or an unpaired surrogate" });
      }
      collect(member, own, level + 1, errors);
    }
  }
}

/** Whether databases can hold the text: no U+0000, no half of a surrogate pair. */
export function isKeepable(text: string): boolean {
  return !unkeepableText.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what is looked for
const unkeepableText = /[\u0000\p{Surrogate}]/u;

/** A JSON Pointer (RFC 6901) of `steps`, after the pointer `path`. */
export function pointer(path: string, steps: readonly PropertyKey[]): string {
  return steps.reduce<string>((text, step) => `${text}/${pointerToken(step)}`, path);
}

function pointerToken(step: PropertyKey): string {
  return String(step).replaceAll("~", "~0").replaceAll("/", "~1");
}
