import { expect, test } from "vitest";
import { comparable } from "./exchange.ts";

const answer = (text: string) => comparable({ status: 200, text: `{"took":3,"aggregations":${text}}` });

test("a double is the same however many digits Java prints of it", () => {
  expect(answer('{"value":7.9315231596043305E18}')).toBe(answer('{"value":7.93152315960433E18}'));
  expect(answer('{"value":0.1}')).not.toBe(answer('{"value":0.10000000000000002}'));
});

test("integers are compared digit by digit", () => {
  expect(answer('{"sort":[9223372036854775807]}')).not.toBe(answer('{"sort":[9223372036854775806]}'));
});

test("the order of members does not matter, the order of values does", () => {
  expect(answer('{"a":1,"b":[1,2]}')).toBe(answer('{"b":[1,2],"a":1}'));
  expect(answer('{"b":[1,2]}')).not.toBe(answer('{"b":[2,1]}'));
});
