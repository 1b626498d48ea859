import type { ServerResponse } from "node:http";

/** As in nginx: the connection ended before the answer began. */
const UNANSWERED = 499;

/** The status of a closed response; 499 where its connection ended before the answer began. */
export function answeredStatus({ headersSent, statusCode }: ServerResponse): number {
  return headersSent ? statusCode : UNANSWERED;
}
