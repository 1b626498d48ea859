import { illegalArgument } from "../errors/errors.ts";

/**
 * Refuses more than a search may have. `subject`: the beginning of the message, such as "[highlight] has" or
 * "[highlight] has a tag of".
 * @throws SearchRejected
 */
export function expectAtMost(most: number, count: number, things: string, subject: string): void {
  if (count > most) throw illegalArgument(`${subject} [${count}] ${things}, at most [${most}] are allowed`);
}
