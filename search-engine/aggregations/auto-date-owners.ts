import { f64, item } from "../bytes/arrays.ts";
import type { Work } from "../work/work.ts";
import { fits, type Level } from "./auto-date-levels.ts";
import type { BucketTable } from "./buckets.ts";
import { OwnerNumbers } from "./owner-numbers.ts";

/** Estimated number of superfluous units at which the units of many owners are first counted. */
const FIRST_SUPERFLUOUS = 1_000;

/**
 * The level at which dates are collected for each owner: the finest at first, a coarser one as soon as there are too
 * many units. The table has all units met, those of earlier levels among them. The levels reached depend on the order
 * of documents and decide how the answer looks, so this follows Elasticsearch step by step.
 */
export class OwnerLevels {
  readonly #levels: readonly Level[];
  readonly #target: number;
  readonly #table: BucketTable;
  /**
   * Whether there is one owner, whose units are counted. With many owners their number is estimated, and counted at
   * times.
   */
  readonly #counts: boolean;
  readonly #work: Work;
  readonly #places: OwnerNumbers;
  readonly #first: OwnerNumbers;
  readonly #last: OwnerNumbers;
  readonly #units: OwnerNumbers;
  #owners = 0;
  #superfluous = 0;
  #tolerated = FIRST_SUPERFLUOUS;

  constructor(levels: readonly Level[], target: number, table: BucketTable, hasOneOwner: boolean, work: Work) {
    this.#levels = levels;
    this.#target = target;
    this.#table = table;
    this.#counts = hasOneOwner;
    this.#work = work;
    this.#places = new OwnerNumbers(work);
    this.#first = new OwnerNumbers(work, Number.POSITIVE_INFINITY);
    this.#last = new OwnerNumbers(work, Number.NEGATIVE_INFINITY);
    this.#units = new OwnerNumbers(work);
  }

  /** One more than the highest owner that has a date. */
  get owners(): number {
    return this.#owners;
  }

  /** The place of an owner's level. */
  of(owner: number): number {
    return this.#places.get(owner);
  }

  /** Counts a unit that was met for the first time, and makes the units coarser if there are too many. */
  met(owner: number, key: number): void {
    this.#owners = Math.max(this.#owners, owner + 1);
    this.#units.set(owner, this.#units.get(owner) + 1);
    if (this.of(owner) === this.#levels.length - 1) return;
    this.#first.set(owner, Math.min(this.#first.get(owner), key));
    this.#last.set(owner, Math.max(this.#last.get(owner), key));
    if (this.#fits(owner, this.#units.get(owner))) return;
    if (this.#counts) this.#coarsen(owner);
    else this.#coarsenByEstimate(owner);
  }

  #fits(owner: number, units: number): boolean {
    const level = item(this.#levels, this.of(owner));
    return fits(level, this.#target, units, this.#last.get(owner) - this.#first.get(owner));
  }

  #coarsen(owner: number): void {
    do {
      this.#places.set(owner, this.of(owner) + 1);
      this.#count(owner);
    } while (this.of(owner) < this.#levels.length - 1 && !this.#fits(owner, this.#units.get(owner)));
  }

  #coarsenByEstimate(owner: number): void {
    const [units, { unitMs }] = [this.#units.get(owner), item(this.#levels, this.of(owner))];
    let estimate: number;
    do {
      this.#places.set(owner, this.of(owner) + 1);
      estimate = Math.ceil(units * (unitMs / item(this.#levels, this.of(owner)).unitMs));
    } while (this.of(owner) < this.#levels.length - 1 && !this.#fits(owner, estimate));
    const { round } = item(this.#levels, this.of(owner)).rounding;
    this.#first.set(owner, round(this.#first.get(owner)));
    this.#last.set(owner, round(this.#last.get(owner)));
    this.#units.set(owner, estimate);
    this.#superfluous += units - estimate;
    if (this.#superfluous <= this.#tolerated) return;
    for (let each = 0; each < this.#owners; each++) this.#count(each);
    this.#superfluous = 0;
    this.#tolerated *= 2;
  }

  /** Counts an owner's units at its level, and puts them into the table. */
  #count(owner: number): void {
    const { round } = item(this.#levels, this.of(owner)).rounding;
    const buckets = this.#table.bucketsOf(owner);
    const units = new Set(buckets.map((bucket) => round(f64(this.#table.keys, bucket))));
    for (const unit of units) this.#table.reach(owner, unit);
    this.#work.spend(buckets.length + units.size);
    this.#units.set(owner, units.size);
  }
}
