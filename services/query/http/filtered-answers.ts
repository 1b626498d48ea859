import type { Response } from "express";
import { LIMITS } from "../../../platform/admission/limits.ts";
import { clientOf } from "../../../platform/http/client.ts";
import { OpenAnswers, type OpenLimits } from "../../../platform/http/open-answers.ts";
import { setHeaders } from "../../../platform/http/ready-answers.ts";
import { type PreparedContent, sendPrepared, type WholeAnswer } from "./prepared-content.ts";
import type { SentRead } from "./read.ts";
import { stream } from "./streaming.ts";

const PIECE_BYTES = 64 * 1024;

/**
 * Sends lists. There are few lists without filters, which all readers share. Filters make any number of others, and each
 * takes memory as long as it is read: a bounded number of these is open.
 */
export class FilteredAnswers {
  readonly #open: OpenAnswers;

  constructor(open: OpenLimits = LIMITS.filteredAnswers) {
    this.#open = new OpenAnswers(open, "Too many filtered lists are being read at once; try again.");
  }

  /** `again`: the content for the next equal request. @throws HttpProblem `busy` when too many are open */
  send(
    read: SentRead,
    content: PreparedContent,
    { isFiltered }: { readonly isFiltered: boolean },
    again: () => PreparedContent | undefined,
  ): Promise<void> {
    if (!isFiltered || read.request.method === "HEAD") return sendPrepared(read, content, { again });
    const send = (answer: WholeAnswer) => this.#send(read.response, answer);
    return sendPrepared(read, content, { again, send, mayBeSentAtOnce: isUncounted });
  }

  async #send(response: Response, whole: WholeAnswer): Promise<void> {
    if (isUncounted(whole)) {
      setHeaders(response, whole.headers);
      response.end(whole.body);
      return;
    }
    using answer = await this.#open.admit(clientOf(response.req), () => response.destroy());
    setHeaders(response, whole.headers);
    await stream(response, answer.watched(piecesOf(whole.body)));
  }
}

const isUncounted = ({ body }: WholeAnswer): boolean => body.length <= LIMITS.uncountedAnswerBytes;

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
