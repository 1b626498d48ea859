import { describe, inject, test } from "vitest";

/** Engines that suites may ask for. */
export const ENGINES = ["elasticsearch", "kafka", "kafka-cluster", "kafka-secured", "eventstoredb"] as const;
export type EngineName = (typeof ENGINES)[number];

/** Where an engine is, or why there is none here, or why one that could be started was not. */
export type FoundEngine = { readonly address: string } | { readonly missing: string } | { readonly failure: string };

/** An engine that answers, and what ends it when this run started it. */
export interface StartedEngine {
  readonly address: string;
  readonly stop?: () => Promise<void>;
}

/** Nothing on this machine can start the engine. */
export class NotHere extends Error {
  override readonly name = "NotHere";
}

declare module "vitest" {
  export interface ProvidedContext {
    engines: Partial<Record<EngineName, FoundEngine>>;
  }
}

/**
 * Tests against a real engine, skipped with the reason where there is none; one that did not start is a failure.
 * `address` is what the engine's variable holds, such as ELASTICSEARCH_URL; `setup.ts` looks for calls of this in the
 * suites and starts only what they name.
 */
export function describeWithEngine(
  name: EngineName,
  title: string,
  suite: (address: string) => void | Promise<void>,
): void {
  const found = inject("engines")[name] ?? { missing: "it was not looked for" };
  if ("address" in found) describe(title, () => suite(found.address));
  else if ("failure" in found) test(title, () => Promise.reject(new Error(found.failure)));
  else describe.skip(`${title} (no ${name}: ${found.missing})`, () => suite(""));
}
