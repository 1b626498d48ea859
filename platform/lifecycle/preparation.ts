import { requireDescriptors } from "./descriptors.ts";

/** What a program does before it loads anything else. Ends it in one line where it can't run (exit code 1). */
export function prepareProcess(): void {
  requireDescriptors();
  // pg would load another client in place of its own, which is not installed. It looks as it is loaded.
  delete process.env["NODE_PG_FORCE_NATIVE"];
}
