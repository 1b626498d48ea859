import type { Position } from "../port.ts";
import { parsePosition, positionOf } from "../positions.ts";

/** An event's place in the order of the table. */
export interface RowPointer {
  readonly tx: bigint;
  readonly position: bigint;
}

/** Converts pointers to positions of one log and back. */
export class Positions {
  readonly start: Position;
  readonly log: string;

  constructor(log: string) {
    this.log = log;
    this.start = this.of({ tx: 0n, position: 0n });
  }

  of({ tx, position }: RowPointer): Position {
    return positionOf(this.log, tx, position);
  }

  /** @throws PositionUnknown when the text is not a position of this log. */
  parse(text: string): RowPointer {
    const [tx, position] = parsePosition(this.log, text);
    return { tx, position };
  }
}
