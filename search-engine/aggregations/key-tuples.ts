import { f64, item } from "../bytes/arrays.ts";
import type { Work } from "../work/work.ts";
import type { Bucket } from "./aggregation.ts";
import { BucketTable } from "./buckets.ts";
import type { TermKeys } from "./term-keys.ts";

/** Approximate memory of a key in a table and in the list of tuples, with spare room. */
const BYTES_OF_A_KEY = 64;

/** Combinations of the keys of several parts, each with a number. Their memory counts as work. */
export class KeyTuples {
  readonly #parts: readonly TermKeys[];
  /** For each part: its keys by the number of the keys before it. The numbers of the last part are those of the tuples. */
  readonly #tables: readonly BucketTable[];
  /** Keys of tuple t, from t * parts on. */
  readonly #keys: number[] = [];
  readonly #work: Work;

  constructor(parts: readonly TermKeys[], work: Work) {
    this.#parts = parts;
    this.#work = work;
    this.#tables = parts.map(() => new BucketTable(undefined, () => work.take(BYTES_OF_A_KEY)));
  }

  /** The number of a tuple, which is made if it is new. @throws ShardFailure when there are too many */
  reach(tuple: Float64Array): number {
    let number = 0;
    for (const [place, table] of this.#tables.entries()) number = table.reach(number, f64(tuple, place));
    if (number * tuple.length === this.#keys.length) this.#keys.push(...tuple);
    return number;
  }

  /** By the first part in which two tuples differ. @throws ShardFailure when too much is compared */
  compare(a: number, b: number): number {
    for (const [place, part] of this.#parts.entries()) {
      this.#work.spend(1);
      const order = part.compare(this.#key(a, place), this.#key(b, place));
      if (order !== 0) return order;
    }
    return 0;
  }

  named(tuple: number): Pick<Bucket, "name" | "before"> {
    const keys = this.#parts.map((part, place) => {
      const key = this.#key(tuple, place);
      return { json: part.json(key), text: part.named(key).name };
    });
    const name = keys.map(({ text }) => text).join("|");
    const list = keys.map(({ json }) => json).join(",");
    return { name, before: `"key":[${list}],"key_as_string":${JSON.stringify(name)},` };
  }

  #key(tuple: number, place: number): number {
    return item(this.#keys, tuple * this.#parts.length + place);
  }
}
