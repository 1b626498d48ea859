import { item } from "../../index/arrays.ts";
import { type Expression, type Expressions, LAST_CHARACTER } from "./expressions.ts";
import type { TermAutomaton } from "./walk.ts";

interface State {
  readonly expression: Expression;
  /** What follows characters from starts[i] up to the next start is targets[i]. */
  starts: readonly number[];
  targets: readonly State[];
  /** Whether some text leads from here to a match. */
  isAlive: boolean;
}

/** Lucene's limit: members of all sets of states that are found. */
const MAX_EFFORT = 100_000;

/** A deterministic automaton of a regular expression, made of its derivatives. */
export class Deterministic implements TermAutomaton {
  readonly #expressions: Expressions;
  readonly #known = new Map<Expression, State>();
  readonly #queue: State[] = [];
  /** By depth. */
  readonly #path: State[];
  #effort = 0;

  constructor(expression: Expression, expressions: Expressions) {
    this.#expressions = expressions;
    this.#path = [this.#stateOf(expression)];
  }

  /** Finds all states; yields the steps that it took, and ends early with false when there are too many. */
  *build(): Generator<number, boolean> {
    for (let at = 0; at < this.#queue.length; at++) {
      const state = item(this.#queue, at);
      this.#effort += sizeOf(state.expression);
      if (this.#effort >= MAX_EFFORT) return false;
      this.#connect(state);
      yield state.starts.length * sizeOf(state.expression);
    }
    this.#markAlive();
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

  #connect(state: State): void {
    const bounds = new Set([0]);
    addBounds(state.expression, bounds, new Set());
    const starts: number[] = [];
    const targets: State[] = [];
    for (const start of [...bounds].sort((a, b) => a - b)) {
      if (start > LAST_CHARACTER) continue;
      const target = this.#stateOf(this.#expressions.derivative(state.expression, start));
      if (target === targets.at(-1)) continue;
      starts.push(start);
      targets.push(target);
    }
    state.starts = starts;
    state.targets = targets;
  }

  #stateOf(expression: Expression): State {
    const known = this.#known.get(expression);
    if (known) return known;
    const made = { expression, starts: [], targets: [], isAlive: false };
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

/** The alternatives that it stands for. */
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

/** Adds the characters at which another derivative begins. */
function addBounds(expression: Expression, bounds: Set<number>, seen: Set<Expression>): void {
  if (seen.has(expression)) return;
  seen.add(expression);
  const { form } = expression;
  switch (form.kind) {
    case "characters":
      for (const [from, to] of form.ranges) bounds.add(from).add(to + 1);
      return;
    case "concatenation":
      addBounds(form.first, bounds, seen);
      if (form.first.matchesEmpty) addBounds(form.rest, bounds, seen);
      return;
    case "union":
    case "intersection":
      for (const each of form.members) addBounds(each, bounds, seen);
      return;
    case "complement":
    case "repetition":
      addBounds(form.inner, bounds, seen);
  }
}
