import { parsingException } from "../errors/errors.ts";
import { searchableField } from "../fields.ts";
import { locationOfEnd } from "../json/json.ts";
import { Options } from "../members/options.ts";
import type { ReadClause } from "./kind.ts";

export interface ExistsBody {
  /** A field, an object or a pattern. */
  readonly field: string;
  readonly boost: number;
}

const options = ["field", "boost", "_name"];

export const exists: ReadClause<ExistsBody> = (body) => {
  const members = new Options("exists", body, options);
  members.requireScalars();
  const field = members.text("field");
  if (field === undefined) throw parsingException("[exists] must be provided with a [field]", locationOfEnd(body));
  return { field: searchableField(field), boost: members.boost };
};
