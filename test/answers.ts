import { z } from "zod";

/** Any JSON object. */
export const Members = z.record(z.string(), z.unknown());

/** Checks the value and returns it unchanged, members in its own order. @throws ZodError when it does not fit. */
export function fitting<Shape>(shape: z.ZodType<Shape>, value: unknown): Shape {
  assertFits(shape, value);
  return value;
}

function assertFits<Shape>(shape: z.ZodType<Shape>, value: unknown): asserts value is Shape {
  shape.parse(value);
}

interface Answered {
  readonly json: unknown;
}

const Identified = z.object({ id: z.number() });
const Problem = z.object({ errors: z.array(z.object({ path: z.string() })) });

export const idOf = ({ json }: Answered): number => Identified.parse(json).id;
export const idsOf = ({ json }: Answered): number[] =>
  Identified.array()
    .parse(json)
    .map(({ id }) => id);

/** The paths of a problem's errors. */
export const pathsOf = ({ json }: Answered): string[] => Problem.parse(json).errors.map(({ path }) => path);
