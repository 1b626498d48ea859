import { createHash } from "node:crypto";
import type { Request } from "express";
import { type ReadyAnswer, setHeaders } from "../../../platform/http/ready-answers.ts";
import type { SentRead } from "./read.ts";

/** Caches may keep the answer, and must revalidate it each time, since it changes with the log at once. */
export const REVALIDATE = "public, max-age=0, must-revalidate";

/** A short hash of the content. */
export function fingerprint(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

/**
 * Whether `If-None-Match` names this tag. Express's `request.fresh` is false for every script in a browser, since scripts
 * add `Cache-Control: no-cache`, which is meant for caches and not for the origin.
 */
export function holds(request: Request, tag: string): boolean {
  const header = request.headers["if-none-match"];
  if (header === undefined || header === tag) return header !== undefined;
  return header.trim() === "*" || header.split(",").some((held) => opaque(held.trim()) === opaque(tag));
}

const opaque = (tag: string): string => (tag.startsWith("W/") ? tag.slice(2) : tag);

/** Size in bytes from which compression makes an answer smaller. */
const COMPRESSED = 1024;

/** JSON with the answers made from it. The tag is weak, since the answer may be compressed later. */
export class JsonAnswer {
  readonly tag: string;
  readonly length: number;
  /** The answer to a client that has it already. */
  readonly unchanged: ReadyAnswer;
  readonly whole: ReadyAnswer;

  constructor(json: string | Buffer) {
    this.tag = `W/"${fingerprint(json)}"`;
    this.length = Buffer.byteLength(json);
    const cached = ["ETag", this.tag, "Cache-Control", REVALIDATE, "Vary", "Accept-Encoding"];
    const ofBody = ["Content-Type", "application/json; charset=utf-8", "Content-Length", String(this.length)];
    this.unchanged = { status: 304, headers: cached };
    this.whole = { status: 200, headers: [...cached, ...ofBody], body: json };
  }
}

/** Answers JSON, or 304 when the client has it. `isStill`: whether it may also answer the next equal request. */
export function sendJson(read: SentRead, json: JsonAnswer, isStill?: () => boolean): void {
  const { request, response } = read;
  const { tag, length, unchanged, whole } = json;
  if (isStill) {
    read.noteReady((next) => {
      if (!isStill()) return undefined;
      if (holds(next, tag)) return unchanged;
      return length < COMPRESSED || next.headers["accept-encoding"] === undefined ? whole : undefined;
    });
  }
  const { status, headers, body } = holds(request, tag) ? unchanged : whole;
  setHeaders(response, headers);
  response.status(status).end(body);
}
