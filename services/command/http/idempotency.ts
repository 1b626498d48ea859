import { randomUUID } from "node:crypto";
import { LISTED_ERRORS, type ProblemCode } from "../../../contracts/problem.ts";
import type { Database } from "../../../platform/database/port.ts";
import { MAX_AHEAD_MS } from "../../../platform/database/recent.ts";
import { HttpProblem, type ProblemOptions, problem } from "../../../platform/http/problem.ts";
import { KEY_LIMITS, KeyBudget, type KeyLimits, RETENTION_MS } from "./key-budget.ts";
import { sweepKeys } from "./key-sweep.ts";

/** A request that a client may repeat: its `Idempotency-Key`, the key's scope, and the hash of its body. */
export interface RepeatableRequest {
  readonly account: string;
  /** The account's provider, whose keys are limited. */
  readonly provider: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** SHA-256 of the body, hex; undefined for streamed bodies, which are known only at their end. */
  readonly bodyHash: string | undefined;
}

/** One run of the work under a key. */
export interface KeyedRun {
  /** Whether an earlier run may have done some of it. */
  readonly isRetry: boolean;
  /** Notes that some of a streamed body is stored, or may be: its key is kept beyond the day. */
  readonly noteStored: () => void;
}

export interface Idempotency {
  /**
   * Runs the work, or returns its earlier answer, which must be plain JSON. Answers to streamed bodies are not kept: each
   * repetition runs, one at a time.
   * @throws HttpProblem 409 while the first request runs, 422 when the key came with another body, 429 for a new key when
   * the provider has too many, and the problem that the first request met.
   */
  once<Answer>(request: RepeatableRequest, work: (run: KeyedRun) => Promise<Answer>): Promise<Answer>;
  /**
   * Deletes day-old answers, and day-old keys of streamed bodies that stored nothing or exceed the number that a provider
   * may have in a day. Keys dated in the future, since the clock was set back, are dated anew.
   */
  sweep(): Promise<void>;
}

/** How long a claim holds without renewal; by then its holder has crashed. */
const CLAIM_MS = 30_000;

type Kept<Answer> =
  | { readonly answer: Answer }
  | { readonly code: ProblemCode; readonly detail: string; readonly options: ProblemOptions };

interface Claim {
  readonly isRetry: boolean;
}

interface Row {
  readonly body_hash: string;
  readonly answer: string | null;
}

