import { type HttpProblem, problem } from "../../../platform/http/problem.ts";

const DETAIL =
  "The views that show these changes are behind the log; try again. If that does not help for minutes, the log has lost its end: begin without `after`.";

/** What this process knows is behind what it would have to answer. */
export const notThereYet = (): HttpProblem => problem("not-yet-visible", DETAIL, { headers: { "Retry-After": "2" } });
