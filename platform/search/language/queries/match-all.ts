import { Options, unknownField } from "../options.ts";
import type { QueryKind } from "./kind.ts";

export interface MatchAllBody {
  readonly boost: number;
}

/** Its boost makes no difference. */
export type MatchNoneBody = Readonly<Record<never, never>>;

const options = ["boost"];

export const matchAll: QueryKind<MatchAllBody> = {
  options,
  read: (body) => ({ boost: new Options("match_all", body, options, unknownField).boost }),
};

export const matchNone: QueryKind<MatchNoneBody> = {
  options,
  read(body) {
    // Read for the sake of its refusals.
    void new Options("match_none", body, options).boost;
    return {};
  },
};
