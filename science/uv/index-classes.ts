/** Exposure categories of the UV index (WHO, Global Solar UV Index, 2002), by the index rounded to a whole number. */
export const indexClasses = [
  { id: 1, from: 0, to: 2, colour: "green", pantone: "375" },
  { id: 2, from: 3, to: 5, colour: "yellow", pantone: "102" },
  { id: 3, from: 6, to: 7, colour: "orange", pantone: "151" },
  { id: 4, from: 8, to: 10, colour: "red", pantone: "032" },
  { id: 5, from: 11, to: null, colour: "violet", pantone: "265" },
] as const;

export type IndexClassId = (typeof indexClasses)[number]["id"];

/** The category of a UV index. */
export function indexClass(index: number): IndexClassId {
  const rounded = Math.round(index);
  if (rounded <= 2) return 1;
  if (rounded <= 5) return 2;
  if (rounded <= 7) return 3;
  return rounded <= 10 ? 4 : 5;
}
