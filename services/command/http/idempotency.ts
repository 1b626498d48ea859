import { randomUUID } from "node:crypto";
import type { ProblemCode } from "../../../contracts/problem.ts";
import type { Database } from "../../../platform/database/port.ts";
import { HttpProblem, type ProblemOptions, problem } from "../../../platform/http/problem.ts";

/** A request that may be sent again: its `Idempotency-Key` in its scope, and what it is about. */
export interface RepeatableRequest {
  readonly provider: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** SHA-256 of the body, hex; undefined where bodies are not compared: then a problem may be of one body only. */
  readonly bodyHash: string | undefined;
}

/** Answers that are given again when a request is repeated with its key. */
export interface RememberedAnswers {
  /**
   * Runs the work, or gives its earlier answer, which must be plain JSON. The work hears whether it was begun before,
   * and ended without an answer that lasts. @throws HttpProblem 409 while the first request runs, 422 when the key came
   * with another body, and the problem that the first request met, where bodies are compared.
   */
  once<Answer>(request: RepeatableRequest, work: (again: boolean) => Promise<Answer>): Promise<Answer>;
  /** Forgets answers that are a day old. */
  sweep(): Promise<void>;
}

/** Milliseconds that an answer is remembered. */
const MEMORY = 24 * 3600_000;

/** Milliseconds that a claim holds unless it is renewed: then its holder has crashed. */
const CLAIM = 30_000;

type Kept<Answer> =
  | { readonly answer: Answer }
  | { readonly code: ProblemCode; readonly detail: string; readonly options: ProblemOptions };

interface Row {
  readonly body_hash: string;
  readonly answer: string | null;
}

export function createRememberedAnswers(database: Database, clock: () => Date): RememberedAnswers {
  const after = (milliseconds: number): Date => new Date(clock().getTime() + milliseconds);
  const scope = ({ provider, method, path, key }: RepeatableRequest) => [provider, method, path, key];

  /** When the request is ours to run, whether it was begun before; else what is known of it. */
  const claim = async (request: RepeatableRequest, holder: string): Promise<{ again: boolean } | Row | undefined> => {
    const [claimed] = await database.query<{ again: boolean }>({
      name: "claim-key",
      text: `insert into remembered_answers as known
          (provider, method, path, key, body_hash, holder, claimed_until, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (provider, method, path, key) do update set
          body_hash = excluded.body_hash, holder = excluded.holder, claimed_until = excluded.claimed_until,
          created_at = excluded.created_at, answer = null
        where known.created_at <= $9
          or (known.answer is null and known.claimed_until <= $8 and known.body_hash = excluded.body_hash)
        returning xmax <> 0 as again`,
      values: [...scope(request), hashOf(request), holder, after(CLAIM), clock(), after(-MEMORY)],
    });
    if (claimed) return claimed;
    const [row] = await database.query<Row>({
      name: "remembered-answer",
      text: `select body_hash, answer from remembered_answers
        where provider = $1 and method = $2 and path = $3 and key = $4`,
      values: scope(request),
    });
    return row;
  };

  const renew = (request: RepeatableRequest, holder: string): Promise<unknown> =>
    database.query({
      // What has run for longer than an answer is remembered is not forgotten either.
      text: `update remembered_answers set claimed_until = $6, created_at = $7
        where provider = $1 and method = $2 and path = $3 and key = $4 and holder = $5 and answer is null`,
      values: [...scope(request), holder, after(CLAIM), clock()],
    });

  const keep = (request: RepeatableRequest, holder: string, kept: Kept<unknown>): Promise<unknown> =>
    database.query({
      text: `update remembered_answers set answer = $6
        where provider = $1 and method = $2 and path = $3 and key = $4 and holder = $5`,
      values: [...scope(request), holder, JSON.stringify(kept)],
    });

  const letGo = (request: RepeatableRequest, holder: string): Promise<unknown> =>
    database.query({
      text: `update remembered_answers set claimed_until = $6
        where provider = $1 and method = $2 and path = $3 and key = $4 and holder = $5 and answer is null`,
      values: [...scope(request), holder, clock()],
    });

  return {
    once: async (request, work) => {
      const holder = randomUUID();
      const state = await claim(request, holder);
      if (!state || !("again" in state)) return answerAgain(state, request);
      const renewing = setInterval(() => void renew(request, holder).catch(() => undefined), CLAIM / 3);
      try {
        const answer = await work(state.again);
        await keep(request, holder, { answer });
        return answer;
      } catch (error) {
        if (request.bodyHash !== undefined && error instanceof HttpProblem && isLasting(error)) {
          await keep(request, holder, { code: error.code, detail: error.message, options: plain(error.options) });
        } else {
          // Where this fails too, the claim ends by itself.
          await letGo(request, holder).catch(() => undefined);
        }
        throw error;
      } finally {
        clearInterval(renewing);
      }
    },
    sweep: async () => {
      const text = "delete from remembered_answers where created_at <= $1";
      await database.query({ text, values: [after(-MEMORY)] });
    },
  };
}

function hashOf({ bodyHash }: RepeatableRequest): string {
  return bodyHash ?? "";
}

function answerAgain<Answer>(row: Row | undefined, request: RepeatableRequest): Answer {
  if (row && row.body_hash !== hashOf(request)) {
    throw problem("key-reused", "This Idempotency-Key came with another body before; use a new one.");
  }
  // No row: it was swept away this moment.
  if (!row || row.answer === null) {
    throw problem("request-running", "The first request with this Idempotency-Key is still running.", {
      headers: { "Retry-After": "1" },
    });
  }
  const kept = JSON.parse(row.answer) as Kept<Answer>;
  if ("answer" in kept) return kept.answer;
  throw problem(kept.code, kept.detail, kept.options);
}

/** Whether the same request would meet the same problem again. */
function isLasting({ status }: HttpProblem): boolean {
  return status < 500 && status !== 401 && status !== 408 && status !== 429;
}

function plain({ cause: _cause, ...options }: ProblemOptions): ProblemOptions {
  return options;
}
