import { located, parserFailure, parsingException } from "../errors/errors.ts";
import { isArray, isObject, locationOfStart, locationOfValue } from "../json/json.ts";
import { Options, scalarText, tokenOf, unknownField } from "../members/options.ts";
import { expectTextName } from "./clause-name.ts";
import type { ReadClause } from "./kind.ts";

export interface IdsBody {
  readonly values: readonly string[];
  readonly boost: number;
}

const options = ["values", "boost", "_name"];

export const ids: ReadClause<IdsBody> = (body) => {
  const members = new Options("ids", body, options, body, unknownField);
  expectTextName("ids", body);
  const given = body.has("values") ? body.get("values") : [];
  if (!isArray(given) && typeof given !== "string") {
    const at = locationOfValue(body, "values");
    throw parsingException(located(`[ids] values doesn't support values of type: ${tokenOf(given)}`, at), at);
  }
  const values = (isArray(given) ? given : [given]).map((value) => {
    if (value === null || isArray(value) || isObject(value)) {
      const at = isObject(value) ? locationOfStart(value) : locationOfValue(body, "values");
      throw parsingException(located("[ids] failed to parse field [values]", at), at);
    }
    return scalarText(value);
  });
  return { values, boost: members.parsedBoost(parserFailure) };
};
