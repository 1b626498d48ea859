import { runProcess } from "../platform/process.ts";
import { allServices } from "./all.ts";

await runProcess(allServices);
