import type { TraceContext } from "./trace-context.ts";

export type SpanKind = "server" | "producer" | "consumer" | "internal";

export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly kind: SpanKind;
  /** Traces that caused the work, each at most once. A single one becomes the parent; several are linked. */
  readonly causes: readonly TraceContext[];
  /** Traces that are only linked: their sampling decisions are ignored. */
  readonly links?: readonly TraceContext[];
  readonly attributes?: SpanAttributes;
  /** Beginning of the work, if that is not now: milliseconds since 1970. */
  readonly startTime?: number;
}

export interface SpanEnd {
  /** Replaces the name given at the start. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  /** Kind of failure. Never a message, which may contain a client's text. */
  readonly failure?: string;
}

export interface Span {
  /** Context of this span, as the cause of further work. */
  readonly context: TraceContext;
  end(end?: SpanEnd): void;
}

/** Records the spans of a process, if traces are turned on. */
export interface Tracing {
  start(name: string, start: SpanStart): Span;
  /** Sends the remaining spans, for a short time. */
  close(): Promise<void>;
}

/** Maximum traces linked with a span. */
const MAX_CAUSES = 128;

/** The traces of events, each span that wrote some of them once. */
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
