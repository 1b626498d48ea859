import { UV_FIELD_NAMES, UV_GRID, UV_GRID_CELLS, type UvFieldName } from "../contracts/uv-grid.ts";
import type { SharedField, UvGrid } from "../services/query/uv/grid.ts";

/** The value of one cell, null for a missing one; `step` counts from 0. A function without parameters is a constant. */
export type CellValue = (latitude: number, longitude: number, step: number) => number | null;

export interface TestField {
  readonly dtype: "int16" | "uint8";
  readonly scale: number;
  readonly offset: number;
  readonly missing: number;
  readonly data: string;
}

export interface GridOptions {
  /** 00 UTC of the first day, such as 2026-06-21. */
  readonly day: string;
  readonly issued?: string;
  readonly source?: string;
  /** Hours from one step to the next. */
  readonly every?: number;
  readonly days?: number;
  readonly fields?: Partial<Record<UvFieldName, CellValue>>;
}

const HOUR_MS = 3_600_000;
const MISSING = -32768;

/** A `uvgrid/1` document of computed cells, by default 300 DU everywhere. */
export function uvGrid({ day, issued, source = "test model", every = 3, days = 3, fields = {} }: GridOptions) {
  const from = Date.parse(`${day}T00:00:00Z`);
  const steps = Array.from({ length: (days * 24) / every + 1 }, (_, index) =>
    new Date(from + index * every * HOUR_MS).toISOString().replace(".000Z", "Z"),
  );
  const all: Partial<Record<UvFieldName, CellValue>> = { ozone_du: () => 300, ...fields };
  const packed = UV_FIELD_NAMES.flatMap((name): [string, TestField][] => {
    const value = all[name];
    return value === undefined ? [] : [[name, field(name, steps.length, value)]];
  });
  const grid: Record<string, number> = { ...UV_GRID };
  return {
    schema: "uvgrid/1",
    issued: issued ?? `${day}T00:00:00Z`,
    source,
    licence: "CC-BY-4.0",
    attribution: "Example Centre",
    grid,
    steps,
    fields: Object.fromEntries(packed),
  };
}

const scales: Partial<Record<UvFieldName, number>> = { ozone_du: 0.1, cloud_lwp_gm2: 0.5, uvi_allsky: 0.01 };

/** One field, packed as 16-bit numbers. */
export function field(name: UvFieldName, steps: number, value: CellValue): TestField {
  const scale = scales[name] ?? 0.001;
  const numbers = new Int16Array(steps * UV_GRID_CELLS);
  let at = 0;
  const isConstant = value.length === 0;
  if (isConstant) numbers.fill(Math.round((value(0, 0, 0) ?? MISSING * scale) / scale));
  for (let step = 0; step < steps && !isConstant; step++) {
    for (let row = 0; row < UV_GRID.nlat; row++) {
      for (let column = 0; column < UV_GRID.nlon; column++) {
        const own = value(UV_GRID.lat0 + row, UV_GRID.lon0 + column, step);
        numbers[at++] = own === null ? MISSING : Math.round(own / scale);
      }
    }
  }
  return { dtype: "int16", scale, offset: 0, missing: MISSING, data: Buffer.from(numbers.buffer).toString("base64") };
}

let made = 0;

/** The same grid as the query service holds it in memory. */
export function sharedGrid(options: GridOptions): UvGrid {
  const { issued, source, licence, attribution, steps, fields } = uvGrid(options);
  const shared = Object.entries(fields).map(([name, { data, ...encoding }]): [string, SharedField] => {
    const bytes = Buffer.from(data, "base64");
    const numbers = new SharedArrayBuffer(bytes.length);
    new Uint8Array(numbers).set(bytes);
    return [name, { ...encoding, numbers }];
  });
  return {
    key: String(made++),
    issued,
    source,
    licence,
    attribution,
    steps: steps.map((step) => Date.parse(step)),
    fields: Object.fromEntries(shared),
  };
}
