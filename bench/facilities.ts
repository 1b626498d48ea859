import { addFacilities } from "./catalogue.ts";
import { requestsPerSecond } from "./hammer.ts";
import { alternate, type BenchResult } from "./harness.ts";
import { MeasuredSystem } from "./system.ts";

/** `GET /api/facilities` answered with 304, against the same Express server answering a constant (`/health/live`). */

export async function run(): Promise<BenchResult> {
  const system = await MeasuredSystem.start();
  try {
    await addFacilities(system);
    const { headers } = await system.send("GET", "/api/facilities");
    const conditional = { "If-None-Match": String(headers["etag"]) };
    const rate = (path: string, status: number, sent: Record<string, string>) => () =>
      requestsPerSecond(system.url, path, status, sent);
    await rate("/health/live", 200, {})();
    await rate("/api/facilities", 304, conditional)();
    const rates = await alternate(rate("/health/live", 200, {}), rate("/api/facilities", 304, conditional));
    return {
      name: "facilities",
      rows: [
        {
          name: "304 of the facilities, 8 connections",
          unit: "requests/s",
          ...rates,
          goal: { of: "ratio", at: "least", value: 0.8 },
        },
      ],
    };
  } finally {
    await system.close();
  }
}
