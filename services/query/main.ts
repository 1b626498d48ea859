import { requireDescriptors } from "../../platform/lifecycle/descriptors.ts";

requireDescriptors();
const { runProcess } = await import("../../platform/lifecycle/process.ts");
const { openQuery } = await import("./service.ts");
await runProcess({ query: openQuery });
