import type { Field } from "../../index/mapping.ts";
import { TIE_BREAKERS } from "../../language/queries/multi-match.ts";
import type { SimpleQueryStringBody } from "../../language/queries/simple-query-string.ts";
import type { SimpleLeaf } from "../../language/query-strings/simple-grammar.ts";
import type { BoostedField } from "../cross-fields.ts";
import { bestOf } from "../dis-max.ts";
import { fuzzyQuery } from "../fuzzy.ts";
import { inHashOrder } from "../hash-order.ts";
import type { CompileContext } from "../kind.ts";
import { unlessLenient } from "../match.ts";
import { boosted, MatchNone } from "../nodes/constant.ts";
import type { Query } from "../query.ts";
import { resolveFields } from "./fields.ts";
import { prefixWordQuery } from "./prefixes.ts";
import { normalised, textQuery } from "./words.ts";

const ALL: ReadonlyMap<string, number> = new Map([["*", 1]]);

/** Compiles the leaves of one simple query string. */
export class SimpleLeaves {
  readonly #body: SimpleQueryStringBody;
  readonly #context: CompileContext;
  readonly #asked: ReadonlyMap<string, number>;
  readonly #fields: readonly BoostedField[];
  readonly #lenient: boolean;

  constructor(body: SimpleQueryStringBody, context: CompileContext) {
    this.#body = body;
    this.#context = context;
    this.#asked = body.fields ?? ALL;
    this.#fields = resolveFields(inHashOrder(this.#asked), undefined, context);
    this.#lenient = body.lenient ?? this.#asked.has("*");
  }

  compile(leaf: SimpleLeaf): Query | undefined {
    switch (leaf.kind) {
      case "text":
        return this.#words(this.#fields, this.#body.type, leaf.text, 0);
      case "phrase": {
        const { quoteFieldSuffix } = this.#body;
        const fields =
          quoteFieldSuffix === undefined
            ? this.#fields
            : resolveFields(inHashOrder(this.#asked), quoteFieldSuffix, this.#context);
        return this.#words(fields, "phrase", leaf.text, leaf.slop);
      }
      case "prefix":
        return this.#each((field) =>
          prefixWordQuery(field, leaf.text, { ...this.#body, rewrite: undefined }, this.#context),
        );
      case "fuzzy": {
        const { analyzer, fuzzy } = this.#body;
        return this.#each((field) =>
          fuzzyQuery(field, normalised(field, analyzer, leaf.text), { edits: leaf.edits }, fuzzy, this.#context),
        );
      }
    }
  }

  #words(
    fields: readonly BoostedField[],
    type: SimpleQueryStringBody["type"],
    text: string,
    slop: number,
  ): Query | undefined {
    if (fields.length === 0) return new MatchNone();
    const { operator, analyzer, fuzzy } = this.#body;
    const style = {
      operator,
      analyzer,
      minimumShouldMatch: undefined,
      zeroTerms: "none" as const,
      lenient: this.#lenient,
      fuzziness: undefined,
      fuzzy: { ...fuzzy, maxExpansions: 50, prefixLength: 0 },
    };
    const counted = ({ name }: Field) => this.#asked.has(name);
    return textQuery(fields, { text, type, style, slop, tieBreaker: TIE_BREAKERS[type] }, counted, this.#context);
  }

  /** The scores of the fields add up. */
  #each(make: (field: Field) => Query | undefined): Query {
    const queries = this.#fields.flatMap(({ field, boost }) => {
      let isNothing = false;
      const query = unlessLenient(this.#lenient, () => {
        const made = make(field);
        isNothing = made === undefined;
        return made ?? new MatchNone();
      });
      return isNothing ? [] : [boosted(query, boost)];
    });
    this.#context.countClauses(queries.filter((query) => !(query instanceof MatchNone)).length);
    const [only, second] = queries;
    return only && !second ? only : bestOf(queries, 1);
  }
}
