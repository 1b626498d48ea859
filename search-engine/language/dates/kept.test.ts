import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { dateFormat } from "./format.ts";
import { timeZone } from "./zone.ts";

const MEBIBYTE = 2 ** 20;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Bytes of the heap that `action` keeps. */
function kept(action: () => void): number {
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  action();
  return used() - before;
}

/** The text as a part of a body of a mebibyte. */
const inBody = (text: string): string => `${" ".repeat(MEBIBYTE)}${text}`.slice(MEBIBYTE);

test("formats of thousands of searches take little memory", () => {
  const letters = "dM".repeat(498);
  // It was once half a gibibyte.
  expect(
    kept(() => {
      for (let n = 0; n < 1_000; n++) dateFormat(`${letters}${1_000 + n}`);
    }),
  ).toBeLessThan(30 * MEBIBYTE);
});

test("a format or a time zone does not keep the body that it was read from", () => {
  expect(
    kept(() => {
      for (let n = 0; n < 60; n++) dateFormat(inBody(`yyyy-MM-dd 'kept ${n}'`));
      for (const region of Intl.supportedValuesOf("timeZone")
        .filter(({ length }) => length > 15)
        .slice(0, 60)) {
        timeZone(inBody(region));
      }
    }),
  ).toBeLessThan(30 * MEBIBYTE);
});
