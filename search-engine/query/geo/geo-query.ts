import { f64, u32 } from "../../bytes/arrays.ts";
import { docsMeeting, docsNear, isPrecise } from "../../geo/box-tree.ts";
import type { Probe } from "../../geo/probe.ts";
import { shapeTest } from "../../geo/relation.ts";
import type { Field } from "../../index/mapping.ts";
import type { PointValues, ShapeValues } from "../../index/segment-data.ts";
import { queryShardException } from "../../language/errors/errors.ts";
import type { GeoBody } from "../../language/queries/geo.ts";
import type { Relation } from "../../language/queries/geo-shape.ts";
import type { QueryName } from "../../language/queries/table.ts";
import type { Work } from "../../work/work.ts";
import type { CompileContext } from "../kind.ts";
import { MatchNone } from "../nodes/constant.ts";
import { type Predicate, predicateQuery } from "../predicate.ts";
import type { Query } from "../query.ts";

/** The field of a geo clause; undefined when it is unmapped and `ignore_unmapped` is set. @throws ShardFailure */
export function geoField(
  kind: QueryName,
  { field: name, ignoreUnmapped }: GeoBody,
  context: CompileContext,
): Field | undefined {
  const field = context.field(name);
  if (!field) {
    if (ignoreUnmapped) return undefined;
    throw queryShardException(`failed to find ${kind === "geo_shape" ? "type for" : "geo"} field [${name}]`);
  }
  if (field.kind === "geo_point" || field.kind === "geo_shape") return field;
  throw queryShardException(`Field [${name}] is of unsupported type [${field.kind}] for [${kind}] query`);
}

/** Documents whose points or shape have a relation to the query's shapes. Every match scores the boost. */
export function geoQuery(field: Field | undefined, relation: Relation, probes: readonly Probe[], work: Work): Query {
  // Nothing has a relation to an empty geometry.
  if (!field || probes.length === 0) return new MatchNone();
  const { name } = field;
  const test = shapeTest(relation, probes, work);
  const isBoxes = isPrecise(probes) && probes.every((probe) => probe.kind === "box");
  const boxesMatch = isBoxes && relation === "intersects";
  return predicateQuery({
    work,
    predicate(segment) {
      const [points, shapes] = [segment.points(name), segment.shapes(name)];
      if (points) return pointPredicate(points, relation, probes, work);
      return shapes && shapePredicate(shapes, test, probes.length, work);
    },
    candidates(segment) {
      const { tree } = segment.points(name) ?? segment.shapes(name) ?? {};
      if (!tree || relation === "disjoint") return undefined;
      return () => (boxesMatch ? docsMeeting : docsNear)(tree, probes, segment.maxDoc, work);
    },
  });
}

/** The boxes of the query's shapes count as work here; comparisons behind them count themselves. */
function shapePredicate(
  { numbers, offsets }: ShapeValues,
  test: ReturnType<typeof shapeTest>,
  boxes: number,
  work: Work,
): Predicate {
  return (doc) => {
    work.spend(boxes);
    const [start, end] = [u32(offsets, doc), u32(offsets, doc + 1)];
    return end > start && test(numbers, start, end);
  };
}

function pointPredicate(
  { offsets, longitudes, latitudes }: PointValues,
  relation: Relation,
  probes: readonly Probe[],
  work: Work,
): Predicate {
  const isIn = (at: number) => {
    const [x, y] = [f64(longitudes, at), f64(latitudes, at)];
    return probes.some(
      (probe) => x >= probe.west && x <= probe.east && y >= probe.south && y <= probe.north && probe.contains(x, y),
    );
  };
  const isEach = (probe: Probe, start: number, end: number) => {
    for (let at = start; at < end; at++) if (probe.contains(f64(longitudes, at), f64(latitudes, at))) return true;
    return false;
  };
  const [only] = probes;
  if (relation === "intersects" && !offsets && probes.length === 1 && only?.kind === "box") {
    const { west, east, south, north } = only;
    // A document without a point has NaN, which no box contains.
    return (doc) => {
      work.spend(1);
      const x = f64(longitudes, doc);
      return x >= west && x <= east && f64(latitudes, doc) >= south && f64(latitudes, doc) <= north;
    };
  }
  return (doc) => {
    const start = offsets ? u32(offsets, doc) : doc;
    const end = offsets ? u32(offsets, doc + 1) : doc + 1;
    work.spend(1 + (end - start) * probes.length);
    if (start === end || Number.isNaN(f64(longitudes, start))) return false;
    if (relation === "contains") return probes.every((probe) => probe.kind === "point" && isEach(probe, start, end));
    let inside = 0;
    for (let at = start; at < end; at++) if (isIn(at)) inside++;
    if (relation === "within") return inside === end - start;
    return relation === "intersects" ? inside > 0 : inside === 0;
  };
}
