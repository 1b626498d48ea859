/** Where traces are sent. Samplers, resources and limits come from OpenTelemetry's own variables. */
export interface TracingSettings {
  /** URL that takes OTLP/HTTP. */
  readonly url: string;
  /** `name=value,…`, values percent-encoded; secret. */
  readonly headers: string | undefined;
}
