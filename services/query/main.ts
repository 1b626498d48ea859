import { runProcess } from "../../platform/lifecycle/process.ts";
import { openQuery } from "./service.ts";

await runProcess({ query: openQuery });
