import { runProcess } from "../../platform/lifecycle/process.ts";
import { openCommand } from "./service.ts";

await runProcess({ command: openCommand });
