import { xContentParseException } from "../errors.ts";
import { isArray, isObject, type JsonObject, placeOfName, placeOfValue } from "../json.ts";
import { Options, tokenOf } from "./clause.ts";
import type { ParseContext, QueryKind } from "./kind.ts";
import { minimumShouldMatch } from "./minimum-should-match.ts";
import { Bool, type Clause, type Occur, withEverythingElse } from "./nodes/bool.ts";
import { boosted, MatchAll } from "./nodes/constant.ts";

const occurs: readonly Occur[] = ["must", "filter", "should", "must_not"];
const options = [...occurs, "minimum_should_match", "boost"];

export const bool: QueryKind = {
  name: "bool",
  options,
  parse(body, context) {
    const clause = new Options("bool", body, options, unknownMember);
    const clauses = occurs.flatMap((occur) => clausesOf(occur, body, context));
    const { boost } = clause;
    if (clauses.length === 0) return boosted(new MatchAll(), boost);
    const optional = clauses.filter(({ occur }) => occur === "should").length;
    const specification = clause.text("minimum_should_match");
    const minimum = specification === undefined ? 0 : minimumShouldMatch(optional, specification);
    return boosted(withEverythingElse(new Bool(clauses, minimum)), boost);
  },
};

function clausesOf(occur: Occur, body: JsonObject, context: ParseContext): Clause[] {
  const given = body.get(occur);
  if (given === undefined || given === null) return [];
  const at = placeOfValue(body, occur);
  if (!isArray(given) && !isObject(given)) {
    throw xContentParseException(`[bool] ${occur} doesn't support values of type: ${tokenOf(given)}`, at);
  }
  return (isArray(given) ? given : [given]).map((each) => ({ occur, query: context.parseQuery(each, at) }));
}

const unknownMember = (kind: string, members: JsonObject, name: string): Error =>
  xContentParseException(`[${kind}] unknown field [${name}]`, placeOfName(members, name));
