/** Searches that ask for far more than they need, each with what the service answers: 200, or a refusal with its type. */
export interface HostileSearch {
  readonly name: string;
  readonly body: object;
  readonly expected: 200 | string;
}

export const repeated = <Value>(count: number, value: (n: number) => Value): Value[] =>
  Array.from({ length: count }, (_, n) => value(n));
