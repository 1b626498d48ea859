import { prepareProcess } from "../../platform/lifecycle/preparation.ts";

prepareProcess();
const { runProgram } = await import("../../platform/lifecycle/process.ts");
const { openProjector } = await import("./service.ts");
await runProgram("projector/main", { projector: openProjector });
