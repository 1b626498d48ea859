import type { FetchedField } from "../language/fetch/fields.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import { countedGlob } from "../query/glob.ts";
import { isSourceObject, type ParsedSource } from "../source/source-values.ts";
import type { Work } from "../work/work.ts";

/** Characters of a path that one step looks up. */
const CHARACTERS_A_STEP = 8;

/**
 * Finds values of a source at paths that patterns match, as JSON texts by path. The walk, its order and its treatment of
 * null are those of Elasticsearch's UnmappedFieldFetcher.
 */
export class UnmappedValues {
  readonly #patterns: readonly ((path: string) => boolean)[];
  /** Fields whose values are read by their mapping; paths below them are not searched. */
  readonly #mapped: ReadonlySet<string>;
  readonly #work: Work;

  constructor(patterns: readonly FetchedField[], mapped: ReadonlySet<string>, work: Work) {
    this.#patterns = patterns.map(({ name }) => countedGlob(name, work));
    this.#mapped = mapped;
    this.#work = work;
  }

  collect(source: unknown): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    if (isSourceObject(source)) this.#object(source, "", found);
    return found;
  }

  #object(object: ParsedSource, prefix: string, found: Map<string, string[]>): void {
    for (const [name, value] of Object.entries(object)) {
      const path = prefix + name;
      this.#work.spend(Math.ceil(path.length / CHARACTERS_A_STEP));
      if (this.#mapped.has(path)) continue;
      if (isSourceObject(value)) this.#object(value, `${path}.`, found);
      else if (Array.isArray(value)) this.#list(value, path, this.#isWanted(path), found);
      else if (value !== null && this.#isWanted(path)) add(found, path, [scalarJson(value)]);
    }
  }

  /** Values of lists and objects inside a list come before its own. */
  #list(list: readonly unknown[], path: string, isWanted: boolean, found: Map<string, string[]>): void {
    this.#work.spend(list.length);
    const texts: string[] = [];
    for (const value of list) {
      if (isSourceObject(value)) this.#object(value, `${path}.`, found);
      else if (Array.isArray(value)) this.#list(value, path, isWanted, found);
      else if (isWanted) texts.push(scalarJson(value));
    }
    if (texts.length > 0) add(found, path, texts);
  }

  #isWanted(path: string): boolean {
    return this.#patterns.some((matches) => matches(path));
  }
}

function add(found: Map<string, string[]>, path: string, texts: readonly string[]): void {
  const known = found.get(path);
  if (!known) found.set(path, [...texts]);
  else for (const text of texts) known.push(text);
}

const scalarJson = (value: unknown): string =>
  typeof value === "number" && !Number.isSafeInteger(value) ? javaDouble(value) : JSON.stringify(value);
