import { runProcess } from "../../platform/lifecycle/process.ts";
import { openProjector } from "./service.ts";

await runProcess({ projector: openProjector });
