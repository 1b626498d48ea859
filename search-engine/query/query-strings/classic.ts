import type { Field } from "../../index/mapping.ts";
import { failedToCreateQuery } from "../../language/errors/errors.ts";
import { editsFor } from "../../language/queries/fuzziness.ts";
import { failedToParse, leafFuzziness, type QueryStringBody } from "../../language/queries/query-string.ts";
import { openOr } from "../../language/query-strings/grammar.ts";
import type {
  FuzzyLeaf,
  Leaf,
  PatternLeaf,
  PhraseLeaf,
  RangeLeaf,
  TextLeaf,
} from "../../language/query-strings/tree.ts";
import { MAX_REGEXP_LENGTH } from "../../limits.ts";
import type { BoostedField } from "../cross-fields.ts";
import { bestOf } from "../dis-max.ts";
import { exists } from "../exists.ts";
import { fuzzyQuery } from "../fuzzy.ts";
import { inTreeOrder } from "../hash-order.ts";
import type { CompileContext } from "../kind.ts";
import { isPlace, unlessLenient } from "../match.ts";
import { boosted, MatchAll, MatchNone } from "../nodes/constant.ts";
import { prefixQuery, wildcardQuery } from "../prefix.ts";
import type { Query } from "../query.ts";
import { rangeQuery } from "../range.ts";
import { regexpQuery } from "../regexp.ts";
import { resolveField, resolveFields } from "./fields.ts";
import { prefixWordQuery } from "./prefixes.ts";
import { normalised, normalisedPattern, textQuery } from "./words.ts";

const ALL: ReadonlyMap<string, number> = new Map([["*", 1]]);
const ALL_REGEXP_FLAGS = 0xff;

/** Compiles the leaves of one query string. */
export class ClassicLeaves {
  readonly #body: QueryStringBody;
  readonly #context: CompileContext;
  /** The default field of words; undefined where there are several. */
  readonly #field: string | undefined;
  readonly #asked: ReadonlyMap<string, number>;
  readonly #fields: readonly BoostedField[];
  readonly #lenient: boolean;

  constructor(body: QueryStringBody, context: CompileContext) {
    const { fields, defaultField } = body;
    this.#body = body;
    this.#context = context;
    this.#field = defaultField ?? (fields ? undefined : "*");
    this.#asked = defaultField === undefined || defaultField === "*" ? (fields ?? ALL) : new Map();
    this.#fields = resolveFields(inTreeOrder(this.#asked), undefined, context);
    this.#lenient = body.lenient ?? (this.#field === "*" || this.#asked.has("*"));
  }

  compile(leaf: Leaf): Query | undefined {
    const field = leaf.field ?? this.#field;
    switch (leaf.kind) {
      case "text":
        return this.#text(leaf, field);
      case "phrase":
        return this.#phrase(leaf, field);
      case "range":
        return this.#range(leaf, field);
      case "fuzzy":
        return this.#fuzzy(leaf, field);
      case "prefix":
        return this.#each(field, (each) => this.#prefix(each, leaf.text));
      case "wildcard":
        return this.#wildcard(leaf, field);
      case "regexp":
        return this.#regexp(leaf, field);
    }
  }

