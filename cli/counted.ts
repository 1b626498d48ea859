/** A number with what it counts: "1 row", "2 rows". `noun` is one whose plural takes an s. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
