import { item } from "../../bytes/arrays.ts";
import { MAX_REGEXP_EFFORT } from "../../limits.ts";
import { type CharacterRange, type Expression, type Expressions, LAST_CHARACTER } from "./expressions.ts";
import type { TermAutomaton } from "./walk.ts";

interface State {
  readonly expression: Expression;
  /** Characters from starts[i] up to the next start lead to targets[i]. */
  readonly starts: number[];
  readonly targets: State[];
  /** Whether some text leads from here to a match. */
  isAlive: boolean;
}

/** Maximum members of sets of states. Lucene's effort counts ten members as one. */
const MAX_MEMBERS = 10 * MAX_REGEXP_EFFORT;

type Characters = readonly CharacterRange[];

/** Members of keys of characters that take as long as a step of an expression. */
const MEMBERS_PER_STEP = 4;

/** A deterministic automaton of a regular expression, whose states are derivatives. */
export class Deterministic implements TermAutomaton {
  readonly #expressions: Expressions;
  readonly #known = new Map<Expression, State>();
  readonly #queue: State[] = [];
  /** State by depth. */
  readonly #path: State[];
  /** Members of the sets of states found so far. */
  #members = 0;

  constructor(expression: Expression, expressions: Expressions) {
    this.#expressions = expressions;
    this.#path = [this.#stateOf(expression)];
  }

  /** Finds all states. Yields the steps taken since the last yield, and returns false early when there are too many. */
  *build(): Generator<number, boolean> {
    for (let at = 0; at < this.#queue.length; at++) {
      const state = item(this.#queue, at);
      this.#members += sizeOf(state.expression);
      if (this.#members >= MAX_MEMBERS) return false;
      yield* this.#connect(state);
    }
    this.#markAlive();
    this.#known.clear();
    return true;
  }

  step(depth: number, point: number): boolean {
    const state = item(this.#path, depth);
    let low = 0;
    for (let high = state.starts.length; low + 1 < high; ) {
      const middle = (low + high) >>> 1;
      if (item(state.starts, middle) <= point) low = middle;
      else high = middle;
    }
    const next = item(state.targets, low);
    this.#path[depth + 1] = next;
    return next.isAlive;
  }

  accepts(depth: number): boolean {
    return item(this.#path, depth).expression.matchesEmpty;
  }

  /** Whether the automaton accepts a text. */
  test(text: string): boolean {
    let depth = 0;
    for (const character of text) if (!this.step(depth++, character.codePointAt(0) ?? 0)) return false;
    return this.accepts(depth);
  }

  *#connect(state: State): Generator<number> {
    const alike = yield* charactersAlike(headsOf(state.expression));
    const targets = new Map<string, State>();
    for (const { start, key } of alike) {
      let target = targets.get(key);
      if (!target) {
        const before = this.#expressions.steps;
        target = this.#stateOf(this.#expressions.derivative(state.expression, start));
        targets.set(key, target);
        yield this.#expressions.steps - before;
      }
      if (target === state.targets.at(-1)) continue;
      state.starts.push(start);
      state.targets.push(target);
    }
  }

  #stateOf(expression: Expression): State {
    const known = this.#known.get(expression);
    if (known) return known;
    const made: State = { expression, starts: [], targets: [], isAlive: false };
    this.#known.set(expression, made);
    this.#queue.push(made);
    return made;
  }

  #markAlive(): void {
    const before = new Map<State, State[]>();
    for (const state of this.#queue) {
      for (const target of state.targets) {
        const sources = before.get(target);
        if (sources) sources.push(state);
        else before.set(target, [state]);
      }
    }
    const alive = this.#queue.filter(({ expression }) => expression.matchesEmpty);
    for (let state = alive.pop(); state; state = alive.pop()) {
      if (state.isAlive) continue;
      state.isAlive = true;
      alive.push(...(before.get(state) ?? []));
    }
  }
}

/** Number of alternatives in the expression. */
function sizeOf({ form }: Expression): number {
  switch (form.kind) {
    case "union":
    case "intersection":
      return form.members.reduce((sum, each) => sum + sizeOf(each), 0);
    case "concatenation":
      return sizeOf(form.first);
    case "complement":
      return sizeOf(form.inner);
    default:
      return 1;
  }
}

/** The sets of characters that a match may begin with. */
function headsOf(
  expression: Expression,
  heads = new Map<Expression, Characters>(),
  seen = new Set<Expression>(),
): ReadonlyMap<Expression, Characters> {
  if (seen.has(expression)) return heads;
  seen.add(expression);
  const { form } = expression;
  switch (form.kind) {
    case "characters":
      return heads.set(expression, form.ranges);
    case "concatenation":
      headsOf(form.first, heads, seen);
      return form.first.matchesEmpty ? headsOf(form.rest, heads, seen) : heads;
    case "union":
    case "intersection":
      for (const each of form.members) headsOf(each, heads, seen);
      return heads;
    case "complement":
    case "repetition":
      return headsOf(form.inner, heads, seen);
    default:
      return heads;
  }
}

interface Alike {
  readonly start: number;
  readonly key: string;
}

/**
 * Ranges of characters by their first one, each with a key: ranges in the same sets have the same key. Yields the steps
 * taken since the last yield.
 */
function* charactersAlike(heads: ReadonlyMap<Expression, Characters>): Generator<number, readonly Alike[]> {
  const changes = new Map<number, Expression[]>([[0, []]]);
  const change = (at: number, head: Expression) => {
    const known = changes.get(at);
    if (known) known.push(head);
    else if (at <= LAST_CHARACTER) changes.set(at, [head]);
  };
  for (const [head, ranges] of heads) {
    for (const [from, to] of ranges) {
      change(from, head);
      change(to + 1, head);
    }
  }
  const inside = new Set<number>();
  const alike: Alike[] = [];
  for (const [start, changed] of [...changes].sort(([a], [b]) => a - b)) {
    // A set begins or ends here, since its ranges do not touch.
    for (const { id } of changed) if (!inside.delete(id)) inside.add(id);
    alike.push({ start, key: [...inside].sort((a, b) => a - b).join() });
    yield 1 + Math.floor(inside.size / MEMBERS_PER_STEP);
  }
  return alike;
}
