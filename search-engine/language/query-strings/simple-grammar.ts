import { MAX_QUERY_STRING_DEPTH } from "../../limits.ts";
import type { PhraseLeaf, TextLeaf } from "./tree.ts";

/** A parsed simple query string: branches in the order of the text, each with the operator before it. */
export type SimpleTree = SimpleLeaf | SimpleGroup;

export type SimpleLeaf =
  | Omit<TextLeaf, "field">
  | (Omit<PhraseLeaf, "field" | "slop"> & { readonly slop: number })
  | { readonly kind: "prefix"; readonly text: string }
  | { readonly kind: "fuzzy"; readonly text: string; readonly edits: 1 | 2 };

export interface SimpleGroup {
  readonly kind: "group";
  readonly branches: readonly SimpleBranch[];
}

export interface SimpleBranch {
  /** Undefined: the default operator. */
  readonly operator: "and" | "or" | undefined;
  readonly isNegated: boolean;
  readonly tree: SimpleTree;
}

/** Bits of `flags`: the enabled operators. */
export const simpleFlags = {
  and: 1,
  not: 2,
  or: 4,
  prefix: 8,
  phrase: 16,
  precedence: 32,
  escape: 64,
  whitespace: 128,
  fuzzy: 256,
  near: 512,
} as const;

const WHITE_SPACE = " \t\n\r";

/**
 * Parses Lucene's simple query syntax, in which every text is a query: a character that is not an operator in its place
 * is part of a word. Groups beyond the maximum depth are read as words. `visit` is called for each leaf and may throw.
 */
export function parseSimpleQueryString(text: string, flags: number, visit: (leaf: SimpleLeaf) => void): SimpleGroup {
  return new Parser(text, flags, visit).group(0, text.length, 0);
}

class Parser {
  readonly #text: string;
  readonly #flags: number;
  readonly #visit: (leaf: SimpleLeaf) => void;
  /** For each opening parenthesis, the place of the one that closes it. */
  readonly #closings: ReadonlyMap<number, number>;
  #at = 0;
  #end = 0;

  constructor(text: string, flags: number, visit: (leaf: SimpleLeaf) => void) {
    this.#text = text;
    this.#flags = flags;
    this.#visit = visit;
    this.#closings = this.#has("precedence") ? this.#matchParentheses() : new Map();
  }

