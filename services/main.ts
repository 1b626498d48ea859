import { prepareProcess } from "../platform/lifecycle/preparation.ts";

prepareProcess();
const { runProgram } = await import("../platform/lifecycle/process.ts");
const { allServices } = await import("./all.ts");
await runProgram("main", allServices);
