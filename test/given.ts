import { expect } from "vitest";
import type { Decider } from "../services/command/handling/decider.ts";

/** What a decider makes of a command after these facts: `given(facility, [added]).when(command).thenAppends([])`. */
export function given<Command, Fact, State, Rejection>(
  { initial, evolve, decide }: Decider<Command, Fact, State, Rejection>,
  facts: readonly Fact[],
) {
  return {
    when: (command: Command) => {
      const decision = decide(command, facts.reduce(evolve, initial));
      return {
        thenAppends: (expected: readonly Fact[]): void =>
          expect(decision).toEqual({ outcome: "accepted", facts: expected }),
        thenRejected: (rejection: Rejection): void => expect(decision).toEqual({ outcome: "rejected", rejection }),
      };
    },
  };
}
