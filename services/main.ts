import { runProcess } from "../platform/process.ts";
import { openCommand } from "./command/service.ts";
import { openProjector } from "./projector/service.ts";
import { openQuery } from "./query/service.ts";

await runProcess({ command: openCommand, projector: openProjector, query: openQuery });
