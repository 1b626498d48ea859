import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { vi } from "vitest";
import { z } from "zod";
import { listenLocally } from "./listen.ts";

const Attribute = z.looseObject({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const ReceivedSpan = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(Attribute).default([]),
  links: z.array(z.looseObject({ traceId: z.string(), spanId: z.string() })).default([]),
});
const Traces = z.looseObject({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(ReceivedSpan) })),
    }),
  ),
});

export type ReceivedSpan = z.infer<typeof ReceivedSpan>;

/** A collector that takes OTLP/HTTP as JSON. */
export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** All received bodies. */
  readonly bodies: readonly string[];
  readonly headers: readonly NodeJS.Dict<string | string[]>[];
  /** Resolves to the spans of the trace once it has one of each of these names. */
  trace(id: string, names: readonly string[]): Promise<readonly ReceivedSpan[]>;
  close(): Promise<void>;
}

/** `status`: the status of its answers; undefined: it never answers. */
export async function startTraceCollector(status: number | undefined = 200): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    headers.push(request.headers);
    const { resourceSpans } = Traces.parse(JSON.parse(body));
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    if (status !== undefined) response.writeHead(status, { "Content-Type": "application/json" }).end("{}");
  });
  const address = await listenLocally(server);
  return {
    ...{ spans, bodies, headers, url: `http://${address}` },
    async trace(id, names) {
      const found = () => spans.filter(({ traceId }) => traceId === id);
      const missing = () => names.filter((name) => !found().some((span) => span.name === name));
      await vi
        .waitUntil(() => missing().length === 0, 20_000)
        .catch(() => {
          throw new Error(
            `the trace lacks ${missing().join(", ")}; the collector has ${spans.map(({ name }) => name)}`,
          );
        });
      return found();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
