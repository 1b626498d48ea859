import type { Logger } from "pino";
import type { TracingSettings } from "../settings/tracing.ts";
import type { Tracing } from "./port.ts";

/** Turns traces on where the settings name a collector. The modules for it are loaded only then. */
export async function openTracing(settings: TracingSettings | undefined, log: Logger): Promise<Tracing | undefined> {
  if (!settings) return undefined;
  const { openOpenTelemetry } = await import("./opentelemetry.ts");
  return openOpenTelemetry(settings, log);
}
