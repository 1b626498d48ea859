/** The members of a response in use. */
interface LeavableResponse {
  readonly writableFinished?: boolean;
  once(event: "close", listener: () => void): unknown;
}

/**
 * Aborts when the reader leaves before the answer is complete. It does not abort for a sent answer, since aborting
 * takes as long as a small answer.
 */
export function leaving(response: LeavableResponse): AbortSignal {
  const left = new AbortController();
  response.once("close", () => response.writableFinished || left.abort());
  return left.signal;
}
