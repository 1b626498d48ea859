import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { RestTest, Step } from "./suite.ts";
import { type RestAnswer, type Target, Unsupported } from "./target.ts";

export type Outcome =
  | { readonly state: "passed" }
  /** The test needs a feature that the target, or this runner, lacks. */
  | { readonly state: "unsupported"; readonly reason: string }
  | { readonly state: "failed"; readonly reason: string };

/** An assertion does not hold. */
class Mismatch extends Error {}

/** Features of other runners that this one has too, or that it can do without. */
const FEATURES = new Set(["warnings", "allowed_warnings", "arbitrary_key", "close_to", "contains"]);

/** Runs a test from its setup on; the target must be empty. */
export async function runTest({ setup, steps }: RestTest, target: Target): Promise<Outcome> {
  const run = new Run(target);
  try {
    for (const step of [...setup, ...steps]) await run.step(step);
    return { state: "passed" };
  } catch (error) {
    if (error instanceof Unsupported) return { state: "unsupported", reason: error.message };
    if (error instanceof Mismatch) return { state: "failed", reason: error.message };
    throw error;
  }
}

const Do = z.looseObject({ catch: z.string().optional() });
const Skip = z.looseObject({ features: z.union([z.string(), z.array(z.string())]).optional() });

class Run {
  readonly #target: Target;
  readonly #stash = new Map<string, unknown>();
  #last: RestAnswer = { status: 0, body: undefined };

  constructor(target: Target) {
    this.#target = target;
  }

  async step(step: Step): Promise<void> {
    for (const [kind, argument] of Object.entries(step)) {
      if (kind === "do") await this.#do(argument);
      else if (kind === "skip") checkFeatures(argument);
      else this.#check(kind, argument);
    }
  }

  async #do(argument: unknown): Promise<void> {
    const { catch: expected, ...calls } = Do.parse(argument);
    const [api, parameters] =
      Object.entries(calls).find(
        ([name]) => !["headers", "warnings", "allowed_warnings", "node_selector"].includes(name),
      ) ?? [];
    if (api === undefined) throw new Unsupported("a step without a call");
    const given = z.record(z.string(), z.unknown()).parse(this.#filled(parameters ?? {}));
    this.#last = await this.#target.call(api, given);
    const { status, body } = this.#last;
    const refused = status >= 400;
    if (expected === undefined) {
      if (refused) throw new Mismatch(`${api} answered ${status}: ${shown(body)}`);
    } else if (!refused) throw new Mismatch(`${api} answered ${status}, expected ${expected}`);
    else if (/^\/.*\/$/s.test(expected) && !patternOf(expected).test(JSON.stringify(body))) {
      throw new Mismatch(`${api} answered ${shown(body)}, expected ${expected}`);
    }
  }

  #check(kind: string, argument: unknown): void {
    if (kind === "is_true" || kind === "is_false") {
      const value = this.#at(String(argument));
      const isTrue =
        value !== undefined && value !== null && value !== false && value !== "" && value !== 0 && value !== "false";
      if (isTrue !== (kind === "is_true")) throw new Mismatch(`${argument} is ${shown(value)}, expected ${kind}`);
      return;
    }
    for (const [path, wanted] of Object.entries(z.record(z.string(), z.unknown()).parse(argument))) {
      if (kind === "set") this.#stash.set(String(wanted), this.#at(path));
      else this.#compare(kind, path, this.#at(path), this.#filled(wanted));
    }
  }

  #compare(kind: string, path: string, value: unknown, wanted: unknown): void {
    if (!holds(kind, value, wanted))
      throw new Mismatch(`${path} is ${shown(value)}, expected ${kind} ${shown(wanted)}`);
  }

  /** The value at a path of the last answer, such as `hits.hits.0._id`; dots of names are written `\.`. */
  #at(path: string): unknown {
    if (path === "$body" || path === "") return this.#last.body;
    let value = this.#last.body;
    for (const escaped of path.split(/(?<!\\)\./)) {
      const name = String(this.#filled(escaped.replaceAll("\\.", ".")));
      if (name === "$body") continue;
      if (name === "_arbitrary_key_")
        return typeof value === "object" && value !== null ? Object.keys(value)[0] : undefined;
      value =
        typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
    }
    return value;
  }

  /** The value with the values that were set in place of `$name`. */
  #filled(value: unknown): unknown {
    if (typeof value === "string" && value.startsWith("$")) {
      const name = value.replace(/^\$\{?(.*?)\}?$/, "$1");
      return this.#stash.has(name) ? this.#stash.get(name) : value;
    }
    if (Array.isArray(value)) return value.map((each) => this.#filled(each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#filled(each)]));
  }
}

function checkFeatures(argument: unknown): void {
  const { features = [] } = Skip.parse(argument ?? {});
  const missing = [features].flat().find((feature) => !FEATURES.has(feature));
  if (missing !== undefined) throw new Unsupported(`feature ${missing}`);
}

function holds(kind: string, value: unknown, wanted: unknown): boolean {
  switch (kind) {
    case "match":
      if (typeof wanted === "string" && /^\s*\/.*\/\s*$/s.test(wanted)) return patternOf(wanted).test(String(value));
      return equals(value, wanted);
    case "length":
      return lengthOf(value) === Number(wanted);
    case "gt":
      return Number(value) > Number(wanted);
    case "gte":
      return Number(value) >= Number(wanted);
    case "lt":
      return Number(value) < Number(wanted);
    case "lte":
      return Number(value) <= Number(wanted);
    default:
      throw new Unsupported(`assertion ${kind}`);
  }
}

/** Compares numbers as numbers, even if they are written as texts. */
function equals(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === "number") return Number(value) === wanted && value !== null && value !== "";
  if (typeof wanted === "string" || typeof wanted === "boolean") return String(value) === String(wanted);
  return isDeepStrictEqual(value, wanted);
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : undefined;
}

/** `/…/` in the extended syntax: white space and comments do not count. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    text.trim().slice(1, -1).replaceAll(/\\ /g, "\u0000").replaceAll(/\s+/g, "").replaceAll("\u0000", " "),
    "s",
  );

const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, 300);
