/** What a page hears of the network. */
export interface ChangeListener {
  /** Something has changed, or may have. */
  changed(): void;
  /** Since when there is no stream, milliseconds since 1970; undefined while there is one. */
  connection(lostSince: number | undefined): void;
}

const STREAM = "/api/changes?after=now&types=observations,station,timeseries";
const EVENTS = [
  "airlog.observations.changed",
  "airlog.station.changed",
  "airlog.station.deleted",
  "airlog.timeseries.changed",
  "airlog.timeseries.deleted",
];
/** Its tag changes with every newest value. */
const NEWEST = "/aq/utd";

/** A stream has a checkpoint every 15 s: one that is silent for longer is broken. */
const MAX_SILENCE_MS = 40_000;
/** Streams end from time to time, and the browser connects again: that is no loss. */
const LOST_AFTER_MS = 10_000;
const POLL_INTERVAL_MS = 30_000;
/** A browser does not try again by itself after a refusal. */
const RETRY_MS = 30_000;

/** The stream of changes. While it is broken, the newest values are polled by their tag. */
export class ChangeStream {
  readonly #listener: ChangeListener;
  #source: EventSource | undefined;
  #brokenSince: number | undefined;
  #tag: string | undefined;
  #silence: number | undefined;
  #loss: number | undefined;
  #poll: number | undefined;
  #retry: number | undefined;

  constructor(listener: ChangeListener) {
    this.#listener = listener;
    this.#open();
  }

  close(): void {
    this.#source?.close();
    this.#source = undefined;
    for (const timer of [this.#silence, this.#loss, this.#retry]) clearTimeout(timer);
    clearInterval(this.#poll);
  }

  #open(): void {
    const source = new EventSource(STREAM);
    this.#source = source;
    this.#awaitSign();
    source.addEventListener("open", () => {
      this.#mended();
      this.#awaitSign();
      // Something may have changed since the page was made, or since the stream broke.
      this.#listener.changed();
    });
    for (const event of EVENTS) {
      source.addEventListener(event, () => {
        this.#awaitSign();
        this.#listener.changed();
      });
    }
    source.addEventListener("checkpoint", () => this.#awaitSign());
    source.addEventListener("reset", () => this.#reopen());
    source.addEventListener("error", () => {
      this.#broken();
      if (source.readyState === EventSource.CLOSED) this.#retry = setTimeout(() => this.#reopen(), RETRY_MS);
    });
  }

  #reopen(): void {
    this.#source?.close();
    clearTimeout(this.#retry);
    this.#open();
  }

  /** Expects another event before long. */
  #awaitSign(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#broken();
      this.#reopen();
    }, MAX_SILENCE_MS);
  }

  #broken(): void {
    if (this.#brokenSince !== undefined) return;
    const since = Date.now();
    this.#brokenSince = since;
    this.#loss = setTimeout(() => {
      this.#listener.connection(since);
      void this.#ask();
      this.#poll = setInterval(() => void this.#ask(), POLL_INTERVAL_MS);
    }, LOST_AFTER_MS);
  }

  #mended(): void {
    this.#brokenSince = undefined;
    this.#tag = undefined;
    clearTimeout(this.#loss);
    clearInterval(this.#poll);
    this.#listener.connection(undefined);
  }

  /** Asks whether the newest values have changed. The first answer counts as a change: what was before it is not known. */
  async #ask(): Promise<void> {
    const headers = this.#tag === undefined ? {} : { "If-None-Match": this.#tag };
    // Offline there is no answer: the next question has one, or the stream is back.
    const answer = await fetch(NEWEST, { method: "HEAD", headers, cache: "no-store" }).catch(() => undefined);
    if (!answer?.ok) return;
    this.#tag = answer.headers.get("ETag") ?? undefined;
    this.#listener.changed();
  }
}
