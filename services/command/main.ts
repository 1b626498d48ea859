import { runProcess } from "../../platform/process.ts";
import { openCommand } from "./service.ts";

await runProcess({ command: openCommand });
