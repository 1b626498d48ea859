import type { z } from "zod";
import { RECORD_BYTES } from "../../../contracts/limits.ts";
import { afterMark } from "../../../platform/json/byte-order-mark.ts";
import { afterSpace, Byte } from "../../../platform/json/scanner.ts";
import type { Job, JobInput, ListInput } from "../jobs/job.ts";
import { hasMoreElements } from "./elements.ts";
import { checkValue, parsePart, parseText, type Refused, ValidationErrors } from "./read-json.ts";
import { eachElement, splitBody } from "./split-body.ts";

/** The resources of a body, with defaults filled in and without members that are null. */
interface Resources<Resource> {
  readonly outcome: "resources";
  /** Whether the body is an array of them. */
  readonly many: boolean;
  readonly values: readonly Resource[];
}

interface OneResource<Resource> {
  readonly outcome: "resource";
  readonly value: Resource;
}

/** A job that reads a body that is one resource. */
export function resourceJob<Resource extends object>(
  name: string,
  schema: z.ZodType<Resource>,
): Job<JobInput, OneResource<Resource> | Refused> {
  return { name, run: (_eventStore, { bytes }) => readResource(bytes, schema) };
}

/** A job that reads a body that is one resource or an array of them. */
export function resourcesJob<Resource extends object>(
  name: string,
  schema: z.ZodType<Resource>,
): Job<ListInput, Resources<Resource> | Refused> {
  return {
    name,
    hasMoreItems: hasMoreElements,
    run: (_eventStore, { bytes, maxItems }) => readResources(bytes, schema, maxItems),
  };
}

function readResource<Resource extends object>(
  bytes: Uint8Array,
  schema: z.ZodType<Resource>,
): OneResource<Resource> | Refused {
  const errors = new ValidationErrors();
  const parsed = parseText(bytes);
  if (parsed.outcome === "refused") return parsed;
  const value = fitting(parsed.value, schema, "", errors);
  return value ? { outcome: "resource", value } : errors.refusal("The body is invalid: errors lists where and why.");
}

function readResources<Resource extends object>(
  bytes: Uint8Array,
  schema: z.ZodType<Resource>,
  maxItems: number,
): Resources<Resource> | Refused {
  if (!beginsArray(bytes)) {
    const read = readResource(bytes, schema);
    return read.outcome === "refused" ? read : { outcome: "resources", many: false, values: [read.value] };
  }
  const bounds = splitBody(bytes, maxItems, "elements");
  if (!Array.isArray(bounds)) return bounds;
  const errors = new ValidationErrors();
  const values: Resource[] = [];
  for (const { index, start, end } of eachElement(bounds)) {
    const parsed = parsePart(bytes, start, end, `Element ${index}`);
    if (parsed.outcome === "refused") return parsed;
    const value = fitting(parsed.value, schema, `/${index}`, errors);
    if (value) values.push(value);
  }
  return errors.count > 0
    ? errors.refusal("Nothing was stored: errors lists the invalid elements and why.")
    : { outcome: "resources", many: true, values };
}

function fitting<Resource extends object>(
  value: unknown,
  schema: z.ZodType<Resource>,
  path: string,
  errors: ValidationErrors,
): Resource | undefined {
  const checked = checkValue(value, schema, path, RECORD_BYTES);
  if (checked.outcome === "unfit") {
    errors.addAll(checked.errors);
    return undefined;
  }
  return schema.parse(withoutNulls(checked.value));
}

/** A member that is null counts as absent. */
function withoutNulls(value: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(value)).filter(([, member]) => member !== null));
}

function beginsArray(bytes: Uint8Array): boolean {
  return bytes[afterSpace(bytes, afterMark(bytes))] === Byte.openArray;
}
