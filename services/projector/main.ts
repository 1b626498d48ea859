import { runProcess } from "../../platform/process.ts";
import { openProjector } from "./service.ts";

await runProcess({ projector: openProjector });
