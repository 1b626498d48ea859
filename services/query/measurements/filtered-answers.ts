import type { Request, Response } from "express";
import { clientOf } from "../../../platform/http/client.ts";
import { OpenAnswers, type OpenLimits } from "../../../platform/http/open-answers.ts";
import { type PreparedContent, sendPrepared } from "../http/prepared-content.ts";
import { stream } from "../http/streaming.ts";
import { VARY } from "./format.ts";
import type { AnswerKey } from "./prepared-answers.ts";

/** Answers that are open at a time. */
const OPEN = { all: 96, perClient: 32, perNetwork: 48 };
/** Bytes of an answer of which any number may be open. */
const MAX_UNCOUNTED_BYTES = 64 * 1024;
const PIECE_BYTES = 64 * 1024;

/**
 * Sends lists. Of those without filters there are few, which all readers share; filters make any number of others, whose
 * memory lasts as long as their readers take: of these a bounded number is open.
 */
export class FilteredAnswers {
  readonly #open: OpenAnswers;

  constructor(open: OpenLimits = OPEN) {
    this.#open = new OpenAnswers(open, "Too many filtered lists are being read at once; try again.");
  }

  /** @throws HttpProblem `busy` when too many are open */
  send(request: Request, response: Response, content: PreparedContent, { isFiltered }: AnswerKey): Promise<void> {
    if (!isFiltered || request.method === "HEAD") return sendPrepared(request, response, content, { vary: VARY });
    const write = (bytes: Buffer, headers: Record<string, string>) => this.#write(response, bytes, headers);
    return sendPrepared(request, response, content, { vary: VARY, write });
  }

  async #write(response: Response, bytes: Buffer, headers: Record<string, string>): Promise<void> {
    if (bytes.length <= MAX_UNCOUNTED_BYTES) {
      response.set(headers).send(bytes);
      return;
    }
    using answer = await this.#open.admit(clientOf(response.req), () => response.destroy());
    response.set({ ...headers, "Content-Length": String(bytes.length) });
    await stream(response, answer.watched(piecesOf(bytes)));
  }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
