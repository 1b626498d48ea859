import { parsingException } from "../errors.ts";
import { isArray, isObject, locationOfStart, locationOfValue } from "../json.ts";
import { Options, scalarText, unknownField } from "../options.ts";
import type { QueryKind } from "./kind.ts";

export interface IdsBody {
  readonly values: readonly string[];
  readonly boost: number;
}

const options = ["values", "boost"];

export const ids: QueryKind<IdsBody> = {
  options,
  read(body) {
    const members = new Options("ids", body, options, unknownField);
    const given = members.get("values") ?? [];
    const values = (isArray(given) ? given : [given]).map((value) => {
      if (value === null || isArray(value) || isObject(value)) {
        const at = isObject(value) ? locationOfStart(value) : locationOfValue(body, "values");
        const reason = `${at ? `[${at.line}:${at.col}] ` : ""}[ids] failed to parse field [values]`;
        throw parsingException(reason, at);
      }
      return scalarText(value);
    });
    return { values, boost: members.boost };
  },
};
