import { failedToCreateQuery } from "../../language/errors/errors.ts";
import { regexpFlags } from "../../language/queries/regexp.ts";
import { MAX_REPEATED_STATES } from "../../limits.ts";
import { type CharacterRange, type Expression, Expressions, LAST_CHARACTER } from "./expressions.ts";
import { decimalInterval } from "./intervals.ts";

export interface RegexpStyle {
  readonly flags: number;
  /** A to Z match in either case, except in ranges such as `[a-z]`. */
  readonly caseInsensitive: boolean;
}

const DIGITS: readonly CharacterRange[] = [[0x30, 0x39]];
const SPACES: readonly CharacterRange[] = [...[0x20, 0x09, 0x0a, 0x0d]].map((point) => [point, point]);
const WORD: readonly CharacterRange[] = [...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];

/** Classes of characters written with a backslash. An upper-case letter means all other characters. */
const classes: ReadonlyMap<string, readonly CharacterRange[]> = new Map([
  ["d", DIGITS],
  ["s", SPACES],
  ["w", WORD],
]);

const MAX_JAVA_INTEGER = 2 ** 31 - 1;

export const syntaxError = (reason: string, type = "illegal_argument_exception"): Error =>
  failedToCreateQuery(type, reason);

export const tooComplex = (source: string, effort: number): Error =>
  syntaxError(
    `Determinizing ${source} would require more than ${effort} effort.`,
    "too_complex_to_determinize_exception",
  );

/** Reads Lucene's syntax of regular expressions, with Lucene's messages for errors. */
export class RegexpParser {
  readonly expressions = new Expressions();
  readonly #source: string;
  readonly #flags: number;
  readonly #caseInsensitive: boolean;
  #at = 0;

  constructor(source: string, { flags, caseInsensitive }: RegexpStyle) {
    this.#source = source;
    this.#flags = flags;
    this.#caseInsensitive = caseInsensitive;
  }

