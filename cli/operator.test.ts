import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { operatorName } from "./operator.ts";

test("an operator is the user of the operating system", () => {
  expect(operatorName()).toBe(`operator:${userInfo().username}`);
});

test("a user without a name is named by its number", () => {
  const fail = () => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  };
  expect(operatorName(fail)).toBe(`operator:${process.getuid?.()}`);
});
