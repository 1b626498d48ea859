/**
 * The rules of one stream, pure: what its events make of its state, and what a command in that state becomes. Facts are
 * events without their content: what a stream's head tells, so that deciding needs no content read back.
 */
export interface Decider<Command, Fact, State, Rejection> {
  readonly initial: State;
  /** Each fact settles the whole state, so the last one alone tells it. */
  readonly evolve: (state: State, fact: Fact) => State;
  readonly decide: (command: Command, state: State) => Decision<Fact, Rejection>;
}

export type Decision<Fact, Rejection> =
  /** `facts` are to be appended; none when everything is as the command wants it. */
  | { readonly outcome: "accepted"; readonly facts: readonly Fact[] }
  | { readonly outcome: "rejected"; readonly rejection: Rejection };

export function accept<Fact>(...facts: readonly Fact[]): {
  readonly outcome: "accepted";
  readonly facts: readonly Fact[];
} {
  return { outcome: "accepted", facts };
}

export function reject<Rejection>(rejection: Rejection): {
  readonly outcome: "rejected";
  readonly rejection: Rejection;
} {
  return { outcome: "rejected", rejection };
}

/** Makes the compiler see that every case is there. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
