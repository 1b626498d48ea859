/** Tokens of Lucene's classic query syntax. */
export type TokenKind =
  | "AND"
  | "OR"
  | "NOT"
  | "+"
  | "-"
  /** An operator followed by white space: a word of its own. */
  | "bare operator"
  | "("
  | ")"
  | ":"
  | "*"
  | "^"
  | "quoted"
  | "term"
  /** `~` and the characters behind it. */
  | "fuzzy"
  | "prefix"
  | "wildcard"
  | "regexp"
  | "["
  | "{"
  /** A boost. */
  | "number"
  | "TO"
  | "]"
  | "}"
  | "range quoted"
  | "range word"
  | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly image: string;
  readonly at: number;
}

/** A character of the text is not allowed in its place. */
export class LexicalError extends Error {
  override readonly name = "LexicalError";
}

const WHITE_SPACE = " \t\n\r\u3000";
/** Characters that must be escaped in words. */
const NOT_IN_WORDS = `${WHITE_SPACE}!():^[]"{}~*?\\/`;
const KEYWORDS: ReadonlyMap<string, TokenKind> = new Map([
  ["AND", "AND"],
  ["&&", "AND"],
  ["OR", "OR"],
  ["||", "OR"],
  ["NOT", "NOT"],
]);
const SINGLE: ReadonlyMap<string, TokenKind> = new Map([
  ["(", "("],
  [")", ")"],
  [":", ":"],
  ["^", "^"],
  ["[", "["],
  ["{", "{"],
]);

type State = "default" | "boost" | "range";

/** Cuts a query string into tokens, the longest possible at each place, as far as the parser reads. */
export class Tokens {
  readonly #text: string;
  readonly #ahead: Token[] = [];
  #at = 0;
  #state: State = "default";

  constructor(text: string) {
    this.#text = text;
  }

  /** The token after `distance` others. @throws LexicalError */
  peek(distance = 0): Token {
    for (;;) {
      const found = this.#ahead[distance];
      if (found) return found;
      this.#ahead.push(this.#read());
    }
  }

  /** @throws LexicalError */
  next(): Token {
    const token = this.peek();
    this.#ahead.shift();
    return token;
  }

  #read(): Token {
    const token = this.#state === "boost" ? this.#number() : this.#state === "range" ? this.#inRange() : this.#token();
    if (token.kind === "^") this.#state = "boost";
    else if (token.kind === "[" || token.kind === "{") this.#state = "range";
    else if (token.kind === "number" || token.kind === "]" || token.kind === "}") this.#state = "default";
    this.#at += token.image.length;
    return token;
  }

  #token(): Token {
    this.#skipWhiteSpace();
    const [text, at] = [this.#text, this.#at];
    const first = text.charAt(at);
    if (first === "") return this.#end();
    const single = SINGLE.get(first);
    if (single) return { kind: single, image: first, at };
    if (first === "+" || first === "-" || first === "!") return this.#operator(first);
    if (first === '"') return this.#upTo("quoted", this.#endOfQuoted());
    if (first === "/") return this.#upTo("regexp", this.#endOfDelimited("/"));
    if (first === "~") return this.#upTo("fuzzy", endOfWord(text, at + 1, NOT_IN_WORDS));
    return this.#word();
  }

  #operator(image: "+" | "-" | "!"): Token {
    const after = this.#text.charAt(this.#at + 1);
    if (after !== "" && WHITE_SPACE.includes(after)) return this.#upTo("bare operator", this.#at + 2);
    return { kind: image === "!" ? "NOT" : image, image, at: this.#at };
  }

  #word(): Token {
    const [text, at] = [this.#text, this.#at];
    const end = endOfWord(text, at, NOT_IN_WORDS.replace("*", "").replace("?", ""));
    const image = text.slice(at, end);
    return this.#upTo(KEYWORDS.get(image) ?? kindOfWord(image), end);
  }

  #number(): Token {
    const digits = /\d+(?:\.\d+)?/y;
    digits.lastIndex = this.#at;
    if (this.#at >= this.#text.length) return this.#end();
    return this.#upTo("number", this.#at + (digits.exec(this.#text)?.[0].length ?? 0));
  }

  /** Inside brackets a word ends at a space or a bracket only. */
  #inRange(): Token {
    const text = this.#text;
    const wordEnd = (from: number) => {
      let end = from;
      while (end < text.length && !" ]}".includes(text.charAt(end))) end++;
      return end;
    };
    let end = wordEnd(this.#at);
    while (this.#at < text.length && WHITE_SPACE.includes(text.charAt(this.#at)) && end <= this.#at + 1) {
      this.#at++;
      end = wordEnd(this.#at);
    }
    const first = text.charAt(this.#at);
    if (first === "") return this.#end();
    if (first === "]" || first === "}") return { kind: first, image: first, at: this.#at };
    const quotedEnd = first === '"' ? this.#endOfDelimited('"') : 0;
    if (quotedEnd >= end && quotedEnd > this.#at + 2) return this.#upTo("range quoted", quotedEnd);
    return this.#upTo(text.slice(this.#at, end) === "TO" ? "TO" : "range word", end);
  }

  #skipWhiteSpace(): void {
    while (this.#at < this.#text.length && WHITE_SPACE.includes(this.#text.charAt(this.#at))) this.#at++;
  }

  #endOfQuoted(): number {
    const text = this.#text;
    for (let at = this.#at + 1; at < text.length; at++) {
      if (text.charAt(at) === '"') return at + 1;
      if (text.charAt(at) === "\\") at++;
    }
    return this.#at;
  }

  /**
   * The place behind the first delimiter without a backslash before it. If there is none, a backslash may end the text:
   * the place behind the last delimiter.
   */
  #endOfDelimited(delimiter: string): number {
    const text = this.#text;
    let end = this.#at;
    for (let at = text.indexOf(delimiter, this.#at + 1); at >= 0; at = text.indexOf(delimiter, at + 1)) {
      end = at + 1;
      if (at === this.#at + 1 || text.charAt(at - 1) !== "\\") break;
    }
    return end;
  }

  #upTo(kind: TokenKind, end: number): Token {
    const at = this.#at;
    if (end > at) return { kind, image: this.#text.slice(at, end), at };
    throw new LexicalError(`Lexical error at line 1, column ${at + 1}.  Encountered: ${this.#quoted(at)}`);
  }

  #quoted(at: number): string {
    const character = this.#text.charAt(at);
    return character === "" ? "<EOF>" : `"${character}" (${character.charCodeAt(0)})`;
  }

  #end(): Token {
    return { kind: "end", image: "", at: this.#text.length };
  }
}

/** The first unescaped stopping character at or after `from`, or the text's end. */
function endOfWord(text: string, from: number, stops: string): number {
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === "\\" && at + 1 < text.length) at += 2;
    else if (stops.includes(character)) break;
    else at++;
  }
  return at;
}

function kindOfWord(image: string): TokenKind {
  if (image === "*") return "*";
  const wild = image.replace(/\\[\s\S]/g, "").search(/[*?]/);
  if (wild < 0) return "term";
  const bare = image.replace(/\\[\s\S]/g, "ee");
  return bare.search(/[*?]/) === bare.length - 1 && bare.endsWith("*") ? "prefix" : "wildcard";
}
