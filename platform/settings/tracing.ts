/** Destination of traces. Samplers, resources and limits come from OpenTelemetry's own variables. */
export interface TracingSettings {
  /** URL that accepts OTLP/HTTP. */
  readonly url: string;
  /** `name=value,…`, values percent-encoded; secret. */
  readonly headers: string | undefined;
}
