import { describe, inject, test } from "vitest";

/** Engines that suites may require. */
export const ENGINES = ["elasticsearch", "kafka", "kafka-cluster", "kafka-secured", "eventstoredb"] as const;
export type EngineName = (typeof ENGINES)[number];

/** The engine's address, or the reason why nothing on this machine can start it, or why its start failed. */
export type FoundEngine = { readonly address: string } | { readonly missing: string } | { readonly failure: string };

/** A running engine; `stop` exists when this run started it. */
export interface StartedEngine {
  readonly address: string;
  readonly stop?: () => Promise<void>;
}

/** Nothing on this machine can start the engine. */
export class EngineMissing extends Error {
  override readonly name = "EngineMissing";
}

declare module "vitest" {
  export interface ProvidedContext {
    engines: Partial<Record<EngineName, FoundEngine>>;
  }
}

/**
 * A suite against a real engine: skipped with the reason where the engine is missing, failed where its start failed.
 * `address` is the value of the engine's variable, such as ELASTICSEARCH_URL. `setup.ts` searches the suites for calls of
 * this function, and starts only the engines that they name.
 */
export function describeWithEngine(
  name: EngineName,
  title: string,
  suite: (address: string) => void | Promise<void>,
): void {
  const found = inject("engines")[name] ?? { missing: "the global setup did not look for it" };
  if ("address" in found) describe(title, () => suite(found.address));
  else if ("failure" in found) test(title, () => Promise.reject(new Error(found.failure)));
  else describe.skip(`${title} (no ${name}: ${found.missing})`, () => suite(""));
}
