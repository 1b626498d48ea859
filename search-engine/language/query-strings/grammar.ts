import { MAX_QUERY_STRING_DEPTH } from "../../limits.ts";
import { EscapeError, withoutEscapes } from "./escapes.ts";
import { LexicalError, type Token, type TokenKind, Tokens } from "./tokens.ts";
import type { BoostedTree, Group, GroupMember, Leaf, QueryTree, RangeLeaf } from "./tree.ts";

/** The text is not a query. The message is Lucene's. */
export class QuerySyntaxError extends Error {
  override readonly name = "QuerySyntaxError";
}

/** Called for each leaf as it is read. May throw to end the reading. */
export type VisitLeaf = (leaf: Leaf) => void;

/**
 * Parses Lucene's classic query syntax in time proportional to the text.
 * @throws QuerySyntaxError and what `visit` throws
 */
export function parseQueryString(text: string, visit: VisitLeaf): QueryTree {
  try {
    return new Parser(text, visit).whole();
  } catch (error) {
    if (error instanceof QuerySyntaxError || error instanceof LexicalError || error instanceof EscapeError) {
      throw new QuerySyntaxError(`Cannot parse '${text}': ${error.message}`);
    }
    throw error;
  }
}

/** Tokens after two words that keep the first from being joined with the second. */
const AFTER_SINGLE_WORDS: ReadonlySet<TokenKind> = new Set<TokenKind>([":", "*", "fuzzy", "^", "AND", "OR"]);

/** Tokens that end a group. */
const isEnd = ({ kind }: Token): boolean => kind === "end" || kind === ")" || !STARTS.has(kind);

const STARTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  ...(["AND", "OR", "NOT", "+", "-", "bare operator", "(", "*", "quoted", "term", "prefix", "wildcard"] as const),
  ...(["regexp", "[", "{", "number"] as const),
]);

class Parser {
  readonly #tokens: Tokens;
  readonly #visit: VisitLeaf;
  #depth = 0;

  constructor(text: string, visit: VisitLeaf) {
    this.#tokens = new Tokens(text);
    this.#visit = visit;
  }

  whole(): QueryTree {
    const tree = this.#group(undefined);
    if (this.#tokens.peek().kind !== "end") throw this.#unexpected();
    return tree;
  }

  #group(field: string | undefined): Group {
    const members: GroupMember[] = [];
    do members.push(this.#member(field, members.length === 0));
    while (!isEnd(this.#tokens.peek()));
    return { kind: "group", members };
  }

  #member(field: string | undefined, isFirst: boolean): GroupMember {
    if (this.#joinsNextWord()) {
      return { conjunction: undefined, modifier: undefined, tree: this.#words(field), isWords: true };
    }
    const conjunction = isFirst ? undefined : this.#conjunction();
    const modifier = this.#modifier();
    return { conjunction, modifier, tree: this.#clause(field), isWords: false };
  }

  #conjunction(): GroupMember["conjunction"] {
    const { kind } = this.#tokens.peek();
    if (kind !== "AND" && kind !== "OR") return undefined;
    this.#tokens.next();
    return kind === "AND" ? "and" : "or";
  }

  #modifier(): GroupMember["modifier"] {
    const { kind } = this.#tokens.peek();
    if (kind !== "+" && kind !== "-" && kind !== "NOT") return undefined;
    this.#tokens.next();
    return kind === "+" ? "required" : "prohibited";
  }

  #joinsNextWord(): boolean {
    const tokens = this.#tokens;
    return tokens.peek().kind === "term" && this.#isJoined(1);
  }

  /** Whether the token at this distance is a word joined with the one before. */
  #isJoined(distance: number): boolean {
    const tokens = this.#tokens;
    return tokens.peek(distance).kind === "term" && !AFTER_SINGLE_WORDS.has(tokens.peek(distance + 1).kind);
  }

