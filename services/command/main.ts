import { requireDescriptors } from "../../platform/lifecycle/descriptors.ts";

requireDescriptors();
const { runProcess } = await import("../../platform/lifecycle/process.ts");
const { openCommand } = await import("./service.ts");
await runProcess({ command: openCommand });
