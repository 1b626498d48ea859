import { roundedFraction, roundedSignificant } from "./decimal-digits.ts";

/** Prints numbers as a pattern of Java's DecimalFormat says, such as `#,##0.00` or `0.0E0`. */
export type DecimalFormat = (value: number) => string;

/** What a pattern says of the digits. */
interface DigitRules {
  readonly minIntegers: number;
  /** Digits before the point of a number with an exponent. */
  readonly maxIntegers: number;
  readonly minFractions: number;
  readonly maxFractions: number;
  /** Size of groups; 0: none. */
  readonly group: number;
  /** Least digits of the exponent; 0: no exponent. */
  readonly exponent: number;
  readonly alwaysPoint: boolean;
}

interface Part {
  readonly prefix: string;
  readonly suffix: string;
  readonly rules: DigitRules;
  readonly multiplier: 1 | 100 | 1000;
}

/** The pattern is not one of Java's; the message is Java's. */
export class InvalidDecimalPattern extends Error {
  override readonly name = "InvalidDecimalPattern";
}

/** An empty pattern: all digits, in groups. */
const PLAIN: Part = {
  prefix: "",
  suffix: "",
  multiplier: 1,
  rules: {
    minIntegers: 0,
    maxIntegers: Number.POSITIVE_INFINITY,
    minFractions: 0,
    maxFractions: 340,
    group: 3,
    exponent: 0,
    alwaysPoint: false,
  },
};

/** Compiles a pattern. @throws InvalidDecimalPattern */
export function decimalFormat(pattern: string): DecimalFormat {
  const [positive, negative] = pattern === "" ? [PLAIN] : new PatternReader(pattern).parts();
  const { rules, multiplier } = positive;
  // A negative part gives its prefix and suffix alone, and only if they say anything else.
  const same = !negative || (negative.prefix === positive.prefix && negative.suffix === positive.suffix);
  const [before, behind] = same ? [`-${positive.prefix}`, positive.suffix] : [negative.prefix, negative.suffix];
  return (value) => {
    if (Number.isNaN(value)) return "NaN";
    const isNegative = value < 0 || Object.is(value, -0);
    const magnitude = Math.abs(value * multiplier);
    const digits = Number.isFinite(magnitude) ? digitsOf(magnitude, rules) : "∞";
    return isNegative ? before + digits + behind : positive.prefix + digits + positive.suffix;
  };
}

function digitsOf(value: number, rules: DigitRules): string {
  if (rules.exponent > 0) return withExponent(value, rules);
  const { integers, fractions } = roundedFraction(value, rules.maxFractions);
  const whole = (integers === "0" ? "" : integers).padStart(rules.minIntegers, "0");
  const fraction = fractions.replace(/0+$/, "").padEnd(rules.minFractions, "0");
  const grouped = rules.group > 0 ? whole.replace(groupsOf(rules.group), "$&,") : whole;
  const shown = grouped === "" && fraction === "" ? "0" : grouped;
  return shown + (fraction !== "" || rules.alwaysPoint ? "." : "") + fraction;
}

/** Digits that a whole number of groups follows. */
const groupsOf = (size: number): RegExp => new RegExp(`\\d(?=(?:\\d{${size}})+$)`, "g");

function withExponent(value: number, rules: DigitRules): string {
  const { minIntegers, maxIntegers, minFractions, maxFractions } = rules;
  const { digits, point } = roundedSignificant(value, maxIntegers + maxFractions);
  const isZero = digits === "";
  // More integer digits than must be there make the exponent a multiple of their number.
  const repeats = maxIntegers > 1 && maxIntegers > minIntegers;
  const least = repeats ? 1 : minIntegers;
  const exponent = isZero ? 0 : repeats ? Math.floor((point - 1) / maxIntegers) * maxIntegers : point - least;
  const integers = isZero ? least : point - exponent;
  const length = Math.max(minIntegers + minFractions, integers, digits.length);
  const all = digits.padEnd(length, "0");
  const [whole, fraction] = [all.slice(0, integers), all.slice(integers)];
  const power = String(Math.abs(exponent)).padStart(rules.exponent, "0");
  const pointShown = fraction !== "" || rules.alwaysPoint ? "." : "";
  return `${whole}${pointShown}${fraction}E${exponent < 0 ? "-" : ""}${power}`;
}

class PatternReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parts(): readonly [Part, Part?] {
    const positive = this.#part();
    if (this.#at === this.#pattern.length) return [positive];
    this.#at++;
    const negative = this.#part();
    if (this.#at < this.#pattern.length) throw this.#unquoted(";");
    return [positive, negative];
  }

  /** Reads up to the end or to `;`. */
  #part(): Part {
    const prefix = this.#affix(false);
    const numberFrom = this.#at;
    const rules = this.#rules(this.#take(/[#0,.]*/y));
    const exponent = this.#at > numberFrom ? this.#exponent(rules) : 0;
    // Java refuses a separator of parts that nothing but an affix precedes.
    if (this.#pattern[this.#at] === ";" && this.#at === numberFrom) throw this.#unquoted(";");
    const suffix = this.#affix(true);
    const factors = [prefix.multiplier, suffix.multiplier].filter((each) => each > 1);
    if (factors.length > 1) throw this.#invalid("Too many percent/per mille characters in pattern");
    return {
      prefix: prefix.text,
      suffix: suffix.text,
      multiplier: factors[0] ?? 1,
      rules: exponent === 0 ? rules : { ...rules, exponent },
    };
  }

  #affix(isSuffix: boolean): { readonly text: string; readonly multiplier: Part["multiplier"] } {
    let text = "";
    let multiplier: Part["multiplier"] = 1;
    for (; this.#at < this.#pattern.length; this.#at++) {
      const character = this.#pattern[this.#at] ?? "";
      if ("#0,.".includes(character)) {
        if (!isSuffix) break;
        throw this.#unquoted(character);
      }
      if (character === ";") break;
      if (character === "'") text += this.#quoted();
      else {
        if (character === "%" || character === "‰") {
          if (multiplier > 1) throw this.#invalid("Too many percent/per mille characters in pattern");
          multiplier = character === "%" ? 100 : 1000;
        }
        text += character;
      }
    }
    return { text, multiplier };
  }

  /** Reads from one quote to the next and stays on it. Two quotes are one quote. */
  #quoted(): string {
    const end = this.#pattern.indexOf("'", this.#at + 1);
    if (end === this.#at + 1) {
      this.#at = end;
      return "'";
    }
    if (end < 0) throw this.#invalid("Malformed pattern");
    const text = this.#pattern.slice(this.#at + 1, end);
    this.#at = end;
    return text;
  }

  #rules(number: string): DigitRules {
    const points = number.split(".").length - 1;
    if (points > 1) throw this.#invalid("Multiple decimal separators in pattern");
    const [whole = "", fraction = ""] = number.split(".");
    if (fraction.includes(",")) throw this.#invalid("Malformed pattern");
    const digits = whole.replaceAll(",", "");
    if (/0#+0/.test(digits) || /#0/.test(fraction)) throw this.#invalid("Unexpected '0' in pattern");
    if (!/^#*0*$/.test(digits)) throw this.#invalid("Malformed pattern");
    const comma = whole.lastIndexOf(",");
    if (comma >= 0 && comma === whole.length - 1) throw this.#invalid("Malformed pattern");
    const hasZero = number.includes("0");
    // `#.##` means `0.##`, and `.##` means `.0#`.
    const minIntegers = digits.replaceAll("#", "").length || (!hasZero && points > 0 && digits !== "" ? 1 : 0);
    const zeroFractions = fraction.replaceAll("#", "").length;
    return {
      minIntegers,
      maxIntegers: digits.length,
      minFractions: zeroFractions || (!hasZero && points > 0 && digits === "" && fraction !== "" ? 1 : 0),
      maxFractions: fraction.length,
      group: comma < 0 ? 0 : whole.length - comma - 1,
      exponent: 0,
      alwaysPoint: points > 0 && (digits === "" || fraction === ""),
    };
  }

  /** Least digits of the exponent; 0 when there is none. */
  #exponent({ maxIntegers, maxFractions }: DigitRules): number {
    if (this.#pattern[this.#at] !== "E") return 0;
    this.#at++;
    const zeros = this.#take(/0*/y).length;
    if (zeros === 0 || maxIntegers + maxFractions === 0) throw this.#invalid("Malformed exponential pattern");
    return zeros;
  }

  #take(characters: RegExp): string {
    characters.lastIndex = this.#at;
    const [taken = ""] = characters.exec(this.#pattern) ?? [];
    this.#at += taken.length;
    return taken;
  }

  #unquoted(character: string): InvalidDecimalPattern {
    return this.#invalid(`Unquoted special character '${character}' in pattern`);
  }

  #invalid(what: string): InvalidDecimalPattern {
    return new InvalidDecimalPattern(`${what} "${this.#pattern}"`);
  }
}
