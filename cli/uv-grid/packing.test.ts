import { expect, test } from "vitest";
import { type NetCdfAttribute, type NetCdfType, netCdf } from "../../test/netcdf.ts";
import { BadFile } from "../bad-file.ts";
import { NetCdfFile } from "./netcdf-file.ts";
import { packingOf } from "./packing.ts";

type Attributes = Readonly<Record<string, NetCdfAttribute>>;

/** The values of a variable with these stored numbers; null for missing ones. */
function unpacked(type: NetCdfType, attributes: Attributes, ...values: readonly number[]): (number | null)[] {
  const variables = [{ name: "x", type, dimensions: ["x"], attributes, values }];
  const file = new NetCdfFile(netCdf({ dimensions: { x: values.length }, attributes: {}, variables }));
  const { scale, offset, isMissing } = packingOf(file, "x");
  return Array.from(file.values("x", ["x"]), (stored) => (isMissing(stored) ? null : stored * scale + offset));
}

const shorts = (...values: readonly number[]) => ({ type: "short", values }) as const;
const bytes = (...values: readonly number[]) => ({ type: "byte", values }) as const;

test.each<[string, NetCdfType, Attributes, number[], (number | null)[]]>([
  ["no attributes", "float", {}, [1, 2], [1, 2]],
  ["the format's own fill value", "float", {}, [1, 9.969209968386869e36], [1, null]],
  ["_FillValue as a double", "float", { _FillValue: 1e20 }, [1, 1e20], [1, null]],
  ["NaN", "double", { _FillValue: Number.NaN }, [1, Number.NaN], [1, null]],
  ["several missing values", "short", { missing_value: shorts(-999, -888) }, [-999, 5, -888], [null, 5, null]],
  ["valid_min", "float", { valid_min: 0 }, [-999, 0, 5], [null, 0, 5]],
  ["valid_max as a double", "float", { valid_max: 0.1 }, [0.1, 0.2], [Math.fround(0.1), null]],
  ["valid_range", "double", { valid_range: { type: "double", values: [0, 10] } }, [-1, 0, 10, 11], [null, 0, 10, null]],
  ["valid_min and valid_max", "double", { valid_min: 0, valid_max: 10 }, [-1, 0, 10, 11], [null, 0, 10, null]],
  [
    "a valid range of packed numbers",
    "short",
    { scale_factor: 0.5, add_offset: 100, valid_range: shorts(0, 10) },
    [-1, 0, 10, 11],
    [null, 100, 105, null],
  ],
  [
    "valid bounds of packed numbers as int",
    "short",
    { scale_factor: 2, valid_max: { type: "int", values: [10] } },
    [10, 11],
    [20, null],
  ],
  ["valid bounds of values", "short", { scale_factor: 0.5, add_offset: 100, valid_max: 105 }, [10, 11], [105, null]],
  ["a scale without an offset", "int", { scale_factor: 0.5 }, [3], [1.5]],
  ["an offset without a scale", "short", { add_offset: -5 }, [3], [-2]],
  ["bytes with a sign", "byte", { missing_value: bytes(-1) }, [-1, -2], [null, -2]],
  ["bytes without one", "byte", { _Unsigned: "true", _FillValue: bytes(-1) }, [-1, -2], [null, 254]],
  [
    "unsigned bytes in a valid range",
    "byte",
    { _Unsigned: "true", valid_range: bytes(0, -56) },
    [-56, -55],
    [200, null],
  ],
  ["shorts without a sign", "short", { _Unsigned: "true", missing_value: shorts(-1) }, [-1, -2], [null, 65534]],
])("%s: numbers of type %s are read as CF says", (_what, type, attributes, stored, expected) => {
  expect(unpacked(type, attributes, ...stored)).toEqual(expected);
});

test.each<[Attributes, string]>([
  [{ scale_factor: "0.1" }, "scale_factor of x is not a number"],
  [{ add_offset: shorts(1, 2) }, "add_offset of x is not a number"],
  [{ valid_range: shorts(1) }, "valid_range of x is not two numbers"],
  [{ valid_min: "low" }, "valid_min of x is not a number"],
])("attributes that are no such numbers are refused", (attributes, message) => {
  expect(() => unpacked("short", attributes, 1)).toThrow(BadFile);
  expect(() => unpacked("short", attributes, 1)).toThrow(message);
});
