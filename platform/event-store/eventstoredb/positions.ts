import { type Position, PositionUnknown } from "../port.ts";

/** Where an event lies in the server's log. */
export interface Place {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Before the first event. */
export const beginning: Place = { commit: 0n, prepare: 0n };

export function comparePlaces(a: Place, b: Place): number {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1;
  return a.prepare < b.prepare ? -1 : a.prepare > b.prepare ? 1 : 0;
}

export function laterPlace(a: Place, b: Place): Place {
  return comparePlaces(a, b) < 0 ? b : a;
}

/** Turns places into positions of one log and back: `<log>.<commit><prepare>`, both as 16 hexadecimal digits. */
export class Positions {
  readonly start: Position;
  readonly log: string;

  constructor(log: string) {
    this.log = log;
    this.start = this.of(beginning);
  }

  of({ commit, prepare }: Place): Position {
    return `${this.log}.${hex(commit)}${hex(prepare)}` as Position;
  }

  /** @throws PositionUnknown when the text is no position of this log. */
  parse(text: string): Place {
    const [, log, commit, prepare] = /^([0-9a-f]{12})\.([0-9a-f]{16})([0-9a-f]{16})$/.exec(text) ?? [];
    if (log === undefined) throw new PositionUnknown("this is no position in the log");
    if (log !== this.log) throw new PositionUnknown("this position belongs to another log");
    return { commit: BigInt(`0x${commit}`), prepare: BigInt(`0x${prepare}`) };
  }
}

function hex(value: bigint): string {
  return value.toString(16).padStart(16, "0");
}
