import { compareFolded, folded, spellings } from "../../dataset/folded.ts";

/** Shorter texts are the beginning of too many names. */
const MIN_BEGINNING = 3;

interface Entry<Thing> {
  readonly key: string;
  readonly thing: Thing;
}

/** Things by their names, as people type these: without case and accents. */
export class NameIndex<Thing> {
  readonly #entries: readonly Entry<Thing>[];

  constructor(things: Iterable<Thing>, nameOf: (thing: Thing) => string) {
    const entries = Array.from(things, (thing) => ({ key: folded(nameOf(thing)), thing }));
    this.#entries = entries.sort((a, b) => compareFolded(a.key, b.key));
  }

  /** Things whose name the text is, then those whose name begins with it and goes on with another word. */
  called(text: string, count: number): readonly Thing[] {
    const found = spellings(text).flatMap((key) => this.#from(key, count));
    return [...new Set(found)].slice(0, count);
  }

  #from(key: string, count: number): readonly Thing[] {
    if (key === "") return [];
    const entries = this.#entries;
    // The names that go on come directly after the whole ones: no character of a folded name sorts before the space.
    const isNamed = (name: string): boolean =>
      name === key || (key.length >= MIN_BEGINNING && name.startsWith(`${key} `));
    let [from, to] = [0, entries.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((entries[middle]?.key ?? "") < key) from = middle + 1;
      else to = middle;
    }
    const named = entries.slice(from, from + count).filter(({ key: name }) => isNamed(name));
    return named.map(({ thing }) => thing);
  }
}
