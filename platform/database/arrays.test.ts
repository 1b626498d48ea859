import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { databaseUntil } from "../../test/postgres.ts";
import { boolArray, byteaArray, float8Array, int4Array, int8Array, textArray, uuidArray } from "./arrays.ts";

const database = await databaseUntil(afterAll);

async function roundTrip(type: string, parameter: Buffer): Promise<unknown[]> {
  const text = `select value from unnest($1::${type}[]) with ordinality as t (value, place) order by place`;
  const rows = await database.query<{ value: unknown }>({ text, values: [parameter], binary: true });
  return rows.map(({ value }) => value);
}

test("text comes back as it was, from strings and from bytes", async () => {
  const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      const bytes = values.map((value) => (value === null ? null : Buffer.from(value)));
      expect(await roundTrip("text", textArray(values))).toEqual(bytes);
      expect(await roundTrip("text", textArray(bytes))).toEqual(bytes);
    }),
    { numRuns: 30 },
  );
});

test("numbers, truth values, bytes and UUIDs come back as they were", async () => {
  expect(await roundTrip("int8", int8Array([0, -1, 2n ** 63n - 1n, null]))).toEqual([0n, -1n, 2n ** 63n - 1n, null]);
  expect(await roundTrip("int4", int4Array([7, null, -7]))).toEqual([7, null, -7]);
  expect(await roundTrip("float8", float8Array([0.1, null, -0]))).toEqual([0.1, null, -0]);
  expect(await roundTrip("bool", boolArray([true, null, false]))).toEqual([true, null, false]);
  expect(await roundTrip("bytea", byteaArray([Buffer.from([0, 255]), null]))).toEqual([Buffer.from([0, 255]), null]);
  const id = "0195e1d2-4f3a-7b6c-8d9e-0123456789ab";
  expect(await roundTrip("uuid", uuidArray([id, null]))).toEqual([id, null]);
});

test("a text that is not a UUID is refused before it is sent", () => {
  expect(() => uuidArray(["0195e1d2"])).toThrow(RangeError);
  expect(() => uuidArray(["zz95e1d2-4f3a-7b6c-8d9e-0123456789ab"])).toThrow(RangeError);
});

test("an array without elements is an empty array", async () => {
  expect(await roundTrip("text", textArray([]))).toEqual([]);
});