  group(from: number, to: number, depth: number): SimpleGroup {
    const outerEnd = this.#end;
    [this.#at, this.#end] = [from, to];
    const branches: SimpleBranch[] = [];
    let operator: SimpleBranch["operator"];
    let negations = 0;
    while (this.#at < this.#end) {
      const character = this.#text.charAt(this.#at);
      if (character === "-" && this.#has("not")) {
        negations++;
        this.#at++;
        continue;
      }
      const given = this.#operator(character);
      if (given) {
        if (branches.length > 0) operator ??= given;
        this.#at++;
      } else if (this.#isSkipped(character)) this.#at++;
      else {
        const tree = this.#branch(character, depth);
        if (typeof tree === "object") branches.push({ operator, isNegated: negations % 2 === 1, tree });
        // Empty parentheses and quotes consume the operator before them; unmatched ones do not.
        if (tree !== "nothing") operator = undefined;
      }
      negations = 0;
    }
    this.#end = outerEnd;
    return { kind: "group", branches };
  }

  #has(flag: keyof typeof simpleFlags): boolean {
    return (this.#flags & simpleFlags[flag]) !== 0;
  }

  #operator(character: string): "and" | "or" | undefined {
    if (character === "+" && this.#has("and")) return "and";
    return character === "|" && this.#has("or") ? "or" : undefined;
  }

  #isSkipped(character: string): boolean {
    if (character === ")" && this.#has("precedence")) return true;
    return WHITE_SPACE.includes(character) && this.#has("whitespace");
  }

  /** "nothing" for an opening character without its closing one, "empty" for a pair with nothing inside. */
  #branch(character: string, depth: number): SimpleTree | "nothing" | "empty" {
    if (character === "(" && this.#has("precedence")) return this.#parenthesis(depth);
    if (character === '"' && this.#has("phrase")) return this.#phrase();
    return this.#word() ?? "nothing";
  }

  #parenthesis(depth: number): SimpleTree | "nothing" | "empty" {
    const start = this.#at + 1;
    const closing = this.#closings.get(this.#at) ?? this.#end;
    if (closing >= this.#end || depth >= MAX_QUERY_STRING_DEPTH) {
      this.#at = start;
      return "nothing";
    }
    if (closing === start) {
      this.#at = closing + 1;
      return "empty";
    }
    const group = this.group(start, closing, depth + 1);
    this.#at = closing + 1;
    return group.branches.length === 0 ? "nothing" : group;
  }

  #matchParentheses(): Map<number, number> {
    const closings = new Map<number, number>();
    const open: number[] = [];
    for (let at = 0; at < this.#text.length; at++) {
      const character = this.#text.charAt(at);
      if (character === "\\" && this.#has("escape")) at++;
      else if (character === "(") open.push(at);
      else if (character === ")") {
        const opening = open.pop();
        if (opening !== undefined) closings.set(opening, at);
      }
    }
    return closings;
  }

  #phrase(): SimpleTree | "nothing" | "empty" {
    const start = this.#at + 1;
    const [text, closing] = this.#upTo(start, (character) => character === '"');
    if (closing >= this.#end) {
      this.#at = start;
      return "nothing";
    }
    this.#at = closing + 1;
    if (closing === start) return "empty";
    let slop = 0;
    if (this.#text.charAt(this.#at) === "~" && this.#at < this.#end && this.#has("near")) {
      this.#at++;
      if (this.#at < this.#end) {
        slop = this.#number();
        // Lucene skips the character that ends the number.
        this.#at++;
      }
    }
    return this.#leaf({ kind: "phrase", text, slop });
  }

  #word(): SimpleTree | undefined {
    const from = this.#at;
    let isPrefix = false;
    let copied = "";
    let isFuzzy = false;
    while (this.#at < this.#end) {
      const character = this.#text.charAt(this.#at);
      if (character === "\\" && this.#has("escape")) {
        isPrefix = false;
        this.#at++;
        if (this.#at < this.#end) copied += this.#text.charAt(this.#at++);
        continue;
      }
      if (this.#endsWord(character)) break;
      if (copied !== "" && character === "~" && this.#has("fuzzy")) {
        isFuzzy = true;
        break;
      }
      isPrefix = copied !== "" && character === "*" && this.#has("prefix");
      copied += character;
      this.#at++;
    }
    if (this.#at === from) this.#at++;
    if (copied === "") return undefined;
    if (!isFuzzy) {
      return this.#leaf(isPrefix ? { kind: "prefix", text: copied.slice(0, -1) } : { kind: "text", text: copied });
    }
    this.#at++;
    const edits = Math.min(2, this.#number());
    if (edits === 0) return this.#leaf({ kind: "text", text: copied });
    return this.#leaf({ kind: "fuzzy", text: copied, edits: edits === 1 ? 1 : 2 });
  }

  /** The number behind a tilde: 2 where it is absent, 0 where it is not a number. */
  #number(): number {
    const from = this.#at;
    while (this.#at < this.#end && !this.#endsWord(this.#text.charAt(this.#at))) this.#at++;
    const digits = this.#text.slice(from, this.#at);
    if (digits === "") return 2;
    const number = /^[+-]?\d+$/.test(digits) ? Number(digits) : 0;
    return number > 2 ** 31 - 1 ? 0 : Math.max(0, number);
  }

  #endsWord(character: string): boolean {
    if (character === '"') return this.#has("phrase");
    if (character === "|") return this.#has("or");
    if (character === "+") return this.#has("and");
    if (character === "(" || character === ")") return this.#has("precedence");
    return WHITE_SPACE.includes(character) && this.#has("whitespace");
  }

  /** The text, without escapes, up to the first unescaped character that passes the test, and that character's place. */
  #upTo(from: number, isLast: (character: string) => boolean): readonly [string, number] {
    let text = "";
    let at = from;
    for (; at < this.#end; at++) {
      const character = this.#text.charAt(at);
      if (character === "\\" && this.#has("escape")) {
        at++;
        if (at < this.#end) text += this.#text.charAt(at);
        continue;
      }
      if (isLast(character)) break;
      text += character;
    }
    return [text, Math.min(at, this.#end)];
  }

  #leaf(leaf: SimpleLeaf): SimpleLeaf {
    this.#visit(leaf);
    return leaf;
  }
}
