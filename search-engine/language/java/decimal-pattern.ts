/** A pattern of Java's DecimalFormat, such as `#,##0.00` or `0.##E0`, as read. */
export interface DecimalPattern {
  readonly positive: Affixes;
  readonly negative: Affixes;
  /** 100 for a percentage, 1,000 for a per mille. */
  readonly multiplier: number;
  /** Digits between two grouping separators; 0 for none. */
  readonly grouping: number;
  readonly minInteger: number;
  /** Only used with exponents. */
  readonly maxInteger: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  /** Minimum digits of the exponent; undefined where there is no exponent. */
  readonly exponent: number | undefined;
  readonly alwaysPoint: boolean;
}

/** The pattern is invalid; the message is Java's. */
export class InvalidDecimalPattern extends Error {
  override readonly name = "InvalidDecimalPattern";
}

/** Texts before and behind the digits. */
export interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
}

/** The sign of a currency; two of them mean its name. */
const CURRENCY = "¤";

/** Fraction digits of the empty pattern: more than a double has. */
const ALL_DIGITS = 340;

/** @throws InvalidDecimalPattern */
export function readDecimalPattern(pattern: string): DecimalPattern {
  const reader = new PatternReader(pattern);
  const positive = reader.read(true);
  const negative = reader.atEnd ? undefined : reader.read(false);
  const isOwn = negative && (negative.prefix !== positive.prefix || negative.suffix !== positive.suffix);
  return {
    positive,
    negative: isOwn ? negative : { prefix: `-${positive.prefix}`, suffix: positive.suffix },
    multiplier: positive.multiplier,
    ...(pattern === ""
      ? { ...digitsOf(positive), minInteger: 0, maxFraction: ALL_DIGITS, grouping: 3 }
      : digitsOf(positive)),
  };
}

interface Subpattern extends Affixes {
  readonly multiplier: number;
  /** `#` before the first `0`, `0`, and `#` after them. */
  readonly left: number;
  readonly zeros: number;
  readonly right: number;
  /** Digits before the point; undefined where there is no point. */
  readonly point: number | undefined;
  readonly grouping: number;
  readonly exponent: number | undefined;
}

function digitsOf({ left, zeros, right, point, grouping, exponent }: Subpattern) {
  const total = left + zeros + right;
  const minInteger = (point ?? total) - left;
  return {
    minInteger,
    maxInteger: left + minInteger,
    minFraction: point === undefined ? 0 : left + zeros - point,
    maxFraction: point === undefined ? 0 : total - point,
    grouping,
    exponent,
    alwaysPoint: point !== undefined && (point === 0 || point === total),
  };
}

class PatternReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get atEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  /** Reads the first subpattern up to the separator, or the second behind it, which only has affixes of its own. */
  read(isFirst: boolean): Subpattern {
    const affixes = { prefix: "", suffix: "" };
    let side: keyof Affixes = "prefix";
    const digits = new Digits();
    let multiplier = 1;
    let isQuoted = false;
    for (; !this.atEnd; this.#at++) {
      const character = this.#pattern.charAt(this.#at);
      if (character === "'") {
        if (this.#pattern[this.#at + 1] === "'") {
          affixes[side] += "'";
          this.#at++;
        } else isQuoted = !isQuoted;
      } else if (isQuoted) affixes[side] += character;
      else if ("#0,.".includes(character)) {
        this.#number(isFirst ? digits : new Digits());
        side = "suffix";
      } else if (character === ";") {
        if (side === "prefix" || !isFirst) throw this.#refused("Unquoted special character ';' in pattern");
        this.#at++;
        break;
      } else {
        if (character === "%" || character === "‰") {
          if (multiplier !== 1) throw this.#refused("Too many percent/per mille characters in pattern");
          multiplier = character === "%" ? 100 : 1_000;
        }
        affixes[side] += character === CURRENCY ? this.#currency() : character;
      }
    }
    if (isQuoted || !digits.normalise()) throw this.#refused("Malformed pattern");
    const { left, zeros, right, point, grouping, exponent } = digits;
    return { ...affixes, multiplier, left, zeros, right, point, grouping: Math.max(0, grouping), exponent };
  }

  /** The sign of no particular currency, or its name. Stops at the last sign. */
  #currency(): string {
    if (this.#pattern[this.#at + 1] !== CURRENCY) return CURRENCY;
    this.#at++;
    return "XXX";
  }

  /** Reads digits, separators and the exponent behind them. Stops at the last character. */
  #number(digits: Digits): void {
    for (; "#0,.".includes(this.#pattern[this.#at] ?? " "); this.#at++) {
      const refusal = digits.add(this.#pattern.charAt(this.#at));
      if (refusal) throw this.#refused(refusal);
    }
    if (this.#pattern[this.#at] === "E") {
      if (digits.exponent !== undefined) throw this.#refused("Multiple exponential symbols in pattern");
      const [zeros = ""] = /^0*/.exec(this.#pattern.slice(this.#at + 1)) ?? [];
      if (digits.left + digits.zeros < 1 || zeros === "") throw this.#refused("Malformed exponential pattern");
      digits.exponent = zeros.length;
      this.#at += 1 + zeros.length;
    }
    this.#at--;
  }

  #refused(reason: string): InvalidDecimalPattern {
    return new InvalidDecimalPattern(`${reason} "${this.#pattern}"`);
  }
}

class Digits {
  left = 0;
  zeros = 0;
  right = 0;
  point: number | undefined;
  /** Digits since the last grouping separator before the point; -1 where there is none. */
  grouping = -1;
  exponent: number | undefined;

  /** Why the character can't stand here; undefined when it can. */
  add(character: string): string | undefined {
    if (character === ",") this.grouping = 0;
    else if (character === ".") {
      if (this.point !== undefined) return "Multiple decimal separators in pattern";
      this.point = this.left + this.zeros + this.right;
    } else {
      if (character === "0" && this.right > 0) return "Unexpected '0' in pattern";
      if (character === "0") this.zeros++;
      else if (this.zeros > 0) this.right++;
      else this.left++;
      if (this.grouping >= 0 && this.point === undefined) this.grouping++;
    }
    return undefined;
  }

  /** Turns `#.##` into `0.##`. Returns whether the digits make a pattern. */
  normalise(): boolean {
    const { point } = this;
    if (this.zeros === 0 && this.left > 0 && point !== undefined) {
      const integer = Math.max(1, point);
      this.right = this.left - integer;
      this.left = integer - 1;
      this.zeros = 1;
    }
    const fits = point === undefined ? this.right === 0 : point >= this.left && point <= this.left + this.zeros;
    return fits && this.grouping !== 0;
  }
}
