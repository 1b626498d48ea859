import { type Position, PositionUnknown } from "../port.ts";

/** The server's own pointer to an event in its log. */
export interface CommitPointer {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Before the first event. */
export const beginning: CommitPointer = { commit: 0n, prepare: 0n };

export function comparePointers(a: CommitPointer, b: CommitPointer): number {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1;
  return a.prepare < b.prepare ? -1 : a.prepare > b.prepare ? 1 : 0;
}

export function laterPointer(a: CommitPointer, b: CommitPointer): CommitPointer {
  return comparePointers(a, b) < 0 ? b : a;
}

export function earlierPointer(a: CommitPointer, b: CommitPointer): CommitPointer {
  return comparePointers(a, b) < 0 ? a : b;
}

/** Converts pointers to positions of one log and back: `<log>.<commit><prepare>`, both as 16 hexadecimal digits. */
export class Positions {
  readonly start: Position;
  readonly log: string;

  constructor(log: string) {
    this.log = log;
    this.start = this.of(beginning);
  }

  of({ commit, prepare }: CommitPointer): Position {
    return `${this.log}.${hex(commit)}${hex(prepare)}` as Position;
  }

  /** @throws PositionUnknown when the text is no position of this log. */
  parse(text: string): CommitPointer {
    const [, log, commit, prepare] = /^([0-9a-f]{12})\.([0-9a-f]{16})([0-9a-f]{16})$/.exec(text) ?? [];
    if (log === undefined)
      throw new PositionUnknown("This is not a position of the log; send one that came as Event-Position.");
    if (log !== this.log)
      throw new PositionUnknown(
        "The position belongs to another log, or to this one before it was restored or imported.",
      );
    return { commit: BigInt(`0x${commit}`), prepare: BigInt(`0x${prepare}`) };
  }
}

function hex(value: bigint): string {
  return value.toString(16).padStart(16, "0");
}
