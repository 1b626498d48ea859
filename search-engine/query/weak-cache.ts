/** What was made of objects, kept while they live: of parts of a body, for the searches inside the hits of its search. */
export class WeakCache<Of extends object, Made> {
  readonly #made = new WeakMap<Of, Made>();

  /** What is made of the object at the first call. */
  of(object: Of, make: () => Made): Made {
    const before = this.#made.get(object);
    if (before !== undefined) return before;
    const made = make();
    this.#made.set(object, made);
    return made;
  }
}