  /** @throws ShardFailure */
  parse(): Expression {
    if (this.#source === "") return this.expressions.empty;
    const parsed = this.#union();
    if (this.#hasMore) throw syntaxError(`end-of-string expected at position ${this.#at}`);
    return parsed;
  }

  #union(): Expression {
    const members = [this.#intersection()];
    while (this.#match("|")) members.push(this.#intersection());
    return this.expressions.union(members);
  }

  #intersection(): Expression {
    const members = [this.#concatenation()];
    while (this.#allows("intersection") && this.#match("&")) members.push(this.#concatenation());
    return this.expressions.intersection(members);
  }

  #concatenation(): Expression {
    const parts = [this.#repetition()];
    while (this.#hasMore && !this.#peek(")|") && !(this.#allows("intersection") && this.#peek("&"))) {
      parts.push(this.#repetition());
    }
    return parts.reduceRight((rest, part) => this.expressions.concatenation(part, rest), this.expressions.empty);
  }

  #repetition(): Expression {
    let repeated = this.#complement();
    for (;;) {
      if (this.#match("?")) repeated = this.expressions.repetition(repeated, 0, 1);
      else if (this.#match("*")) repeated = this.expressions.repetition(repeated, 0, Number.POSITIVE_INFINITY);
      else if (this.#match("+")) repeated = this.expressions.repetition(repeated, 1, Number.POSITIVE_INFINITY);
      else if (this.#match("{")) repeated = this.#counted(repeated);
      else return repeated;
    }
  }

  #counted(repeated: Expression): Expression {
    const least = this.#integer();
    if (least === undefined) throw syntaxError(`integer expected at position ${this.#at}`);
    const most = this.#match(",") ? (this.#integer() ?? Number.POSITIVE_INFINITY) : least;
    if (!this.#match("}")) throw syntaxError(`expected '}' at position ${this.#at}`);
    if (least > most) throw syntaxError(`invalid repetition range(out of order): ${least}..${most}`);
    const states = statesOf(repeated) * (Number.isFinite(most) ? most : least);
    if (states > MAX_REPEATED_STATES) throw tooComplex(this.#source, states);
    return this.expressions.repetition(repeated, least, most);
  }

  #integer(): number | undefined {
    const start = this.#at;
    while (this.#peek("0123456789")) this.#at++;
    if (start === this.#at) return undefined;
    return javaInteger(this.#source.slice(start, this.#at));
  }

  #complement(): Expression {
    if (!this.#allows("complement") || !this.#match("~")) return this.#characterClass();
    return this.expressions.complement(this.#complement());
  }

  #characterClass(): Expression {
    if (!this.#match("[")) return this.#simple();
    const isNegated = this.#match("^");
    const ranges = [...this.#characterRange()];
    while (this.#hasMore && !this.#peek("]")) ranges.push(...this.#characterRange());
    if (!this.#match("]")) throw syntaxError(`expected ']' at position ${this.#at}`);
    return this.expressions.characters(isNegated ? others(ranges) : ranges);
  }

  #characterRange(): readonly CharacterRange[] {
    const predefined = this.#predefined();
    if (predefined) return predefined;
    const from = this.#character();
    if (!this.#match("-")) return this.#inCases(from);
    const to = this.#character();
    if (from > to) throw syntaxError(`invalid range: from (${from}) cannot be > to (${to})`);
    return [[from, to]];
  }

  #simple(): Expression {
    if (this.#match(".")) return this.expressions.anyCharacter;
    if (this.#allows("empty") && this.#match("#")) return this.expressions.nothing;
    if (this.#allows("anystring") && this.#match("@")) return this.expressions.anything;
    if (this.#match('"')) return this.#quoted();
    if (this.#match("(")) return this.#group();
    if ((this.#allows("automaton") || this.#allows("interval")) && this.#match("<")) return this.#angled();
    return this.expressions.characters(this.#predefined() ?? this.#inCases(this.#character()));
  }

  #quoted(): Expression {
    const text = this.#until('"');
    const parts = Array.from(text, (character) => this.expressions.characters(this.#inCases(pointOf(character))));
    return parts.reduceRight((rest, part) => this.expressions.concatenation(part, rest), this.expressions.empty);
  }

  #group(): Expression {
    if (this.#match(")")) return this.expressions.empty;
    const inner = this.#union();
    if (!this.#match(")")) throw syntaxError(`expected ')' at position ${this.#at}`);
    return inner;
  }

  /** An interval of numbers, or the name of an automaton. There are no named automata. */
  #angled(): Expression {
    const text = this.#until(">");
    if (!text.includes("-")) {
      if (this.#allows("automaton")) throw syntaxError(`'${text}' not found`);
      throw syntaxError(`interval syntax error at position ${this.#at - 1}`);
    }
    if (!this.#allows("interval")) throw syntaxError(`illegal identifier at position ${this.#at - 1}`);
    const [, low = "", high = ""] = /^(\d+)-(\d+)$/.exec(text) ?? [];
    const isInterval = low !== "" && Number(low) <= MAX_JAVA_INTEGER && Number(high) <= MAX_JAVA_INTEGER;
    if (!isInterval) throw syntaxError(`interval syntax error at position ${this.#at - 1}`);
    return decimalInterval(low, high, this.expressions);
  }

  #until(end: string): string {
    const start = this.#at;
    while (this.#hasMore && !this.#peek(end)) this.#at++;
    if (!this.#match(end)) throw syntaxError(`expected '${end}' at position ${this.#at}`);
    return this.#source.slice(start, this.#at - 1);
  }

  #predefined(): readonly CharacterRange[] | undefined {
    if (!this.#match("\\")) return undefined;
    const name = this.#source.charAt(this.#at);
    const ranges = classes.get(name.toLowerCase());
    if (ranges) {
      this.#at++;
      return name === name.toLowerCase() ? ranges : others(ranges);
    }
    if (name === "\\") return this.#inCases(this.#next());
    if (/^[a-zA-Z]$/.test(name)) throw syntaxError(`invalid character class \\${this.#next()}`);
    return undefined;
  }

  #character(): number {
    this.#match("\\");
    return this.#next();
  }

  #inCases(point: number): readonly CharacterRange[] {
    const lower = point | 0x20;
    const isLetter = point < 0x80 && lower >= 0x61 && lower <= 0x7a;
    if (!this.#caseInsensitive || !isLetter) return [[point, point]];
    return [lower, lower - 0x20].map((each) => [each, each]);
  }

  #next(): number {
    if (!this.#hasMore) throw syntaxError("unexpected end-of-string");
    const point = this.#source.codePointAt(this.#at) ?? 0;
    this.#at += point > 0xffff ? 2 : 1;
    return point;
  }

  #match(character: string): boolean {
    if (this.#source[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #peek(characters: string): boolean {
    return this.#hasMore && characters.includes(this.#source.charAt(this.#at));
  }

  get #hasMore(): boolean {
    return this.#at < this.#source.length;
  }

  #allows(flag: keyof typeof regexpFlags): boolean {
    return (this.#flags & regexpFlags[flag]) !== 0;
  }
}

const pointOf = (character: string): number => character.codePointAt(0) ?? 0;

function javaInteger(text: string): number {
  const value = Number(text);
  if (value > MAX_JAVA_INTEGER) throw syntaxError(`For input string: "${text}"`, "number_format_exception");
  return value;
}

function others(ranges: readonly CharacterRange[]): CharacterRange[] {
  const gaps: CharacterRange[] = [];
  let next = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from > next) gaps.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  return next <= LAST_CHARACTER ? [...gaps, [next, LAST_CHARACTER]] : gaps;
}

/** States of a small automaton for the expression, besides the first, which repetitions multiply. */
function statesOf({ form }: Expression): number {
  switch (form.kind) {
    case "characters":
      return 1;
    case "empty":
      return 0;
    case "concatenation":
      return statesOf(form.first) + statesOf(form.rest);
    case "union":
      return form.members.reduce((sum, each) => sum + statesOf(each) - 1, 1);
    case "intersection":
      return Math.max(...form.members.map(statesOf));
    case "complement":
      return statesOf(form.inner);
    case "repetition":
      return statesOf(form.inner) * Math.max(1, Number.isFinite(form.most) ? form.most : form.least);
  }
}
