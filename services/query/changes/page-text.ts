import type { Page } from "./change-feed.ts";
import { cloudEvent, type EventWriting } from "./cloud-event.ts";
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

/** Changes that are written before other work gets its turn. */
const MAX_AT_ONCE = 200;

/** `{"changes":[…],"next":…,"more":…,"asOf":…}` */
export async function* pageText(answer: Answer, wantsContent: boolean, parts: PageWriting): AsyncGenerator<string> {
  yield '{"changes":[';
  yield* joined(answer, wantsContent, parts);
  yield `],${members(answer)}}`;
}

/** A change a line, and a last line that says where they go on. */
export async function* linesText(answer: Answer, wantsContent: boolean, parts: PageWriting): AsyncGenerator<string> {
  for await (const events of eventsOf(answer, wantsContent, parts)) yield `${events.join("\n")}\n`;
  yield `{${members(answer)}}\n`;
}

/** The array of changes alone. */
export async function* batchText(answer: Answer, wantsContent: boolean, parts: PageWriting): AsyncGenerator<string> {
  yield "[";
  yield* joined(answer, wantsContent, parts);
  yield "]";
}

async function* joined(answer: Answer, wantsContent: boolean, parts: PageWriting): AsyncGenerator<string> {
  let separator = "";
  for await (const events of eventsOf(answer, wantsContent, parts)) {
    yield separator + events.join(",");
    separator = ",";
  }
}

const members = ({ page: { next, more }, asOf }: Answer): string =>
  `"next":"${cursorText(next)}","more":${more},"asOf":"${asOf}"`;

/** The changes of a page as CloudEvents, some at a time; never none. */
async function* eventsOf(
  { page }: Answer,
  wantsContent: boolean,
  parts: PageWriting,
): AsyncGenerator<readonly string[]> {
  let events: string[] = [];
  for await (const { head, content } of changesOf(page, wantsContent, parts.contents)) {
    events.push(cloudEvent(head, parts.writing, content));
    if (events.length < MAX_AT_ONCE) continue;
    yield events;
    events = [];
  }
  if (events.length > 0) yield events;
}
