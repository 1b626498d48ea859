import { expect } from "vitest";
import type { System } from "../end-to-end/system.ts";
import { record } from "../records.ts";

const AT_ONCE = 500;

/** Adds `count` records made by `manySided`, and waits for them. */
export async function addManySided(system: System, count: number): Promise<void> {
  const provider = system.as("provider");
  for (let from = 0; from < count; from += AT_ONCE) {
    const records = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => manySided(from + n));
    const answer = await provider.post("/api/provider/metadata/add", records, { headers: { Prefer: "wait=60" } });
    expect(answer.status).toBe(200);
  }
}

/** A record with 16 variables, an area, a period and a long text, which makes searches expensive. */
function manySided(n: number) {
  const [west, south] = [(n % 300) - 160, (n % 120) - 60];
  const variables = Array.from({ length: 16 }, (_, v) => ({
    variable_name: `variable ${(n * 7 + v * 13) % 400}`,
    variable_matrix: v % 2 === 0 ? "gas phase" : "aerosol",
  }));
  const position = (x: number, y: number) => [west + x, south + y];
  return record(`hostile-${n}`, {
    identification: {
      identifier: { pid: `hostile-${n}`, pid_type: "other PID" },
      title: `Ozone ${n} at a place`,
      abstract: `The quick brown fox ${n} jumps over the lazy dog. `.repeat(40),
    },
    variables,
    facility: {
      identifier: `hostile ${n}`,
      location: { type: "Point", coordinates: [(n % 359) - 179, (n % 179) - 89] },
    },
    spatial_extent: {
      type: "Polygon",
      coordinates: [[position(0, 0), position(5, 0), position(5, 5), position(0, 5), position(0, 0)]],
    },
    temporal_extent: {
      time_period_begin: `${1950 + (n % 70)}-01-01T00:00:00Z`,
      time_period_end: `${1951 + (n % 70)}-01-01T00:00:00Z`,
    },
  });
}
