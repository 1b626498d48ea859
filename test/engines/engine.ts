import { describe, inject } from "vitest";

/** Engines that suites may ask for. */
export const ENGINES = ["elasticsearch", "kafka", "kafka-cluster", "kafka-secured", "eventstoredb"] as const;
export type EngineName = (typeof ENGINES)[number];

/** Where an engine is, or why it could not be had. */
export type FoundEngine = { readonly address: string } | { readonly missing: string };

declare module "vitest" {
  export interface ProvidedContext {
    engines: Partial<Record<EngineName, FoundEngine>>;
  }
}

/**
 * Tests against a real engine, skipped with the reason where there is none. `address` is what the engine's variable
 * holds, such as ELASTICSEARCH_URL; `setup.ts` looks for calls of this in the suites and starts only what they name.
 */
export function describeWithEngine(
  name: EngineName,
  title: string,
  suite: (address: string) => void | Promise<void>,
): void {
  const found = inject("engines")[name] ?? { missing: "it was not looked for" };
  if ("address" in found) describe(title, () => suite(found.address));
  else describe.skip(`${title} (no ${name}: ${found.missing})`, () => suite(""));
}
