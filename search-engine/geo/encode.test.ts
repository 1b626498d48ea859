import { describe, expect, test } from "vitest";
import { encodePoint } from "./encode.ts";

describe("a point", () => {
  test("off the earth is not indexed", () => {
    expect(encodePoint([6.4, 95])).toBeUndefined();
    expect(encodePoint([181, 5])).toBeUndefined();
    expect(encodePoint(null)).toEqual([]);
    expect(
      encodePoint([
        [1, 2],
        [3, 4],
      ]),
    ).toHaveLength(2);
  });
  test("is indexed to a ten-millionth of a degree", () => {
    const [indexed] = encodePoint([6.4131, 50.9086]) ?? [];
    expect(indexed?.longitude).toBeCloseTo(6.4131, 6);
    expect(encodePoint([indexed?.longitude, indexed?.latitude])).toEqual([indexed]);
  });
});
