import { requireDescriptors } from "./descriptors.ts";

/** Prepares a program before it loads anything else. Ends it with one line (exit code 1) where it can't run. */
export function prepareProcess(): void {
  requireDescriptors();
  // With this variable pg would load another client, which is not installed. pg reads it when it is loaded.
  delete process.env["NODE_PG_FORCE_NATIVE"];
}
