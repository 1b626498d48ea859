import { prepareProcess } from "../../platform/lifecycle/preparation.ts";

prepareProcess();
const { runProgram } = await import("../../platform/lifecycle/process.ts");
const { openQuery } = await import("./service.ts");
await runProgram("query/main", { query: openQuery });
