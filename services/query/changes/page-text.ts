import type { Page } from "./change-feed.ts";
import { aroundContent, type EventWriting } from "./cloud-event.ts";
import { type ContentParts, changesOf } from "./contents.ts";
import { cursorText } from "./cursor.ts";

/** A page, and the time up to which it is whole where no more follows. */
export interface Answer {
  readonly page: Page;
  readonly asOf: string;
}

interface PageWriting {
  readonly writing: EventWriting;
  readonly contents: ContentParts;
}

/** What stands around the events. */
interface Punctuation {
  readonly begin: string;
  /** Between two events. */
  readonly separator: string;
  /** After each event. */
  readonly terminator: string;
  readonly end: string;
}

export type PageText = (answer: Answer, wantsContent: boolean, parts: PageWriting) => AsyncGenerator<Buffer>;

/** `{"changes":[…],"next":…,"more":…,"asOf":…}` */
export const pageText: PageText = (answer, wantsContent, parts) =>
  written(answer, wantsContent, parts, {
    begin: '{"changes":[',
    separator: ",",
    terminator: "",
    end: `],${members(answer)}}`,
  });

/** A change a line, and a last line that says where they go on. */
export const linesText: PageText = (answer, wantsContent, parts) =>
  written(answer, wantsContent, parts, {
    begin: "",
    separator: "",
    terminator: "\n",
    end: `{${members(answer)}}\n`,
  });

/** The array of changes alone. */
export const batchText: PageText = (answer, wantsContent, parts) =>
  written(answer, wantsContent, parts, { begin: "[", separator: ",", terminator: "", end: "]" });

const members = ({ page: { next, more }, asOf }: Answer): string =>
  `"next":"${cursorText(next)}","more":${more},"asOf":"${asOf}"`;

/** Bytes that are written before other work gets its turn, about. */
const PIECE_BYTES = 256 * 1024;

/** Bytes of a UTF-16 unit in UTF-8, at most. */
const BYTES_PER_UNIT = 3;

/** The changes of a page as CloudEvents. Contents are copied as bytes: to decode and encode them takes as long as to read them. */
async function* written(
  { page }: Answer,
  wantsContent: boolean,
  parts: PageWriting,
  { begin, separator, terminator, end }: Punctuation,
): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(PIECE_BYTES);
  let at = piece.write(begin);
  let isFirst = true;
  for await (const { head, content } of changesOf(page, wantsContent, parts.contents)) {
    const { before, after } = aroundContent(head, parts.writing, content !== undefined);
    const most = BYTES_PER_UNIT * (separator.length + before.length + after.length + terminator.length);
    const room = most + (content?.length ?? 0);
    if (at + room > piece.length) {
      yield piece.subarray(0, at);
      piece = Buffer.allocUnsafe(Math.max(room, PIECE_BYTES));
      at = 0;
    }
    at += piece.write(isFirst ? before : separator + before, at);
    if (content) at = content.copyTo(piece, at);
    at += piece.write(after + terminator, at);
    isFirst = false;
  }
  yield Buffer.concat([piece.subarray(0, at), Buffer.from(end)]);
}
