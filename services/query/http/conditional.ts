import { createHash } from "node:crypto";
import type { Request, Response } from "express";

/** Caches may keep the answer, and must revalidate it each time, since it changes with the log at once. */
export const REVALIDATE = "public, max-age=0, must-revalidate";

/** A short hash of the content. */
export function fingerprint(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

/**
 * Whether `If-None-Match` names this tag. Express's `request.fresh` is false for every script in a browser, since these
 * add `Cache-Control: no-cache`, which is meant for caches and not for the origin.
 */
export function holds(request: Request, tag: string): boolean {
  const header = request.headers["if-none-match"];
  if (header === undefined || header === tag) return header !== undefined;
  return header.trim() === "*" || header.split(",").some((held) => opaque(held.trim()) === opaque(tag));
}

const opaque = (tag: string): string => (tag.startsWith("W/") ? tag.slice(2) : tag);

/** Answers JSON text, or 304 when the client has it. The tag is weak, since the answer may be compressed later. */
export function sendJson(request: Request, response: Response, json: string): void {
  const tag = `W/"${fingerprint(json)}"`;
  response.set({ ETag: tag, "Cache-Control": REVALIDATE, Vary: "Accept-Encoding" });
  if (holds(request, tag)) {
    response.status(304).end();
    return;
  }
  response.type("application/json").send(json);
}
