import fc from "fast-check";
import { expect, test } from "vitest";
import { cutAtAntimeridian } from "../../geo/dateline.ts";
import { probes } from "../../geo/probes.ts";
import { Reader, SegmentCore } from "../../index/reader.ts";
import { Schema } from "../../index/schema.ts";
import type { SegmentReader } from "../../index/segment.ts";
import { SegmentBuilder } from "../../index/segment-builder.ts";
import { ShardFailure } from "../../language/errors/errors.ts";
import { parseWkt } from "../../language/geometry/wkt.ts";
import type { Relation } from "../../language/queries/geo-shape.ts";
import { MAX_SEARCH_MEMORY_BYTES } from "../../limits.ts";
import { segmentOf, segmentPieces } from "../../snapshot/segment-file.ts";
import { Work } from "../../work/work.ts";
import { NO_MORE_DOCS, type Scorer } from "../query.ts";
import { geoQuery } from "./geo-query.ts";

const schema = new Schema({ properties: { place: { type: "geo_point" }, extent: { type: "geo_shape" } } }, 0);

const longitude = (n: number): number => ((n * 7_919) % 3_600) / 10 - 180;
const latitude = (n: number): number => ((n * 104_729) % 1_800) / 10 - 90;

const corners = (west: number, south: number, east: number, north: number): number[][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** Points all over the world, some documents with several or none; extents of some degrees. */
function documentOf(n: number): object {
  if (n % 11 === 0) return {};
  const [x, y] = [longitude(n), latitude(n)];
  const another = [longitude(n + 1), latitude(n + 1)];
  const place = n % 5 === 0 ? [[x, y], another] : [x, y];
  const [east, north] = [Math.min(180, x + (n % 9) + 0.1), Math.min(90, y + (n % 4) + 0.1)];
  if (n % 3 === 0) return { place, extent: { type: "Point", coordinates: [x, y] } };
  return { place, extent: { type: "Polygon", coordinates: [corners(x, y, east, north)] } };
}

const builder = new SegmentBuilder(schema, { sourceRoom: 0, compresses: false });
for (let n = 0; n < 3_000; n++) builder.add(String(n), Buffer.from(JSON.stringify(documentOf(n))));
const built = builder.build(1);
const readBack = segmentOf(Uint8Array.from(Buffer.concat(segmentPieces(built))));
const index = new Reader(
  "places",
  schema,
  [built, readBack].map((data) => ({ core: new SegmentCore(data), live: undefined })),
);

function scorerOf(field: string, relation: Relation, wkt: string, segment: SegmentReader): Scorer {
  const geometry = cutAtAntimeridian(parseWkt(wkt), new Work());
  const query = geoQuery(schema.field(field), relation, probes(geometry, new Work()), new Work());
  const scorer = query.createWeight(index, false, 1).scorer(segment);
  if (!scorer) throw new Error("there are documents with the field");
  return scorer;
}

/** Matches found through the tree. */
function walked(scorer: Scorer): number[] {
  const found: number[] = [];
  const docs = new Uint32Array(100);
  while (scorer.doc !== NO_MORE_DOCS) {
    found.push(...docs.subarray(0, scorer.take(docs, undefined, Number.NEGATIVE_INFINITY)));
  }
  return found;
}

/** Matches found by testing every document. */
function lookedAt(scorer: Scorer, { maxDoc }: SegmentReader): number[] {
  const docs = Uint32Array.from({ length: maxDoc }, (_, doc) => doc);
  return [...docs.subarray(0, scorer.retain(docs, maxDoc))];
}

const box = fc
  .tuple(fc.integer({ min: -180, max: 179 }), fc.integer({ min: -90, max: 89 }), fc.integer({ min: 1, max: 90 }))
  .map(([west, south, size]) => {
    const [east, north] = [((west + size + 180) % 360) - 180, Math.min(90, south + size)];
    return `BBOX (${west}, ${east}, ${north}, ${south})`;
  });
const triangle = fc
  .tuple(fc.integer({ min: -180, max: 140 }), fc.integer({ min: -90, max: 50 }), fc.integer({ min: 1, max: 40 }))
  .map(([x, y, size]) => `POLYGON ((${x} ${y}, ${x + size} ${y}, ${x} ${y + size}, ${x} ${y}))`);
const several = fc
  .array(fc.tuple(fc.integer({ min: -180, max: 179 }), fc.integer({ min: -89, max: 89 })), {
    minLength: 9,
    maxLength: 12,
  })
  .map((positions) => `MULTIPOINT (${positions.map(([x, y]) => `${x}.1 ${y}.1`).join(", ")})`);

test("the tree of a segment's boxes leaves out no match, and the counts are equal", () => {
  for (const segment of index.segments) {
    expect(segment.points("place")?.tree).toBeDefined();
    expect(segment.shapes("extent")?.tree).toBeDefined();
  }
  const segments = fc.constantFrom(...index.segments);
  const relation = fc.constantFrom<Relation>("intersects", "within", "contains", "disjoint");
  const field = fc.constantFrom("place", "extent");
  let matches = 0;
  const countedFields = new Set<string>();
  fc.assert(
    fc.property(segments, field, relation, fc.oneof(box, triangle, several), (segment, name, how, wkt) => {
      const found = walked(scorerOf(name, how, wkt, segment));
      expect(found).toEqual(lookedAt(scorerOf(name, how, wkt, segment), segment));
      const counted = scorerOf(name, how, wkt, segment);
      const first = counted.take(new Uint32Array(10), undefined, Number.NEGATIVE_INFINITY);
      const isOpen = counted.doc !== NO_MORE_DOCS;
      const rest = counted.skip(undefined, 1);
      if (isOpen && counted.doc === NO_MORE_DOCS) {
        expect(first + rest).toBe(found.length);
        countedFields.add(name);
      }
      matches += how === "disjoint" ? 0 : found.length;
    }),
    // A fixed seed, since the matches of all bodies are summed up below.
    { seed: 1, numRuns: 200 },
  );
  expect(matches).toBeGreaterThan(1_000);
  expect([...countedFields].sort()).toEqual(["extent", "place"]);
});

test("the bitsets of the documents near a shape count as memory", () => {
  const walkedWith = (bytes: number) => {
    const work = new Work();
    work.take(MAX_SEARCH_MEMORY_BYTES - bytes);
    const query = geoQuery(schema.field("place"), "intersects", probes(parseWkt("BBOX (0, 1, 1, 0)"), work), work);
    for (const segment of index.segments) {
      const scorer = query.createWeight(index, false, 1).scorer(segment);
      if (scorer) walked(scorer);
    }
  };
  // In each of two segments, one bitset for possible and one for sure matches.
  const needed = (2 * 2 * 3_008) / 8;
  expect(() => walkedWith(needed)).not.toThrow();
  expect(() => walkedWith(needed - 1)).toThrow(ShardFailure);
});

test("the distances from a circle count as work, those of a corner once", () => {
  const steps = (field: string, radius: number) => {
    const work = new Work();
    const query = geoQuery(
      schema.field(field),
      "intersects",
      probes([{ kind: "circle", x: 10, y: 10, radius }], work),
      work,
    );
    for (const segment of index.segments) {
      const scorer = query.createWeight(index, false, 1).scorer(segment);
      if (scorer) walked(scorer);
    }
    return work.steps;
  };
  const everyDocument = 2 * 2_700 * 8;
  expect(steps("place", 19_000_000)).toBeGreaterThan(everyDocument);
  // The far side of the world: nearly all extents have a corner or an edge near enough, so only their first one is
  // tested.
  const first = steps("extent", 19_900_000);
  expect(first).toBeGreaterThan(everyDocument);
  expect(first).toBeLessThan(4 * everyDocument);
  expect(steps("extent", 1_000)).toBeLessThan(everyDocument);
});
