import { runProcess } from "../platform/lifecycle/process.ts";
import { allServices } from "./all.ts";

await runProcess(allServices);
