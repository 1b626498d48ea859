import type { Openers } from "../platform/lifecycle/process.ts";
import { openCommand } from "./command/service.ts";
import { openProjector } from "./projector/service.ts";
import { openQuery } from "./query/service.ts";

/** The three services, for a process that runs them together. */
export const allServices: Openers = { command: openCommand, projector: openProjector, query: openQuery };
