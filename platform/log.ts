import { write, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { type Logger, pino } from "pino";
import type { LogFormat } from "./config.ts";
import { codeOf } from "./errors.ts";

/**
 * Maximum characters that wait to be written. Further lines are dropped, so that a stalled reader does not fill the
 * memory.
 */
const MAX_WAITING = 8 * 1024 ** 2;
/** Number of waiting characters at which they are written at once. */
const MAX_BLOCK = 64 * 1024;
/** Maximum time that a line waits for others: each write costs as much as dozens of lines. */
const FLUSH_INTERVAL_MS = 20;
const RETRY_INTERVAL_MS = 50;
/** Errors that pass: the reader of a pipe is slow, or the disk of a file is full. */
const PASSING: ReadonlySet<string | undefined> = new Set(["EAGAIN", "ENOSPC", "EDQUOT"]);
/** Time that an ending process gives to a slow reader. */
const LAST_WAIT_MS = 500;

/** The process's log, on standard error. `onClosed`: called once when nobody reads it any more. */
export async function openLog(level: string, format: LogFormat, onClosed = () => {}): Promise<Logger> {
  return pino({ level }, new LineOutput(2, onClosed, await lineFormat(format)));
}

/** A log of only failures, on standard error, written at once: for commands and threads. */
export async function failureLog(format: LogFormat): Promise<Logger> {
  const output = pino.destination({ dest: 2, sync: true });
  const formatted = await lineFormat(format);
  return pino({ level: "error" }, { write: (line) => output.write(formatted(line)) });
}

/** Converts a line of pino to the written line. */
type LineFormat = (line: string) => string;

async function lineFormat(format: LogFormat): Promise<LineFormat> {
  if (format === "json") return printable;
  // Loaded only where needed: it takes as long to load as the rest of the log.
  const { prettyLines } = await import("./pretty-lines.ts");
  const pretty = prettyLines(isatty(2) && !process.env["NO_COLOR"]);
  return (line) => printable(pretty(line));
}

/**
 * Characters that JSON does not escape: terminals take some of these for the beginning of a command; others end a line
 * or change the direction of text. They are listed, since searching every line by Unicode properties takes longer.
 */
const UNPRINTABLE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const printable: LineFormat = (line) =>
  line.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Members of pino's loggers, by symbols that it exports for writing lines of one's own. Its types leave them out. */
interface LoggerParts {
  /** `,"pid":1,"hostname":"a"` */
  readonly [pino.symbols.chindingsSym]: string;
  /** `,"time":1700000000000` */
  readonly [pino.symbols.timeSym]: () => string;
  readonly [pino.symbols.streamSym]: { write(line: string): void };
}

/**
 * Writes lines as `log.info` does with this message, from members as JSON: `,"a":1`. For frequent lines: a line by pino
 * takes as long as finding a prepared answer.
 */
export function lineWriter(log: Logger, message: string): (members: string) => void {
  // The symbols are part of pino's interface.
  const {
    [pino.symbols.chindingsSym]: bindings,
    [pino.symbols.timeSym]: time,
    [pino.symbols.streamSym]: output,
  } = log as unknown as LoggerParts;
  const level = `{"level":${log.levels.values["info"]}`;
  const end = `,"msg":${JSON.stringify(message)}}\n`;
  return (members) => output.write(level + time() + bindings + members + end);
}

/** Members of a line as JSON, without undefined ones. */
export function membersOf(members: Readonly<Record<string, string | number | undefined>>): string {
  let json = "";
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) json += `,"${name}":${JSON.stringify(value)}`;
  }
  return json;
}

/** Beginning of informative lines of pino, such as those of requests. Others report trouble. */
const INFORMATIVE = /^\{"level":[123]0,/;

/**
 * Writes lines to a descriptor, in order and many at a time, in the background. Lines that wait when the process exits,
 * by a call or an exception, are written then. If it is killed, the informative lines of the last moment are lost.
 */
export class LineOutput {
  readonly #descriptor: number;
  readonly #onClosed: () => void;
  readonly #format: LineFormat;
  #waiting: string[] = [];
  #size = 0;
  #dropped = 0;
  /** Bytes being written. */
  #rest: Buffer | undefined;
  #isWriting = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  /** Whether waiting lines are to be written as soon as possible. */
  #isAwaited = false;

  constructor(descriptor: number, onClosed: () => void, format: LineFormat = printable) {
    this.#descriptor = descriptor;
    this.#onClosed = onClosed;
    this.#format = format;
    process.once("exit", () => this.flushSync());
  }

  write(line: string): void {
    if (this.#isClosed) return;
    if (this.#size > MAX_WAITING) {
      this.#dropped += 1;
      return;
    }
    const shown = this.#format(line);
    this.#waiting.push(shown);
    this.#size += shown.length;
    if (this.#size >= MAX_BLOCK || !INFORMATIVE.test(line)) this.#writeSoon();
    else this.#timer ??= setTimeout(() => this.#writeNext(), FLUSH_INTERVAL_MS).unref();
  }

  /**
   * Writes waiting lines as far as the descriptor accepts them in time. Bytes whose write was in progress may be
   * written twice.
   */
  flushSync(): void {
    const until = performance.now() + LAST_WAIT_MS;
    try {
      for (let rest = this.#rest ?? this.#take(); rest && !this.#isClosed; rest = this.#take()) {
        for (let from = 0; from < rest.length; ) from += writeInTime(this.#descriptor, rest.subarray(from), until);
        this.#rest = undefined;
      }
    } catch {
      // The process ends, or the next write fails in the same way.
    }
  }

  /** Not within the call, so that lines logged in one turn of the event loop are written together. */
  #writeSoon(): void {
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    setImmediate(() => this.#writeNext());
  }

  #writeNext(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Lines that came after the rest have no timer of their own any more.
    this.#isAwaited = this.#isWriting || this.#rest !== undefined;
    if (this.#isWriting) return;
    this.#rest ??= this.#take();
    const rest = this.#rest;
    if (!rest) return;
    this.#isWriting = true;
    write(this.#descriptor, rest, (error, written) => {
      this.#isWriting = false;
      // It was flushed in the meantime.
      if (this.#rest !== rest) return this.#writeNext();
      if (PASSING.has(codeOf(error))) return this.#writeLater();
      if (error) return this.#close();
      this.#rest = written < rest.length ? rest.subarray(written) : undefined;
      if (this.#rest || this.#isAwaited) this.#writeNext();
    });
  }

  /** Lines that come meanwhile begin no attempt of their own. */
  #writeLater(): void {
    clearTimeout(this.#timer);
    this.#isAwaited = true;
    this.#timer = setTimeout(() => this.#writeNext(), RETRY_INTERVAL_MS);
  }

  #take(): Buffer | undefined {
    if (this.#waiting.length === 0) return undefined;
    const lost = this.#dropped > 0 ? this.#format(droppedLine(this.#dropped)) : "";
    const text = this.#waiting.join("") + lost;
    this.#waiting = [];
    this.#size = 0;
    this.#dropped = 0;
    return Buffer.from(text);
  }

  #close(): void {
    this.#isClosed = true;
    this.#rest = undefined;
    this.#waiting = [];
    this.#onClosed();
  }
}

const droppedLine = (dropped: number): string => `{"level":40,"dropped":${dropped},"msg":"lines were dropped"}\n`;

/** Bytes that were written. @throws the system's error; `EAGAIN` when the reader of a pipe has not made room in time */
function writeInTime(descriptor: number, bytes: Buffer, until: number): number {
  for (;;) {
    try {
      return writeSync(descriptor, bytes);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN" || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
