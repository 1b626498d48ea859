import * as promised from "../../contracts/search-limits.ts";
import * as ofElasticsearch from "../../platform/search/elasticsearch/limits.ts";
import * as ofEngines from "../../search-engine/limits.ts";

/** A limit as the document lists it. */
export interface ListedLimit {
  readonly name: string;
  /** The answer to a search beyond it: the type of the engine's error, with status 400, or another answer in words. */
  readonly beyond: EngineError | { readonly answer: string };
  /**
   * Who checks it, if that does not happen before either engine is asked: the embedded engine alone, each engine itself, or
   * the service before it asks an Elasticsearch.
   */
  readonly by?: "embedded" | "engine" | "elasticsearch";
  /** A search beyond it, if the body alone shows that. */
  readonly example?: object;
}

export type EngineError = `${string}_exception` | "too_many_nested_clauses";

/** All limits, by name. */
export const limits = { ...promised, ...ofEngines, ...ofElasticsearch };

export type LimitName = keyof typeof limits;

/** Some of the limits. */
export type ListedLimits = Readonly<Partial<Record<LimitName, ListedLimit>>>;

export const DATE = "temporal_extent.time_period_begin";
export const ILLEGAL = "illegal_argument_exception";
export const BROKEN = "circuit_breaking_exception";
