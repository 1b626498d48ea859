import { expect, test } from "vitest";
import { type UploadPlace, Uploads } from "./uploads.ts";

function places(uploads: Uploads, sender: string, count: number): UploadPlace[] {
  return Array.from({ length: count }, () => uploads.take(sender) ?? expect.unreachable());
}

const takenBack = (all: readonly UploadPlace[]) =>
  all.flatMap((each, index) => (each.takenBack.aborted ? [index] : []));

test("a sender gets 48 places, and others the rest", () => {
  const uploads = new Uploads();
  const many = places(uploads, "many", 48);
  expect(uploads.take("many")).toBeUndefined();
  places(uploads, "other", 16);
  expect(takenBack(many)).toEqual([]);
  many[0]?.[Symbol.dispose]();
  many[0]?.[Symbol.dispose]();
  places(uploads, "many", 1);
  expect(uploads.take("many")).toBeUndefined();
});

test("when all are taken, the sender with most gives up the upload longest without a whole line", () => {
  const uploads = new Uploads();
  const other = places(uploads, "other", 16);
  const many = places(uploads, "many", 48);
  for (const [index, place] of many.entries()) if (index !== 7 && index !== 30) place.noteLines();
  places(uploads, "new", 1);
  expect(takenBack(many)).toEqual([7]);
  many[7]?.[Symbol.dispose]();
  const [second] = places(uploads, "new", 1);
  expect(takenBack(many)).toEqual([7, 30]);
  many[7]?.noteLines();
  many[7]?.[Symbol.dispose]();
  places(uploads, "other", 1);
  expect(takenBack(many)).toEqual([0, 7, 30]);
  second?.[Symbol.dispose]();
  places(uploads, "new", 1);
  expect(takenBack([...many, ...other])).toEqual([0, 7, 30]);
});

test("a sender gets no place of another that holds only one more", () => {
  const uploads = new Uploads();
  const held = [...places(uploads, "one", 32), ...places(uploads, "other", 31)];
  const [last] = places(uploads, "third", 1);
  expect(uploads.take("one")).toBeUndefined();
  expect(uploads.take("other")).toBeUndefined();
  expect(takenBack(held)).toEqual([]);
  last?.[Symbol.dispose]();
  places(uploads, "other", 1);
});
