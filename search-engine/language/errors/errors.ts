import { SEARCH_WINDOW } from "../../limits.ts";
import type { Location } from "../json/json.ts";
import { SearchRejected } from "./rejected.ts";

export type ErrorMembers = Readonly<Record<string, unknown>>;

/** A reason that begins with its place: `[1:19] [bool] unknown field [foo]`. */
export const located = (reason: string, at: Location | undefined): string =>
  at ? `[${at.line}:${at.col}] ${reason}` : reason;

/** A refusal while the body is read, in Elasticsearch's shape: one root cause, which repeats the error. */
export function rejected(
  type: string,
  reason: string,
  more: ErrorMembers = {},
  causedBy?: ErrorMembers,
): SearchRejected {
  const cause = { type, reason, ...more };
  const error = { root_cause: [cause], ...cause, ...(causedBy ? { caused_by: causedBy } : {}) };
  return new SearchRejected(400, error);
}

/** A clause or option that the query language does not know, or one in the wrong place. */
export const parsingException = (reason: string, at?: Location, causedBy?: ErrorMembers): SearchRejected =>
  rejected("parsing_exception", reason, at && { line: at.line, col: at.col }, causedBy);

/** A member that an object does not know or whose value has the wrong shape. */
export const xContentParseException = (reason: string, at?: Location, causedBy?: ErrorMembers): SearchRejected =>
  rejected("x_content_parse_exception", located(reason, at), {}, causedBy);

/** A refusal of Elasticsearch's object parser in a query, which wraps it in an error of its own. */
export function parserFailure(reason: string, at?: Location, causedBy?: ErrorMembers): SearchRejected {
  const inner = { type: "x_content_parse_exception", reason: located(reason, at) };
  return parsingException(inner.reason, at, { ...inner, ...(causedBy && { caused_by: causedBy }) });
}

/** A refusal inside a member, which Elasticsearch's object parser wraps: the root cause stays the inner one's. */
export function within({ error }: SearchRejected, type: string, reason: string, at?: Location): SearchRejected {
  const { root_cause, ...cause } = error;
  return new SearchRejected(400, { root_cause, type, reason: located(reason, at), caused_by: cause });
}

export const illegalArgument = (reason: string): SearchRejected => rejected("illegal_argument_exception", reason);

/** A clause inside too many others. Only the clauses around it report its place. */
export class NestedTooDeep extends SearchRejected {
  readonly at: Location | undefined;
  constructor(at: Location | undefined) {
    const reason =
      "The nested depth of the query exceeds the maximum nested depth for queries set in [indices.query.bool.max_nested_depth]";
    super(400, illegalArgument(reason).error);
    this.at = at;
  }
}

/**
 * A refusal that Elasticsearch raises only when a shard runs the search (a bad date, a field of the wrong type, a window
 * too large): `search_phase_execution_exception` around it.
 */
export class ShardFailure extends Error {
  override readonly name = "ShardFailure";
  readonly type: string;
  readonly more: ErrorMembers;
  readonly causedBy: ErrorMembers | undefined;
  /** Whether this failure is the root cause, whatever has caused it. */
  readonly isRoot: boolean;
  constructor(type: string, reason: string, more: ErrorMembers = {}, causedBy?: ErrorMembers, isRoot = false) {
    super(reason);
    this.isRoot = isRoot;
    this.type = type;
    this.more = more;
    this.causedBy = causedBy;
  }
}

export const queryShardException = (reason: string, causedBy?: ErrorMembers): ShardFailure =>
  new ShardFailure("query_shard_exception", reason, {}, causedBy);

export const failedToCreateQuery = (type: string, reason: string): ShardFailure =>
  queryShardException(`${NOT_CREATED}${reason}`, { type, reason });

/** The cause of a failure to create a query, where Elasticsearch reports the cause itself; any other failure as it is. */
export function causeOfUncreated(failure: ShardFailure): ShardFailure {
  const { type, reason, caused_by: inner } = failure.causedBy ?? {};
  if (failure.message !== `${NOT_CREATED}${reason}`) return failure;
  // The functions above make all causes.
  return new ShardFailure(String(type), String(reason), {}, inner as ErrorMembers | undefined);
}

const NOT_CREATED = "failed to create query: ";

/** An `illegal_argument_exception` of a shard. */
export const illegalOnShard = (reason: string, causedBy?: ErrorMembers): ShardFailure =>
  new ShardFailure("illegal_argument_exception", reason, {}, causedBy);

/** Elasticsearch sorts and aggregates by fielddata. */
export const noFielddata = (field: string, type: string): ShardFailure =>
  illegalOnShard(`Fielddata is not supported on field [${field}] of type [${type}]`);

/** A refusal while Elasticsearch reduces the results of shards: no shard is blamed. */
export function reduceFailure(type: string, reason: string, more: ErrorMembers = {}): SearchRejected {
  return new SearchRejected(400, {
    root_cause: [],
    type: "search_phase_execution_exception",
    reason: "",
    phase: "fetch",
    grouped: true,
    failed_shards: [],
    caused_by: { type, reason, ...more },
  });
}

/** A refusal while Elasticsearch searches for the inner hits of a page. */
export function failedToExpand({ error }: SearchRejected): SearchRejected {
  const { root_cause: _, ...cause } = error;
  return new SearchRejected(400, {
    root_cause: [],
    type: "search_phase_execution_exception",
    reason: "failed to expand hits",
    phase: "expand",
    grouped: true,
    failed_shards: [],
    caused_by: cause,
  });
}

/** The page reaches beyond the hits that a search may read. `window`: from + size. */
export function windowTooLarge(window: number): ShardFailure {
  return illegalOnShard(
    `Result window is too large, from + size must be less than or equal to: [${SEARCH_WINDOW}] but was [${window}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
  );
}

const OWN_EXCEPTIONS = ["parse_exception", "exception"];

/** Elasticsearch's error when all shards fail: here the only one. */
export function allShardsFailed(
  { type, message, more, causedBy, isRoot }: ShardFailure,
  index: string,
): SearchRejected {
  const where = type === "query_shard_exception" ? { index } : {};
  const reason = { type, reason: message, ...more, ...where, ...(causedBy && { caused_by: causedBy }) };
  // Elasticsearch's own exceptions are the root cause, not the one around them.
  const isBlamed = !isRoot && OWN_EXCEPTIONS.includes(String(causedBy?.["type"]));
  const ownCause = isBlamed ? { type: causedBy?.["type"], reason: causedBy?.["reason"] } : undefined;
  const root = ownCause ?? { type, reason: message, ...more, ...where };
  // Other exceptions also become the cause of the whole failure.
  const wrapped = type === "illegal_argument_exception" || type === "number_format_exception";
  const cause = { type, reason: message, ...more };
  return new SearchRejected(400, {
    root_cause: [root],
    type: "search_phase_execution_exception",
    reason: "all shards failed",
    phase: "query",
    grouped: true,
    failed_shards: [{ shard: 0, index, reason }],
    ...(wrapped && { caused_by: { ...cause, caused_by: { ...cause, ...(causedBy && { caused_by: causedBy }) } } }),
  });
}
