import type { Rounding } from "./rounding.ts";

/** A rounding whose intervals are computed in advance for the values of the segments so far. */
export class LaidOutRounding {
  readonly #rounding: Rounding;
  readonly #prepare: (from: number, to: number) => Rounding;
  readonly #missing: number;
  #prepared: { readonly from: number; readonly to: number; readonly rounding: Rounding } | undefined;

  /** `prepare` makes the rounding faster for values in [from, to]. `missing`: a value that may occur in all segments, or NaN. */
  constructor(rounding: Rounding, prepare: (from: number, to: number) => Rounding, missing: number) {
    this.#rounding = rounding;
    this.#prepare = prepare;
    this.#missing = missing;
  }

  /** For ascending values. The intervals are computed again only where these values exceed those before. */
  of(sorted: Float64Array | undefined): Rounding {
    const range = [sorted?.[0] ?? Number.NaN, sorted?.at(-1) ?? Number.NaN, this.#missing].filter(
      (each) => !Number.isNaN(each),
    );
    if (range.length === 0) return this.#rounding;
    const known = this.#prepared;
    const from = Math.min(known?.from ?? Number.POSITIVE_INFINITY, ...range);
    const to = Math.max(known?.to ?? Number.NEGATIVE_INFINITY, ...range);
    if (known && (known.rounding === this.#rounding || (from === known.from && to === known.to))) {
      return known.rounding;
    }
    this.#prepared = { from, to, rounding: this.#prepare(from, to) };
    return this.#prepared.rounding;
  }
}
