/** An event of a stream. */
export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** Reads a stream of server-sent events until it ends or the signal aborts. @throws when it breaks */
export async function* serverSentEvents(answer: Response): AsyncGenerator<ServerSentEvent> {
  let text = "";
  for await (const piece of answer.body ?? []) {
    text += Buffer.from(piece).toString();
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line) => [line.split(": ", 1)[0], line.slice(line.indexOf(": ") + 2)]),
      );
      const [id = "", event, data = ""] = ["id", "event", "data"].map((name) => fields.get(name));
      if (event !== undefined) yield { id, event, data: JSON.parse(data) };
    }
  }
}
