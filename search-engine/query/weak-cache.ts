/** Caches a value for an object as long as the object lives: for parts of a body that several inner searches share. */
export class WeakCache<Of extends object, Made> {
  readonly #made = new WeakMap<Of, Made>();

  /** The cached value of the object, made at the first call. */
  of(object: Of, make: () => Made): Made {
    const before = this.#made.get(object);
    if (before !== undefined) return before;
    const made = make();
    this.#made.set(object, made);
    return made;
  }
}
