import {
  type Context,
  createTraceState,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import type { Logger } from "pino";
import { Occasionally } from "../async/occasionally.ts";
import { withTimeout } from "../async/timeout.ts";
import { readBuildFacts } from "../build-facts.ts";
import type { TracingSettings } from "../settings/tracing.ts";
import type { Span, Tracing } from "./port.ts";
import type { TraceContext } from "./trace-context.ts";

/** Maximum time for sending the remaining spans when the process stops. */
const FLUSH_TIMEOUT_MS = 1_500;

const KINDS = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** Sends spans in batches to a collector. Spans are dropped when the queue is full or the collector fails. */
export async function openOpenTelemetry(settings: TracingSettings, log: Logger): Promise<Tracing> {
  const { version } = await readBuildFacts();
  const exporter = new OTLPTraceExporter({ url: settings.url, headers: headersOf(settings.headers) });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "airlog", "service.version": version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(reporting(exporter, log))],
  });
  const tracer = provider.getTracer("airlog", version);
  return {
    start(name, { kind, causes, links = [], attributes, startTime }) {
      const [parent] = causes.length === 1 ? causes.map(spanContextOf) : [];
      const linked = [...(parent ? [] : causes), ...links].map((context) => ({ context: spanContextOf(context) }));
      const options = { kind: KINDS[kind], links: linked, attributes: { ...attributes } };
      return spanOf(
        tracer.startSpan(name, startTime === undefined ? options : { ...options, startTime }, childOf(parent)),
      );
    },
    async close() {
      await withTimeout(FLUSH_TIMEOUT_MS, provider.shutdown(), () => undefined).catch(() => undefined);
    },
  };
}

function spanOf(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
  const tracestate = traceState?.serialize();
  return {
    context: tracestate ? { traceparent, tracestate } : { traceparent },
    end({ name, attributes, failure } = {}) {
      if (name !== undefined) span.updateName(name);
      if (attributes) span.setAttributes({ ...attributes });
      if (failure !== undefined) {
        span.setAttribute("error.type", failure);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

function childOf(parent: SpanContext | undefined): Context {
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

function spanContextOf({ traceparent, tracestate }: TraceContext): SpanContext {
  const [, traceId = "", spanId = "", flags = ""] = traceparent.split("-");
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return tracestate === undefined ? context : { ...context, traceState: createTraceState(tracestate) };
}

/** Wraps an exporter to log its failures, without the collector's answers. */
function reporting(exporter: SpanExporter, log: Logger): SpanExporter {
  const warnings = new Occasionally();
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        if (result.error) {
          const { name: reason } = result.error;
          warnings.do(() =>
            log.warn({ reason, spans: spans.length }, "traces can't be sent just now; they are dropped"),
          );
        }
        done({ code: result.code });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function headersOf(text = ""): Record<string, string> {
  const pairs = text.split(",").map((pair) => pair.trim().split(/=(.*)/s));
  return Object.fromEntries(
    pairs.flatMap(([name = "", value]) =>
      value === undefined ? [] : [[name.trim(), decodeURIComponent(value.trim())]],
    ),
  );
}