  #text({ text }: TextLeaf, field: string | undefined): Query | undefined {
    if (field === "_exists_") return this.#exists(text);
    const comparison = field === undefined || text.length < 2 ? null : /^([<>])(=?)(.+)$/s.exec(text);
    if (comparison) return this.#comparison(comparison, field);
    const { timeZone, type, operator, analyzer, phraseSlop } = this.#body;
    const isDate = field !== undefined && this.#context.field(field)?.kind === "date";
    if (isDate && timeZone !== undefined && text.length > 1) {
      return this.#range({ kind: "range", field, lower: text, upper: text, includesLower: true, includesUpper: true });
    }
    return this.#words(this.#fieldsOf(field, false), type, text, { operator, analyzer, slop: phraseSlop });
  }

  /** A range with one end: `>=5`. */
  #comparison([, sign, equal = "", rest = ""]: RegExpExecArray, field: string | undefined): Query | undefined {
    const includes = equal === "=";
    const isLower = sign === ">";
    const bound = openOr(rest);
    return this.#range({
      kind: "range",
      field,
      lower: isLower ? bound : undefined,
      upper: isLower ? undefined : bound,
      includesLower: isLower ? includes : true,
      includesUpper: isLower ? true : includes,
    });
  }

  #phrase({ text, slop }: PhraseLeaf, field: string | undefined): Query | undefined {
    if (field === "_exists_") return this.#exists(text);
    const { operator, quoteAnalyzer, phraseSlop } = this.#body;
    const analyzer = quoteAnalyzer ?? this.#body.analyzer;
    const fields = this.#fieldsOf(field, true);
    return this.#words(fields, "phrase", text, { operator, analyzer, slop: slop ?? phraseSlop });
  }

  #words(
    fields: readonly BoostedField[],
    type: QueryStringBody["type"],
    text: string,
    { operator, analyzer, slop }: { operator: "or" | "and"; analyzer: string | undefined; slop: number },
  ): Query | undefined {
    if (fields.length === 0) return new MatchNone();
    const { tieBreaker, fuzzy } = this.#body;
    const style = {
      operator,
      analyzer,
      minimumShouldMatch: undefined,
      zeroTerms: "none" as const,
      lenient: this.#lenient,
      fuzziness: undefined,
      fuzzy: { ...fuzzy, maxExpansions: 50, prefixLength: 0 },
    };
    const counted = ({ name }: Field) => this.#asked.has(name) || name === this.#field;
    return textQuery(fields, { text, type, style, slop, tieBreaker }, counted, this.#context);
  }

  #range(leaf: RangeLeaf, field = leaf.field): Query | undefined {
    const { analyzer, timeZone } = this.#body;
    return this.#each(field, (each) => {
      if (isPlace(each)) return new MatchNone();
      const bound = (text: string | undefined) => (text === undefined ? undefined : normalised(each, analyzer, text));
      const { includesLower, includesUpper } = leaf;
      const bounds = { lower: bound(leaf.lower), upper: bound(leaf.upper), includesLower, includesUpper };
      return rangeQuery(each, { ...bounds, isNumeric: false, format: undefined, timeZone }, this.#context);
    });
  }

  #prefix(field: Field, text: string): Query | undefined {
    if (isPlace(field)) return new MatchNone();
    if (field.kind === "text") return prefixWordQuery(field, text, this.#body, this.#context);
    return prefixQuery(field, text, false, this.#body.rewrite, this.#context);
  }

  #fuzzy(leaf: FuzzyLeaf, field: string | undefined): Query | undefined {
    const { fuzziness, fuzzy, analyzer } = this.#body;
    const edits = editsFor(leafFuzziness(leaf, fuzziness), [...leaf.text].length);
    return this.#each(field, (each) =>
      isPlace(each)
        ? new MatchNone()
        : fuzzyQuery(each, normalised(each, analyzer, leaf.text), { edits }, fuzzy, this.#context),
    );
  }

  #wildcard({ text }: PatternLeaf, field: string | undefined): Query | undefined {
    if (text === "*" && field !== undefined) return field === "*" ? new MatchAll() : this.#exists(field);
    const { analyzer, allowLeadingWildcard, rewrite } = this.#body;
    const isLeading = !allowLeadingWildcard && /^[*?]/.test(text);
    return this.#each(
      field,
      (each) => {
        const pattern = normalisedPattern(each, each.kind === "text" ? analyzer : undefined, text);
        return wildcardQuery(each, pattern, false, rewrite, this.#context);
      },
      (each) => {
        if (text === "*") return this.#exists(each.name);
        if (!isLeading) return undefined;
        const reason = "'*' or '?' not allowed as first character in WildcardQuery";
        throw failedToParse(this.#body.text, `Cannot parse '${this.#body.text}': ${reason}`);
      },
    );
  }

  #regexp({ text }: PatternLeaf, field: string | undefined): Query | undefined {
    if (text.length > MAX_REGEXP_LENGTH) {
      throw failedToCreateQuery(
        "illegal_argument_exception",
        `The length of regex [${text.length}] used in the [query_string] has exceeded the allowed maximum of [${MAX_REGEXP_LENGTH}]. This maximum can be set by changing the [index.max_regex_length] index level setting.`,
      );
    }
    const { analyzer, rewrite } = this.#body;
    return this.#each(field, (each) => {
      const pattern = analyzer === undefined ? text : normalised(each, analyzer, text);
      const style = { flags: ALL_REGEXP_FLAGS, caseInsensitive: false };
      return regexpQuery(each, pattern, style, rewrite, this.#context);
    });
  }

  #exists(field: string): Query {
    return exists({ field, boost: 1 }, this.#context);
  }

  /** The best of one query per field. `first` may answer before leniency applies. */
  #each(
    name: string | undefined,
    make: (field: Field) => Query | undefined,
    first: (field: Field) => Query | undefined = () => undefined,
  ): Query | undefined {
    const fields = this.#fieldsOf(name, false);
    if (fields.length === 0) return new MatchNone();
    const queries = fields.flatMap(({ field, boost }) => {
      const query = first(field) ?? this.#leniently(() => make(field));
      return query ? [boosted(query, boost)] : [];
    });
    this.#context.countClauses(queries.filter((query) => !(query instanceof MatchNone)).length);
    const [only, second] = queries;
    return second ? bestOf(queries, this.#body.tieBreaker) : only;
  }

  #leniently(make: () => Query | undefined): Query | undefined {
    let isNothing = false;
    const query = unlessLenient(this.#lenient, () => {
      const made = make();
      isNothing = made === undefined;
      return made ?? new MatchNone();
    });
    return isNothing ? undefined : query;
  }

  #fieldsOf(name: string | undefined, isQuoted: boolean): readonly BoostedField[] {
    const suffix = isQuoted ? this.#body.quoteFieldSuffix : undefined;
    if (name === undefined)
      return suffix === undefined ? this.#fields : resolveFields(inTreeOrder(this.#asked), suffix, this.#context);
    if (name === "*" && this.#field === "*") return this.#fields;
    return resolveField(name, { all: name !== "*", suffix }, this.#context);
  }
}
