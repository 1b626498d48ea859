import { expect, test } from "vitest";
import { z } from "zod";
import { checkValue, ValidationErrors } from "./read-json.ts";

const Named = z.looseObject({ title: z.string(), size: z.number() });
const MAX_BYTES = 1024 * 1024;

/** The refusal that a client sees for a value that does not fit. */
function refusalOf(text: string) {
  const checked = checkValue(JSON.parse(text), Named, "/7", MAX_BYTES);
  const errors = new ValidationErrors();
  if (checked.outcome === "unfit") errors.addAll(checked.errors);
  return errors.refusal("");
}

test("values that can't be stored are listed before those that do not fit, and each place once", () => {
  const { errors, errorCount } = refusalOf('{"title":1e999,"size":"\\u0000","":1,"more":[{"a/b~c":"\\ud800"}]}');
  expect(errors).toEqual([
    { path: "/7/title", message: "is too large a number for a double" },
    { path: "/7/size", message: "holds U+0000 or an unpaired surrogate" },
    { path: "/7/", message: "a member's name must not be empty" },
    { path: "/7/more/0/a~1b~0c", message: "holds U+0000 or an unpaired surrogate" },
  ]);
  expect(errorCount).toBe(4);
  expect(refusalOf('{"more":1e999}').errors).toEqual([
    { path: "/7/more", message: "is too large a number for a double" },
    { path: "/7/title", message: "is required" },
    { path: "/7/size", message: "is required" },
  ]);
});

test("errors below a long name are listed with the beginning of it", () => {
  const { errors, errorCount } = refusalOf(`{"${"~".repeat(100_000)}":[${Array(2_000).fill("1e999")}]}`);
  expect(errorCount).toBe(2_002);
  expect(errors).toHaveLength(100);
  expect(errors?.[0]?.path).toBe(`/7/${"~0".repeat(98)}`);
  expect(JSON.stringify(errors).length).toBeLessThan(100 * 300);
});

test("only the listed errors of a value are kept, and all are counted", () => {
  const text = `{"title":"a","size":1,"more":[${Array(300_000).fill("1e999")}]}`;
  const checked = checkValue(JSON.parse(text), Named, "", MAX_BYTES);
  expect(checked).toMatchObject({ outcome: "unfit", errors: { count: 300_000, listed: { length: 100 } } });
  expect(refusalOf(text).errorCount).toBe(300_000);
});