  #words(field: string | undefined): Leaf {
    const images = [this.#tokens.next().image];
    while (this.#isJoined(0)) images.push(this.#tokens.next().image);
    return this.#leaf({ kind: "text", field, text: withoutEscapes(images.join(" ")) });
  }

  #clause(outerField: string | undefined): QueryTree {
    const tokens = this.#tokens;
    let field = outerField;
    const { kind, image } = tokens.peek();
    if ((kind === "term" || kind === "*") && tokens.peek(1).kind === ":") {
      tokens.next();
      tokens.next();
      field = withoutEscapes(image);
    }
    if (tokens.peek().kind !== "(") return this.#term(field);
    tokens.next();
    if (++this.#depth > MAX_QUERY_STRING_DEPTH) {
      throw new QuerySyntaxError(`groups may be nested [${MAX_QUERY_STRING_DEPTH}] deep`);
    }
    const group = this.#group(field);
    this.#depth--;
    this.#expect(")");
    return boosted(group, this.#boost());
  }

  #term(field: string | undefined): QueryTree {
    const token = this.#tokens.next();
    switch (token.kind) {
      case "[":
      case "{": {
        const range = this.#range(field, token.kind === "[");
        const boost = this.#boost();
        return boosted(this.#leaf(range), boost);
      }
      case "quoted": {
        const { fuzzy, boost } = this.#suffixes();
        const text = withoutEscapes(token.image.slice(1, -1));
        return boosted(this.#leaf({ kind: "phrase", field, text, slop: slopOf(fuzzy) }), boost);
      }
      case "term":
      case "*":
      case "prefix":
      case "wildcard":
      case "regexp":
      case "number":
      case "bare operator": {
        const { fuzzy, boost } = this.#suffixes();
        return boosted(this.#leaf(bareLeaf(field, token, fuzzy)), boost);
      }
      default:
        throw unexpected(token);
    }
  }

  #range(field: string | undefined, includesLower: boolean): RangeLeaf {
    const lower = this.#bound();
    this.#expect("TO");
    const upper = this.#bound();
    const end = this.#tokens.next();
    if (end.kind !== "]" && end.kind !== "}") throw unexpected(end);
    return { kind: "range", field, lower, upper, includesLower, includesUpper: end.kind === "]" };
  }

  /** A star, also one in quotes, leaves the range open. */
  #bound(): string | undefined {
    const token = this.#tokens.next();
    const { kind, image } = token;
    if (kind !== "range word" && kind !== "range quoted" && kind !== "TO") throw unexpected(token);
    const text = kind === "range quoted" ? image.slice(1, -1) : image;
    return openOr(withoutEscapes(text));
  }

  #suffixes(): { readonly fuzzy: string | undefined; readonly boost: number | undefined } {
    const before = this.#boost();
    const fuzzy = this.#tokens.peek().kind === "fuzzy" ? this.#tokens.next().image.slice(1) : undefined;
    return { fuzzy, boost: before ?? (fuzzy === undefined ? undefined : this.#boost()) };
  }

  #boost(): number | undefined {
    if (this.#tokens.peek().kind !== "^") return undefined;
    this.#tokens.next();
    return Math.fround(Number(this.#expect("number").image));
  }

  #leaf<Kind extends Leaf>(leaf: Kind): Kind {
    this.#visit(leaf);
    return leaf;
  }

  #expect(kind: TokenKind): Token {
    const token = this.#tokens.next();
    if (token.kind !== kind) throw unexpected(token);
    return token;
  }

  #unexpected(): QuerySyntaxError {
    return unexpected(this.#tokens.peek());
  }
}

/** Undefined for a star, which leaves a range open. */
export const openOr = (text: string): string | undefined => (text === "*" ? undefined : text);

function bareLeaf(field: string | undefined, { kind, image }: Token, fuzzy: string | undefined): Leaf {
  // Lucene removes escapes from every word first, so invalid ones are refused even where escapes are kept.
  const text = withoutEscapes(kind === "bare operator" ? image.slice(0, 1) : image);
  if (kind === "*" || kind === "wildcard") return { kind: "wildcard", field, text: image };
  if (kind === "prefix") return { kind: "prefix", field, text: withoutEscapes(image.slice(0, -1)) };
  if (kind === "regexp") return { kind: "regexp", field, text: image.slice(1, -1) };
  return fuzzy === undefined ? { kind: "text", field, text } : { kind: "fuzzy", field, text, fuzziness: fuzzy };
}

/** The slop behind a tilde; undefined, for the clause's slop, where it is not a number. */
function slopOf(fuzzy: string | undefined): number | undefined {
  if (fuzzy === undefined || fuzzy.trim() === "") return undefined;
  const number = Number(fuzzy);
  return Number.isNaN(number) ? undefined : Math.trunc(number);
}

const boosted = (tree: QueryTree, boost: number | undefined): QueryTree =>
  boost === undefined ? tree : ({ kind: "boosted", tree, boost } satisfies BoostedTree);

const unexpected = ({ kind, image, at }: Token): QuerySyntaxError =>
  new QuerySyntaxError(`Encountered "${kind === "end" ? "<EOF>" : image}" at line 1, column ${at}.`);
