import type { Position } from "../port.ts";
import { parsePosition, positionOf } from "../positions.ts";

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

/** Converts pointers to positions of one log and back. */
export class Positions {
  readonly start: Position;
  readonly log: string;

  constructor(log: string) {
    this.log = log;
    this.start = this.of(beginning);
  }

  of({ commit, prepare }: CommitPointer): Position {
    return positionOf(this.log, commit, prepare);
  }

  /** @throws PositionUnknown when the text is not a position of this log. */
  parse(text: string): CommitPointer {
    const [commit, prepare] = parsePosition(this.log, text);
    return { commit, prepare };
  }
}
