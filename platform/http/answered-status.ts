import type { ServerResponse } from "node:http";

/** As nginx has it: the connection ended before the answer began. */
const UNANSWERED = 499;

/** The status that a response which has closed was answered with; 499 where its connection ended before. */
export function answeredStatus({ headersSent, statusCode }: ServerResponse): number {
  return headersSent ? statusCode : UNANSWERED;
}
