import type { CorpusRecord, JsonRecord, Random } from "./corpus.ts";

/** Random records, especially their geometry, of which the fixed corpus has little. */
export function randomRecords(r: Random, count: number): CorpusRecord[] {
  return Array.from({ length: count }, (_, n) => {
    const id = `random-${n}`;
    const [x, y] = [r.next() * 360 - 180, r.next() * 160 - 80];
    const near: readonly [number, number] = r.chance(0.7)
      ? [6.4131 + (r.next() - 0.5) * 20, 50.9 + (r.next() - 0.5) * 15]
      : [x, y];
    const document: JsonRecord = {
      identification: {
        identifier: { pid: id, pid_type: "ePIC" },
        title: `Random ${r.pick(["cloud", "ozone", "ice", "water"])} ${n}`,
        abstract: randomText(r),
      },
      facility: { identifier: r.pick(["0lym", "r1", "r2"]), location: { type: "Point", coordinates: near } },
      spatial_extent: geometry(r, near),
      temporal_extent: {
        time_period_begin: new Date(Date.UTC(1960 + r.below(70), r.below(12), r.below(28), r.below(24))).toISOString(),
      },
    };
    return { id, document };
  });
}

/** Words of the abstracts. */
export const WORDS =
  "cloud radar ozone ice water content measured vertical profiles of the aerosol particle quality data".split(" ");

/** Texts of different lengths, so that most documents score differently. */
const randomText = (r: Random): string => Array.from({ length: 4 + r.below(120) }, () => r.pick(WORDS)).join(" ");

function geometry(r: Random, [x, y]: readonly [number, number]): JsonRecord {
  const clampX = (value: number) => Math.max(-180, Math.min(180, r.chance(0.1) ? Math.round(value) : value));
  const clampY = (value: number) => Math.max(-90, Math.min(90, r.chance(0.1) ? Math.round(value) : value));
  const around = (size: number) => [clampX(x + (r.next() - 0.5) * size), clampY(y + (r.next() - 0.5) * size)];
  const star = (size: number, corners: number): number[][] => {
    const ring = Array.from({ length: corners }, (_, n) => {
      const angle = (2 * Math.PI * n) / corners;
      const radius = size * (0.5 + r.next() * 0.5);
      return [clampX(x + radius * Math.cos(angle)), clampY(y + radius * Math.sin(angle))];
    });
    return [...ring, ...ring.slice(0, 1)];
  };
  switch (r.below(6)) {
    case 0:
      return { type: "Point", coordinates: around(4) };
    case 1:
      return { type: "LineString", coordinates: Array.from({ length: 2 + r.below(5) }, () => around(10)) };
    case 2:
      return { type: "MultiPoint", coordinates: Array.from({ length: 1 + r.below(4) }, () => around(10)) };
    case 3:
      return { type: "Polygon", coordinates: [star(1 + r.next() * 8, 3 + r.below(12)), star(0.4, 4).reverse()] };
    case 4: {
      const ring = Array.from({ length: 4 }, () => around(8));
      return { type: "Polygon", coordinates: [[...ring, ...ring.slice(0, 1)]] };
    }
    default:
      return { type: "Polygon", coordinates: [star(0.5 + r.next() * 6, 3 + r.below(9))] };
  }
}
