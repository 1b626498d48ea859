import type { SpanEnd, SpanStart, Tracing } from "../platform/tracing/port.ts";

export interface RecordedSpan extends SpanStart {
  readonly name: string;
  readonly end: SpanEnd | undefined;
}

/** Traces that are kept in the order in which their spans ended. */
export function recordedSpans(): Tracing & { readonly spans: readonly RecordedSpan[] } {
  const spans: RecordedSpan[] = [];
  return {
    spans,
    start: (name, start) => ({
      context: { traceparent: `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01` },
      end: (end) => void spans.push({ ...start, name: end?.name ?? name, end }),
    }),
    close: async () => undefined,
  };
}
