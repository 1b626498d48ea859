import { writeFile } from "node:fs/promises";
import { dashboardFile } from "./dashboard/dashboard.ts";
import { SECTIONS } from "./dashboard/panels.ts";

/**
 * Writes the dashboard for Grafana from its table of metrics. Run it in the project's folder after a change of the table; a
 * test fails if that was forgotten.
 */
const FILE = "ops/dashboard.json";

await writeFile(FILE, dashboardFile(SECTIONS));
process.stderr.write(`${FILE} is written\n`);
