import { type Position, PositionUnknown } from "../port.ts";

/** An event's place in the order of the table. */
export interface RowPointer {
  readonly tx: bigint;
  readonly position: bigint;
}

/** Converts pointers to positions of one log and back: `<log>.<tx><position>`, both as 16 hexadecimal digits. */
export class Positions {
  readonly start: Position;
  readonly log: string;

  constructor(log: string) {
    this.log = log;
    this.start = this.of({ tx: 0n, position: 0n });
  }

  of({ tx, position }: RowPointer): Position {
    return `${this.log}.${hex(tx)}${hex(position)}` as Position;
  }

  /** @throws PositionUnknown when the text is no position of this log. */
  parse(text: string): RowPointer {
    const [, log, tx, position] = /^([0-9a-f]{12})\.([0-9a-f]{16})([0-9a-f]{16})$/.exec(text) ?? [];
    if (log === undefined)
      throw new PositionUnknown("This is not a position of the log; send one that came as Event-Position.");
    if (log !== this.log)
      throw new PositionUnknown(
        "The position belongs to another log, or to this one before it was restored or imported.",
      );
    return { tx: BigInt(`0x${tx}`), position: BigInt(`0x${position}`) };
  }
}

function hex(value: bigint): string {
  return value.toString(16).padStart(16, "0");
}
