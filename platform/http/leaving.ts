/** What is asked of a response. */
interface LeavableResponse {
  readonly writableFinished?: boolean;
  once(event: "close", listener: () => void): unknown;
}

/**
 * Aborts when the reader leaves before the answer is complete. One that was sent leaves nothing to abort, and aborting takes as
 * long as a small answer.
 */
export function leaving(response: LeavableResponse): AbortSignal {
  const left = new AbortController();
  response.once("close", () => response.writableFinished || left.abort());
  return left.signal;
}
