import { expect } from "vitest";
import type { Decider } from "../services/command/handling/decider.ts";

/** The decision about a command after these events: `given(facility, [added]).when(command).thenAppends([])`. */
export function given<Command, Event, State, Rejection>(
  { initial, evolve, decide }: Decider<Command, Event, State, Rejection>,
  events: readonly Event[],
) {
  return {
    when: (command: Command) => {
      const decision = decide(command, events.reduce(evolve, initial));
      return {
        thenAppends: (expected: readonly Event[]): void =>
          expect(decision).toEqual({ outcome: "accepted", events: expected }),
        thenRejected: (rejection: Rejection): void => expect(decision).toEqual({ outcome: "rejected", rejection }),
      };
    },
  };
}
