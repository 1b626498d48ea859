import { requireDescriptors } from "../platform/lifecycle/descriptors.ts";

requireDescriptors();
const { runProcess } = await import("../platform/lifecycle/process.ts");
const { allServices } = await import("./all.ts");
await runProcess(allServices);
