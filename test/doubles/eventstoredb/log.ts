/** An event as the double stores it. */
export interface StoredEvent {
  /** Commit and prepare position, which are equal for events written without a transaction. */
  readonly position: bigint;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly metadata: ReadonlyMap<string, string>;
  readonly customMetadata: Uint8Array;
  readonly data: Uint8Array;
}

export type ProposedEvent = Pick<StoredEvent, "id" | "metadata" | "customMetadata" | "data">;

export type Expected = number | "no-stream" | "any" | "stream-exists";

export type Outcome =
  | { readonly outcome: "written"; readonly revision: number; readonly position: bigint }
  | { readonly outcome: "wrong-expected-version"; readonly current: number | undefined };

/** The double's log, with EventStoreDB's rules of whether an append is new, a repetition, or a conflict. */
export class DoubleLog {
  readonly events: StoredEvent[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  /** The server's cache of event ids, for appends without an expected revision. A restart clears it. */
  #cachedIds = new Map<string, StoredEvent>();
  #waiting: (() => void)[] = [];
  #end = 1_000n;

  /** Position of the next record. */
  get end(): bigint {
    return this.#end;
  }

  stream(name: string): readonly StoredEvent[] {
    return this.#streams.get(name) ?? [];
  }

  /** The log as a backup of the server holds it now. */
  copy(): DoubleLog {
    const copy = new DoubleLog();
    for (const event of this.events) copy.#write(event.stream, event);
    copy.forgetIds();
    return copy;
  }

  forgetIds(): void {
    this.#cachedIds = new Map();
  }

  append(name: string, expected: Expected, proposed: readonly ProposedEvent[]): Outcome {
    const decision = this.#decide(name, expected, proposed);
    if (decision === "conflict") {
      return { outcome: "wrong-expected-version", current: this.stream(name).at(-1)?.revision };
    }
    if (decision !== "new") return { outcome: "written", revision: decision.revision, position: decision.position };
    for (const event of proposed) this.#write(name, event);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
    const last = this.stream(name).at(-1);
    return { outcome: "written", revision: last?.revision ?? 0, position: last?.position ?? 0n };
  }

  /** Resolves when there are more than `known` events, or when `signal` aborts. */
  async more(known: number, signal: AbortSignal): Promise<void> {
    if (this.events.length > known || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        signal.removeEventListener("abort", end);
        resolve();
      };
      this.#waiting.push(end);
      signal.addEventListener("abort", end);
    });
  }

  /** Returns the last event of a repetition, or whether the append is new or a conflict. */
  #decide(name: string, expected: Expected, proposed: readonly ProposedEvent[]): StoredEvent | "new" | "conflict" {
    const stream = this.stream(name);
    const current = stream.length - 1;
    if (expected === "stream-exists" && current < 0) return "conflict";
    if (typeof expected === "string" && expected !== "no-stream") {
      return sequence(
        proposed,
        ({ id }) => {
          const known = this.#cachedIds.get(id);
          return known?.stream === name ? known : undefined;
        },
        "new",
      );
    }
    const after = expected === "no-stream" ? -1 : expected;
    if (after > current) return "conflict";
    if (after === current) return "new";
    return sequence(
      proposed,
      ({ id }, index) => {
        const standing = stream[after + 1 + index];
        return standing?.id === id ? standing : undefined;
      },
      "conflict",
    );
  }

  #write(stream: string, { id, metadata, customMetadata, data }: ProposedEvent): void {
    const events = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, events);
    const position = this.#end;
    this.#end += BigInt(100 + data.length + customMetadata.length);
    const event = { position, stream, revision: events.length, id, metadata, customMetadata, data };
    events.push(event);
    this.events.push(event);
    this.#cachedIds.set(id, event);
  }
}

/** A repetition when all events are found; `otherwise` when the first is missing; a conflict when a later one is. */
function sequence(
  proposed: readonly ProposedEvent[],
  find: (event: ProposedEvent, index: number) => StoredEvent | undefined,
  otherwise: "new" | "conflict",
): StoredEvent | "new" | "conflict" {
  let last: StoredEvent | undefined;
  for (const [index, event] of proposed.entries()) {
    const found = find(event, index);
    if (found === undefined) return index === 0 ? otherwise : "conflict";
    last = found;
  }
  return last ?? otherwise;
}
