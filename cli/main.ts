import { prepareProcess } from "../platform/lifecycle/preparation.ts";

prepareProcess();
const { runAirlog } = await import("./program.ts");
await runAirlog(process.argv.slice(2));
