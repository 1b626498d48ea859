import { prepareProcess } from "../../platform/lifecycle/preparation.ts";

prepareProcess();
const { runProgram } = await import("../../platform/lifecycle/process.ts");
const { openCommand } = await import("./service.ts");
await runProgram("command/main", { command: openCommand });
