import { type ChangeListener, ChangeStream } from "./change-stream.ts";

type Message =
  | { readonly says: "changed" }
  | { readonly says: "connection"; readonly lostSince: number | undefined }
  /** A tab that has come asks for the connection. */
  | { readonly says: "hello" };

const NAME = "airlog-changes";

/**
 * Changes of the network, by one stream for all visible tabs of the browser: the tab with the lock holds it and tells the
 * others. A hidden tab leaves both to them.
 */
export class SharedChanges {
  readonly #listener: ChangeListener;
  readonly #channel = new BroadcastChannel(NAME);
  #stream: ChangeStream | undefined;
  #hidden: AbortController | undefined;
  #lostSince: number | undefined;

  constructor(listener: ChangeListener) {
    this.#listener = listener;
    this.#channel.addEventListener("message", ({ data }: MessageEvent<Message>) => this.#hear(data));
    document.addEventListener("visibilitychange", () => this.#follow());
    this.#follow();
  }

  #follow(): void {
    if (document.visibilityState === "hidden") {
      this.#hidden?.abort();
      this.#hidden = undefined;
    } else if (this.#hidden === undefined) {
      this.#hidden = new AbortController();
      this.#channel.postMessage({ says: "hello" } satisfies Message);
      void this.#lead(this.#hidden.signal);
    }
  }

  /** Waits for the lock, and holds the stream until the tab is hidden. */
  async #lead(hidden: AbortSignal): Promise<void> {
    // Only pages of safe origins have locks; elsewhere each visible tab has a stream.
    const locks: LockManager | undefined = navigator.locks;
    try {
      if (locks) await locks.request(NAME, { signal: hidden }, () => this.#hold(hidden));
      else await this.#hold(hidden);
    } catch (error) {
      // The tab was hidden before it had the lock.
      if (!hidden.aborted) throw error;
    }
  }

  #hold(hidden: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (hidden.aborted) return resolve();
      const stream = new ChangeStream({
        changed: () => this.#tell({ says: "changed" }),
        connection: (lostSince) => this.#tell({ says: "connection", lostSince }),
      });
      this.#stream = stream;
      hidden.addEventListener("abort", () => {
        stream.close();
        this.#stream = undefined;
        resolve();
      });
    });
  }

  /** Tells all tabs, this one too. */
  #tell(message: Message): void {
    this.#channel.postMessage(message);
    this.#hear(message);
  }

  #hear(message: Message): void {
    switch (message.says) {
      case "changed":
        this.#listener.changed();
        break;
      case "connection":
        this.#lostSince = message.lostSince;
        this.#listener.connection(message.lostSince);
        break;
      case "hello":
        if (this.#stream)
          this.#channel.postMessage({ says: "connection", lostSince: this.#lostSince } satisfies Message);
    }
  }
}
