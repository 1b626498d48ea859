/**
 * Positions have digits whose last 16 rise with the log, about as events do: enough to tell how long the rest will take. Of
 * positions in another form nothing is known.
 */
const DIGITS = /^[0-9a-f]+\.[0-9a-f]{16}([0-9a-f]{16})(?:\.|$)/;

const placeOf = (position: string): number => Number.parseInt(DIGITS.exec(position)?.[1] ?? "", 16);

/** The share of the way from `first` to `head` that lies before `position`, 0 to 1; undefined where it is not known. */
export function shareBetween(first: string, position: string, head: string): number | undefined {
  const [from, at, to] = [first, position, head].map(placeOf);
  if (from === undefined || at === undefined || to === undefined || !(to > from)) return undefined;
  const share = (at - from) / (to - from);
  return share >= 0 ? Math.min(1, share) : undefined;
}
