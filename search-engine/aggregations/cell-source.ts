import { item } from "../bytes/arrays.ts";
import { type CellPlace, cellsOf } from "../geo/cells.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { Grid } from "../language/aggregations/geo-grid.ts";
import type { AggregationContext } from "./aggregation.ts";
import { BucketTable } from "./buckets.ts";
import { pointSource } from "./point-source.ts";

/** The grid cells that contain points of a field, numbered as they are found. */
export interface CellSource {
  /** Calls `take` with the index in `docs` and each distinct cell of a document. */
  each(segment: SegmentReader, docs: Uint32Array, count: number, take: (index: number, cell: number) => void): void;
  /** In the order of Elasticsearch's numbers. */
  compare(a: number, b: number): number;
  place(cell: number): CellPlace;
  name(cell: number): string;
}

/** Approximate size of a cell: its place, and its entries in two tables. */
const CELL_BYTES = 150;

/** @throws ShardFailure for a field of another type, or when `missing` is no point */
export function cellSource(
  kind: string,
  grid: Grid,
  field: string,
  missing: string | undefined,
  context: AggregationContext,
): CellSource {
  const cells = cellsOf(grid);
  const points = pointSource(kind, field, missing, context);
  const places: CellPlace[] = [];
  const columns = new BucketTable(undefined, () => {});
  const numbers = new BucketTable(undefined, () => context.work.take(CELL_BYTES));
  const numberOf = (column: number, row: number) => {
    const number = numbers.reach(columns.reach(0, column), row);
    if (number === places.length) places.push({ column, row });
    return number;
  };
  /** The last document that each cell was found in; documents are counted as they come. */
  const lastDocuments: number[] = [];
  let document = 0;
  const place = (cell: number) => item(places, cell);
  return {
    each: (segment, docs, count, take) => {
      let last = -1;
      points(segment, docs, count, (index, latitude, longitude) => {
        const [column, row] = [cells.column(longitude), cells.row(latitude)];
        if (!cells.accepts(column, row)) return;
        const number = numberOf(column, row);
        if (index !== last) [last, document] = [index, document + 1];
        // Points of one document in one cell need not follow each other.
        if (lastDocuments[number] === document) return;
        lastDocuments[number] = document;
        take(index, number);
      });
    },
    compare: (a, b) => cells.compare(place(a), place(b)),
    place,
    name: (cell) => cells.name(place(cell).column, place(cell).row),
  };
}
