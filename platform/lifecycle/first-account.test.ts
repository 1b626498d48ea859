import { expect, test } from "vitest";
import { introductionOf } from "./first-account.ts";

const made = { name: "admin", password: "s3cret" };

test("the generated password is printed in a line, or for a person in a frame", () => {
  expect(introductionOf(made, "json")).toBe(
    "first account: admin, password: s3cret (shown only now; npm run account -- password admin makes another)",
  );
  const [top, ...rest] = introductionOf(made, "pretty").split("\n");
  expect(top).toMatch(/^┌─+┐$/);
  expect(rest.at(-1)).toMatch(/^└─+┘$/);
  expect(rest.join("\n")).toMatch(/│ password: +s3cret +│/);
  for (const line of rest) expect(line).toHaveLength(top?.length ?? 0);
});

test.each(["json", "pretty"] as const)("a password set by the operator is not printed (%s)", (format) => {
  expect(introductionOf({ name: "admin", password: undefined }, format)).toBe(
    "first account: admin, with the password of AIRLOG_ADMIN_PASSWORD",
  );
});
