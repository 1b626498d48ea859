/** The engine's own refusal of a request: its HTTP status and its error object, to be passed on. */
export class SearchRejected extends Error {
  override readonly name = "SearchRejected";
  readonly status: number;
  /** Elasticsearch's `error` member: `{root_cause, type, reason, …}`. */
  readonly error: Readonly<Record<string, unknown>>;
  constructor(status: number, error: Readonly<Record<string, unknown>>) {
    const short = shortened(error);
    super(tellingReason(short));
    this.status = status;
    this.error = short;
  }
}

/** Maximum characters of a text in an engine's error. Its reasons repeat the body, up to ten times a megabyte. */
const MAX_REASON_LENGTH = 4_000;

/** The error with its texts cut to that length. */
function shortened(error: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(error).map(([name, value]) => [name, withShortTexts(value)]));
}

function withShortTexts(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > MAX_REASON_LENGTH ? `${value.slice(0, MAX_REASON_LENGTH)}…` : value;
  if (Array.isArray(value)) return value.map(withShortTexts);
  return typeof value === "object" && value !== null ? shortened(value) : value;
}

/** Elasticsearch's outermost reason may be empty, or no more than `all shards failed`: the root cause says more. */
function tellingReason({
  root_cause: roots,
  caused_by: cause,
  reason,
  type,
}: Readonly<Record<string, unknown>>): string {
  const root: unknown = Array.isArray(roots) ? roots[0] : undefined;
  return reasonIn(root) ?? reasonIn({ reason }) ?? reasonIn(cause) ?? String(type);
}

function reasonIn(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("reason" in error)) return undefined;
  return typeof error.reason === "string" && error.reason !== "" ? error.reason : undefined;
}
