const MAX_ID = 2 ** 31 - 1;

/** Whether the value may be the id of a station or a time series. */
export function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_ID;
}

/** The id in a path. */
export function idOf(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return isId(id) ? id : undefined;
}
