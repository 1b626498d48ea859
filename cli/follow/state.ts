import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { codeOf } from "../../platform/errors.ts";
import { CommandFailed } from "../command.ts";
import { explained } from "./disk-failure.ts";
import type { Feed } from "./feed.ts";
import { replaceFile, syncFolder } from "./whole-file.ts";

const Progress = z.object({
  /** Everything before it is done; absent at the beginning. */
  position: z.string().optional(),
  /** How often it began anew. */
  restarts: z.int().min(0),
  /** Whether files from before the last new beginning may be left. */
  hasRemains: z.boolean(),
});

const Stored = Progress.extend({
  url: z.string(),
  types: z.array(z.string()),
  /** The id of the folder that this is the state of. */
  folder: z.string().optional(),
});

/** How far a copy came. */
export type Progress = z.infer<typeof Progress>;

export interface State {
  readonly progress: Progress;
  /** Resolves once it is on the disk. */
  store(progress: Progress): Promise<void>;
}

const BEGINNING: Progress = { restarts: 0, hasRemains: false };

/** From the beginning, beside what was kept before. */
export const begunAnew = ({ restarts }: Progress): Progress => ({ restarts: restarts + 1, hasRemains: true });

/**
 * The state in a file, which stays as it is, or absent, until something is stored. `folder`: the id of the folder that is kept,
 * if one is.
 * @throws CommandFailed when the file is the state of something else
 */
export async function openState(file: string, { url, types }: Feed, folder?: string): Promise<State> {
  const found = await readState(file);
  if (found) requireSame(file, found, { url: url.href, types, folder });
  let progress = found ? Progress.parse(found) : BEGINNING;
  // An earlier call may have done work without storing a position, from a log that the address no longer has.
  if (found && progress.position === undefined) progress = begunAnew(progress);
  const store = async (next: Progress): Promise<void> => {
    const stored: z.infer<typeof Stored> = { url: url.href, types: [...types], folder, ...next };
    try {
      await replaceFile(file, Buffer.from(`${JSON.stringify(stored)}\n`), `${file}.part`);
      await syncFolder(dirname(file));
    } catch (error) {
      throw explained(error, dirname(file));
    }
    progress = next;
  };
  return {
    get progress() {
      return progress;
    },
    store,
  };
}

/** Undefined where there is none. @throws CommandFailed when it can't be read as a state */
export async function readState(file: string): Promise<z.infer<typeof Stored> | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw explained(error, dirname(file));
  }
  try {
    return Stored.parse(JSON.parse(text));
  } catch (error) {
    throw new CommandFailed(`${file} is not the state of a follow: name another file.`, { cause: error });
  }
}

function requireSame(
  file: string,
  found: z.infer<typeof Stored>,
  { url, types, folder }: { url: string; types: readonly string[]; folder: string | undefined },
): void {
  if (found.url !== url) {
    throw new CommandFailed(
      `${file} is the state of ${found.url}, not of ${url}. Where that has moved, change its "url"; else begin elsewhere.`,
    );
  }
  if (found.types.toSorted().join() !== types.toSorted().join()) {
    throw new CommandFailed(
      `${file} is the state of --types ${found.types.join()}, not of ${types.join()}: begin elsewhere with others.`,
    );
  }
  if (found.folder !== folder) throw new CommandFailed(`${file} is the state of another folder or of a command.`);
}
