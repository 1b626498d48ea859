import type { TraceContext } from "./trace-context.ts";

export type SpanKind = "server" | "producer" | "consumer" | "internal";

export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly kind: SpanKind;
  /** What caused the work, each at most once. A single one becomes the parent, several are linked. */
  readonly causes: readonly TraceContext[];
  /** Linked, and nothing more: what they say of sampling does not count. */
  readonly links?: readonly TraceContext[];
  readonly attributes?: SpanAttributes;
  /** When the work began, if that is not now: milliseconds since 1970. */
  readonly startTime?: number;
}

export interface SpanEnd {
  /** Replaces the name of the start. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  /** A word for what failed. Never a message: it may hold what a client has sent. */
  readonly failure?: string;
}

export interface Span {
  /** What the work causes has this as its cause. */
  readonly context: TraceContext;
  end(end?: SpanEnd): void;
}

/** Where a process reports what it does, if traces are turned on. */
export interface Tracing {
  start(name: string, start: SpanStart): Span;
  /** Sends what is left, for a short time. */
  close(): Promise<void>;
}

/** Traces that a span is linked with. */
const MAX_CAUSES = 128;

/** The traces of events, of each the one span that wrote them. */
export function causesOf(
  events: Iterable<{ readonly meta: { readonly traceparent?: string; readonly tracestate?: string } }>,
): TraceContext[] {
  const causes = new Map<string, TraceContext>();
  for (const { meta } of events) {
    const { traceparent, tracestate } = meta;
    if (traceparent === undefined || causes.has(traceparent)) continue;
    causes.set(traceparent, tracestate === undefined ? { traceparent } : { traceparent, tracestate });
    if (causes.size === MAX_CAUSES) break;
  }
  return [...causes.values()];
}

/** Runs the work in a span of its own, if there are traces. */
export async function traced<Result>(
  tracing: Tracing | undefined,
  name: string,
  start: () => SpanStart,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work();
  const span = tracing.start(name, start());
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.end({ failure: error instanceof Error ? error.name : "unknown" });
    throw error;
  }
}
