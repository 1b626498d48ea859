/** A range of characters, both ends included. */
export type CharacterRange = readonly [from: number, to: number];

/** A regular expression. Equal expressions of one `Expressions` are the same object. */
export interface Expression {
  readonly id: number;
  /** Whether it matches the empty text. */
  readonly matchesEmpty: boolean;
  readonly form: Form;
}

type Form =
  /** One character of the ranges. Without ranges, it matches nothing. */
  | { readonly kind: "characters"; readonly ranges: readonly CharacterRange[] }
  | { readonly kind: "empty" }
  | { readonly kind: "concatenation"; readonly first: Expression; readonly rest: Expression }
  /** Sorted by their ids. */
  | { readonly kind: "union" | "intersection"; readonly members: readonly Expression[] }
  | { readonly kind: "complement"; readonly inner: Expression }
  | { readonly kind: "repetition"; readonly inner: Expression; readonly least: number; readonly most: number };

export const LAST_CHARACTER = 0x10ffff;

/**
 * Makes expressions and their derivatives: the expression that remains after one character (Brzozowski). Unions and
 * intersections are kept as sets, so that an expression has finitely many derivatives.
 */
export class Expressions {
  readonly #known = new Map<string, Expression>();
  #steps = 0;
  readonly nothing = this.characters([]);
  readonly empty = this.#intern("e", { kind: "empty" }, true);
  readonly anyCharacter = this.characters([[0, LAST_CHARACTER]]);
  readonly anything = this.repetition(this.anyCharacter, 0, Number.POSITIVE_INFINITY);

  /** Steps taken so far: expressions, members and ranges visited, each of which takes about as long. */
  get steps(): number {
    return this.#steps;
  }

  characters(ranges: readonly CharacterRange[]): Expression {
    this.#steps += ranges.length;
    const merged = mergedRanges(ranges);
    return this.#intern(`c${merged.join(";")}`, { kind: "characters", ranges: merged }, false);
  }

  text(points: readonly number[]): Expression {
    return points.reduceRight((rest, point) => this.concatenation(this.characters([[point, point]]), rest), this.empty);
  }

  concatenation(first: Expression, rest: Expression): Expression {
    if (first === this.nothing || rest === this.nothing) return this.nothing;
    if (first === this.empty) return rest;
    if (rest === this.empty) return first;
    if (first.form.kind === "concatenation") {
      return this.concatenation(first.form.first, this.concatenation(first.form.rest, rest));
    }
    const matchesEmpty = first.matchesEmpty && rest.matchesEmpty;
    return this.#intern(`s${first.id},${rest.id}`, { kind: "concatenation", first, rest }, matchesEmpty);
  }

  union(members: readonly Expression[]): Expression {
    const ranges: CharacterRange[] = [];
    const others = new Map<number, Expression>();
    for (const each of flattened("union", members)) {
      if (each === this.anything) return each;
      if (each.form.kind === "characters") ranges.push(...each.form.ranges);
      else others.set(each.id, each);
    }
    if (ranges.length > 0) {
      const characters = this.characters(ranges);
      others.set(characters.id, characters);
    }
    return this.#set("union", others, this.nothing);
  }

  intersection(members: readonly Expression[]): Expression {
    const distinct = new Map<number, Expression>();
    for (const each of flattened("intersection", members)) {
      if (each === this.nothing) return each;
      if (each !== this.anything) distinct.set(each.id, each);
    }
    return this.#set("intersection", distinct, this.anything);
  }

  complement(inner: Expression): Expression {
    if (inner.form.kind === "complement") return inner.form.inner;
    if (inner === this.nothing) return this.anything;
    if (inner === this.anything) return this.nothing;
    return this.#intern(`n${inner.id}`, { kind: "complement", inner }, !inner.matchesEmpty);
  }

  repetition(inner: Expression, least: number, most: number): Expression {
    if (most === 0 || inner === this.empty) return this.empty;
    if (inner === this.nothing) return least === 0 ? this.empty : inner;
    if (least === 1 && most === 1) return inner;
    const form = { kind: "repetition", inner, least, most } as const;
    return this.#intern(`r${inner.id},${least},${most}`, form, least === 0 || inner.matchesEmpty);
  }

  /** The expression that remains after the character (its derivative). */
  derivative(expression: Expression, point: number, made = new Map<Expression, Expression>()): Expression {
    const known = made.get(expression);
    if (known) return known;
    const result = this.#derive(expression, point, made);
    made.set(expression, result);
    return result;
  }

  #derive(expression: Expression, point: number, made: Map<Expression, Expression>): Expression {
    const { form } = expression;
    const derive = (each: Expression) => this.derivative(each, point, made);
    this.#steps++;
    switch (form.kind) {
      case "characters":
        return form.ranges.some(([from, to]) => from <= point && point <= to) ? this.empty : this.nothing;
      case "empty":
        return this.nothing;
      case "concatenation":
      case "union": {
        const members: Expression[] = [];
        this.#addDerived(expression, derive, members, new Set());
        return this.union(members);
      }
      case "intersection":
        return this.intersection(form.members.map(derive));
      case "complement":
        return this.complement(derive(form.inner));
      case "repetition": {
        const rest = this.repetition(form.inner, Math.max(0, form.least - 1), form.most - 1);
        return this.concatenation(derive(form.inner), rest);
      }
    }
  }

  /**
   * Adds the members whose union is the derivative. Concatenations with optional beginnings may share their ends: each
   * end is added once.
   */
  #addDerived(
    expression: Expression,
    derive: (each: Expression) => Expression,
    members: Expression[],
    seen: Set<Expression>,
  ): void {
    let rest = expression;
    while (rest.form.kind === "concatenation") {
      if (seen.has(rest)) return;
      seen.add(rest);
      this.#steps++;
      members.push(this.concatenation(derive(rest.form.first), rest.form.rest));
      if (!rest.form.first.matchesEmpty) return;
      rest = rest.form.rest;
    }
    if (rest.form.kind !== "union") members.push(derive(rest));
    else for (const each of rest.form.members) this.#addDerived(each, derive, members, seen);
  }

  #set(kind: "union" | "intersection", members: ReadonlyMap<number, Expression>, none: Expression): Expression {
    this.#steps += members.size;
    const sorted = [...members.values()].filter((each) => each !== none).sort((a, b) => a.id - b.id);
    const [only, second] = sorted;
    if (only === undefined) return none;
    if (second === undefined) return only;
    const matchesEmpty =
      kind === "union" ? sorted.some((each) => each.matchesEmpty) : sorted.every((each) => each.matchesEmpty);
    return this.#intern(kind[0] + sorted.map(({ id }) => id).join(), { kind, members: sorted }, matchesEmpty);
  }

  #intern(key: string, form: Form, matchesEmpty: boolean): Expression {
    this.#steps++;
    const known = this.#known.get(key);
    if (known) return known;
    const made = { id: this.#known.size, matchesEmpty, form };
    this.#known.set(key, made);
    return made;
  }
}

/** Replaces members of the same kind by their members. */
function flattened(kind: Form["kind"], members: readonly Expression[]): readonly Expression[] {
  return members.flatMap((each) => (each.form.kind === kind && "members" in each.form ? each.form.members : [each]));
}

/** Ascending ranges that do not touch. */
function mergedRanges(ranges: readonly CharacterRange[]): CharacterRange[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
