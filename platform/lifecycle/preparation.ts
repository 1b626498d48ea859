import { requireDescriptors } from "./descriptors.ts";

/** What a program does before it loads anything else. Ends it in one line where it can't run (exit code 1). */
export function prepareProcess(): void {
  requireDescriptors();
}