export function createIdempotency(database: Database, clock: () => Date, limits: KeyLimits = KEY_LIMITS): Idempotency {
  const budget = new KeyBudget(database, clock, limits);
  const after = (milliseconds: number): Date => new Date(clock().getTime() + milliseconds);
  // Keys belonged to providers before they belonged to accounts; the prefix keeps the older rows apart.
  const scope = ({ account, method, path, key }: RepeatableRequest) => [`account:${account}`, method, path, key];

  /** Claims the request for this holder; when another has it, returns the stored row. @throws HttpProblem 429 */
  const claim = async (request: RepeatableRequest, holder: string): Promise<Claim | Row | undefined> => {
    const secondsUntilRoom = await budget.secondsUntilRoom(request.provider);
    const [claimed] = await database.query<Claim>({
      name: "claim-key",
      text: `insert into remembered_answers as known
          (provider, method, path, key, body_hash, holder, claimed_until, created_at, owner)
        select $1, $2, $3, $4, $5, $6::uuid, $7::timestamptz, $8::timestamptz, $11
        where $12::boolean or exists (
          select from remembered_answers where provider = $1 and method = $2 and path = $3 and key = $4)
        on conflict (provider, method, path, key) do update set
          body_hash = excluded.body_hash, holder = excluded.holder, claimed_until = excluded.claimed_until,
          created_at = excluded.created_at, owner = excluded.owner, answer = null, runs = known.runs + 1
        where known.created_at <= $9
          or (known.answer is null and known.body_hash = excluded.body_hash
            -- A claim that ends later than any was made before the clock was set back.
            and (known.claimed_until <= $8 or known.claimed_until > $10))
        returning runs > 1 as "isRetry"`,
      values: [
        ...scope(request),
        ...[hashOf(request), holder, after(CLAIM_MS), clock(), after(-RETENTION_MS), after(CLAIM_MS + MAX_AHEAD_MS)],
        ...[request.provider, secondsUntilRoom === undefined],
      ],
    });
    if (claimed) {
      budget.note(request.provider, { keys: 1 });
      return claimed;
    }
    const [row] = await database.query<Row>({
      name: "remembered-answer",
      text: `select body_hash, answer from remembered_answers
        where provider = $1 and method = $2 and path = $3 and key = $4`,
      values: scope(request),
    });
    if (!row && secondsUntilRoom !== undefined) throw budget.exceeded(secondsUntilRoom);
    return row;
  };

  const renew = (request: RepeatableRequest, holder: string): Promise<unknown> =>
    database.query({
      // Work that runs for longer than a day keeps its claim.
      text: `update remembered_answers set claimed_until = $6, created_at = $7
        where provider = $1 and method = $2 and path = $3 and key = $4 and holder = $5 and answer is null`,
      values: [...scope(request), holder, after(CLAIM_MS), clock()],
    });

  const keep = (request: RepeatableRequest, holder: string, kept: Kept<unknown>): Promise<unknown> => {
    const answer = JSON.stringify(kept);
    budget.note(request.provider, { answerBytes: answer.length });
    return database.query({
      text: `update remembered_answers set answer = $6
        where provider = $1 and method = $2 and path = $3 and key = $4 and holder = $5`,
      values: [...scope(request), holder, answer],
    });
  };

  const letGo = (request: RepeatableRequest, holder: string, mayHaveStored: boolean): Promise<unknown> =>
    database.query({
      // With another holder, a renewal that is still under way finds nothing to renew.
      text: `update remembered_answers set holder = $8, claimed_until = $6, runs = runs - $7::integer
        where provider = $1 and method = $2 and path = $3 and key = $4 and holder = $5 and answer is null`,
      values: [...scope(request), holder, clock(), mayHaveStored ? 0 : 1, randomUUID()],
    });

  return {
    once: async (request, work) => {
      const holder = randomUUID();
      const state = await claim(request, holder);
      if (!state || !("isRetry" in state)) return earlierAnswer(state, request);
      const renewing = setInterval(() => void renew(request, holder).catch(() => undefined), CLAIM_MS / 3);
      const isStreamed = request.bodyHash === undefined;
      let mayHaveStored = !isStreamed;
      const noteStored = (): void => {
        mayHaveStored = true;
      };
      // When this fails, the claim expires.
      const release = () => letGo(request, holder, mayHaveStored).catch(() => undefined);
      try {
        const answer = await work({ isRetry: state.isRetry, noteStored });
        await (isStreamed ? release() : keep(request, holder, { answer }));
        return answer;
      } catch (error) {
        if (!isStreamed && error instanceof HttpProblem && isLasting(error)) {
          await keep(request, holder, { code: error.code, detail: error.message, options: plain(error.options) });
        } else {
          await release();
        }
        throw error;
      } finally {
        clearInterval(renewing);
      }
    },
    sweep: () => sweepKeys(database, clock, limits.keys),
  };
}

function hashOf({ bodyHash }: RepeatableRequest): string {
  return bodyHash ?? "";
}

function earlierAnswer<Answer>(row: Row | undefined, request: RepeatableRequest): Answer {
  if (row && row.body_hash !== hashOf(request)) {
    throw problem("key-reused", "This Idempotency-Key came with another body before; use a new one.");
  }
  // Without a row, the key was swept a moment ago.
  if (!row || row.answer === null) {
    throw problem("request-running", "The first request with this Idempotency-Key is still running.", {
      headers: { "Retry-After": "1" },
    });
  }
  const kept: Kept<Answer> = JSON.parse(row.answer);
  if ("answer" in kept) return kept.answer;
  throw problem(kept.code, kept.detail, kept.options);
}

/** Whether a repetition would meet the same problem. */
function isLasting({ status, options }: HttpProblem): boolean {
  return !options.outcomeUnknown && status < 500 && status !== 401 && status !== 408 && status !== 429;
}

/** The answered part of the options, as plain JSON. */
function plain({ cause: _cause, errors, ...options }: ProblemOptions): ProblemOptions {
  if (!errors) return options;
  return { errorCount: errors.length, ...options, errors: errors.slice(0, LISTED_ERRORS) };
}
