import type { Response } from "express";
import type { ProblemCode } from "../../../contracts/problem.ts";
import { problem } from "../../../platform/http/problem.ts";

/** The ids that resources got, null on a dry run. */
export interface AddedIds {
  readonly ids: readonly (number | null)[];
  /** Whether an array was sent. */
  readonly many: boolean;
}

/** Answers an object with the id, or an array of such, in the order sent. */
export function answerIds(response: Response, { ids, many }: AddedIds): void {
  const answers = ids.map((id) => ({ id }));
  response.status(200).json(many ? answers : answers[0]);
}

/** The problem of resources that exist: with the `id` of the one that was sent, or the `ids` of an array. */
export function alreadyThere(
  code: ProblemCode,
  what: string,
  ids: readonly (number | null)[],
  many: boolean,
  member: string,
) {
  if (!many) return problem(code, `${what}, with the id ${ids[0]}.`, { members: { id: ids[0] } });
  const errors = ids.flatMap((id, index) =>
    id === null ? [] : [{ path: `/${index}/${member}`, message: `exists already, with the id ${id}` }],
  );
  return problem(code, "Nothing was stored: some exist already; ids has theirs.", { errors, members: { ids } });
}

/** The index of each text that occurred before, with the index of its first occurrence. */
export function repeatedTexts(texts: readonly string[]): (readonly [number, number])[] {
  const first = new Map<string, number>();
  return texts.flatMap((text, index) => {
    const earlier = first.get(text);
    if (earlier === undefined) first.set(text, index);
    return earlier === undefined ? [] : [[index, earlier] as const];
  });
}

export function contended(what: string) {
  return problem("busy", `Others are writing to the same ${what}; try again.`);
}
