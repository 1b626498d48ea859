import { runProcess } from "../../platform/process.ts";
import { openQuery } from "./service.ts";

await runProcess({ query: openQuery });
