import { LIMITS } from "../../../platform/admission/limits.ts";
import { Turns } from "../../../platform/admission/turns.ts";
import { clientOf, networkOf } from "../../../platform/http/client.ts";
import { leaving } from "../../../platform/http/leaving.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { SentRead } from "../http/read.ts";
import { type PastEvents, type PastRecord, type RecordRevision, recordAt, revisionsOf } from "./record-history.ts";

const TOO_MANY = "Too many past records are being looked up at once; try again.";

/** Reads of past records from the log, few at a time. Each method throws the HttpProblem `busy` where too many wait. */
export class PastRecords {
  readonly #log: PastEvents;
  readonly #turns = new Turns(LIMITS.pastRecords);

  constructor(log: PastEvents) {
    this.#log = log;
  }

  /** The record as it was served at a time (milliseconds since 1970); undefined when there was none. */
  at(read: SentRead, pid: string, at: number): Promise<PastRecord | undefined> {
    return this.#inTurn(read, () => recordAt(this.#log, pid, at));
  }

  /** What `describe` says of each revision in a range, oldest first, given the one before it in the range. */
  describe<Said>(
    read: SentRead,
    pid: string,
    { from, to }: { readonly from: number; readonly to: number },
    describe: (revision: RecordRevision, before: RecordRevision | undefined) => Said,
  ): Promise<Said[]> {
    return this.#inTurn(read, async () => {
      const said: Said[] = [];
      let before: RecordRevision | undefined;
      for await (const revision of revisionsOf(this.#log, pid, from, to)) {
        said.push(describe(revision, before));
        before = revision;
      }
      return said;
    });
  }

  /** The revisions with these numbers; undefined in the place of one that does not exist. */
  revisions(
    read: SentRead,
    pid: string,
    [one, other]: readonly [number, number],
  ): Promise<readonly [RecordRevision | undefined, RecordRevision | undefined]> {
    return this.#inTurn(read, async () => [await this.#revision(pid, one), await this.#revision(pid, other)]);
  }

  async #revision(pid: string, number: number): Promise<RecordRevision | undefined> {
    for await (const revision of revisionsOf(this.#log, pid, number, number)) return revision;
    return undefined;
  }

  async #inTurn<Result>({ request, response }: SentRead, work: () => Promise<Result>): Promise<Result> {
    const client = clientOf(request);
    using turn = await this.#turns.acquire([networkOf(client), client], leaving(response));
    if (!turn) throw problem("busy", TOO_MANY);
    return await work();
  }
}
