import { z } from "zod";
import { memberOf } from "../../platform/json/member.ts";

/** A page has more than 8 MiB only by a single change, which an upload can't exceed either. */
export const MAX_PAGE_BYTES = 256 * 1024 ** 2;

const NEWLINE = 0x0a;

const ChangeLine = z.object({
  specversion: z.literal("1.0"),
  type: z.string().regex(/^airlog\.[a-z]+\.(changed|deleted)$/),
  subject: z.string(),
  position: z.string(),
});

const LastLine = z.object({ next: z.string().min(1), more: z.boolean(), asOf: z.string() });

/** A change of a thing, as the feed tells it. */
export interface Change {
  readonly kind: string;
  readonly isDeleted: boolean;
  readonly subject: string;
  readonly position: string;
  /** The CloudEvent as it came. */
  readonly line: Uint8Array;
  /** The thing as JSON, as it came; of a deleted one there is none. */
  readonly data: Uint8Array | undefined;
}

export interface Page extends z.infer<typeof LastLine> {
  readonly changes: readonly Change[];
}

/** The answer is not a page, or not a whole one. */
export class BadPage extends Error {
  override readonly name = "BadPage";
}

/** Reads a page as lines of JSON. @throws BadPage, and what reading the body throws */
export async function readPage(body: AsyncIterable<Uint8Array>, maxBytes = MAX_PAGE_BYTES): Promise<Page> {
  const changes: Change[] = [];
  let last: z.infer<typeof LastLine> | undefined;
  for await (const line of linesOf(body, maxBytes)) {
    if (last) throw new BadPage("a line follows the last one");
    const value = parsed(line);
    const change = ChangeLine.safeParse(value);
    if (change.success) {
      changes.push(changeOf(line, change.data));
      continue;
    }
    last = LastLine.safeParse(value).data;
    if (!last) throw new BadPage("a line is neither a change nor the last one");
  }
  if (!last) throw new BadPage("the page was cut off");
  return { changes, ...last };
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch (error) {
    throw new BadPage("a line is not JSON", { cause: error });
  }
}

function changeOf(line: Buffer, { type, subject, position }: z.infer<typeof ChangeLine>): Change {
  const [, kind = "", what] = type.split(".");
  const isDeleted = what === "deleted";
  const data = isDeleted ? undefined : memberOf(line, "data");
  if (!(isDeleted || data)) throw new BadPage("a change comes without its content");
  return { kind, isDeleted, subject, position, line, data };
}

/** The lines without their ends; one that has no end is left out, as it was cut off. */
async function* linesOf(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Buffer> {
  let begun: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new BadPage(`the page has more than ${maxBytes} bytes`);
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]);
      begun = [];
      start = end + 1;
    }
    begun.push(chunk.subarray(start));
  }
}
