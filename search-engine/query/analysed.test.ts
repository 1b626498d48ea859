import { expect, test, vi } from "vitest";
import { keyword, standard } from "../language/analysis/analyzers.ts";
import { Work } from "../work/work.ts";
import { analysing } from "./analysed.ts";

test("a text is analysed once for all fields of an analyzer", () => {
  const work = new Work();
  const analysed = analysing(work);
  const [words, whole] = [vi.fn(standard), vi.fn(keyword)];
  for (let field = 0; field < 50; field++) {
    expect(analysed(words, "Ozone at sea").terms).toEqual(["ozone", "at", "sea"]);
    expect(analysed(whole, "Ozone at sea").terms).toEqual(["Ozone at sea"]);
  }
  expect(words).toHaveBeenCalledTimes(1);
  expect(whole).toHaveBeenCalledTimes(1);
  expect(work.steps).toBe(2 * 4 * "Ozone at sea".length);
  expect(analysed(words, "radar").terms).toEqual(["radar"]);
});
