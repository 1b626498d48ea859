import { appendFile, readdir, readFile, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "./whole-file.ts";

const NAME = /^seen\.(\d+)$/;

/**
 * Names of the files that were written since the copy began anew, kept in a file of their own for each such beginning: a line
 * each. What is not among them at the end is not in the new log.
 */
export class Seen {
  readonly restarts: number;
  readonly #file: string;
  readonly #names: Set<string>;

  private constructor(file: string, restarts: number, names: Set<string>) {
    this.#file = file;
    this.restarts = restarts;
    this.#names = names;
  }

  /** Reads what was added since this beginning, in earlier calls too. */
  static async open(folder: string, restarts: number): Promise<Seen> {
    const file = join(folder, `seen.${restarts}`);
    await appendFile(file, "", { flush: true });
    await syncFolder(folder);
    const text = await readFile(file, "utf8");
    // A line without an end was cut off; its page comes again.
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole));
    return new Seen(file, restarts, new Set(whole.split("\n")));
  }

  /** Removes what was kept for other beginnings than this one. */
  static async removeAllBut(folder: string, restarts: number | undefined): Promise<void> {
    for (const name of await readdir(folder)) {
      const found = NAME.exec(name)?.[1];
      if (found !== undefined && Number(found) !== restarts) await rm(join(folder, name));
    }
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** They are on the disk when it resolves. */
  async add(names: readonly string[]): Promise<void> {
    const added = names.filter((name) => !this.#names.has(name));
    if (added.length === 0) return;
    await appendFile(this.#file, added.map((name) => `${name}\n`).join(""), { flush: true });
    for (const name of added) this.#names.add(name);
  }
}
