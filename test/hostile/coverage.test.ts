import { expect, test } from "vitest";
import { aggregationKinds } from "../../platform/search/language/aggregations/table.ts";
import { functionNames } from "../../platform/search/language/queries/functions/read.ts";
import { queryKinds } from "../../platform/search/language/queries/table.ts";
import { searchMembers } from "../../platform/search/language/search.ts";
import { suggesterKinds } from "../../platform/search/language/suggest/suggester.ts";
import { kindsIn } from "../search/search-document.ts";
import { HOSTILE_SEARCHES } from "./bodies.ts";

const bodies = HOSTILE_SEARCHES.map(({ body }) => body);
const texts = bodies.map((body) => JSON.stringify(body)).join();
const used = bodies.map(kindsIn);

test.each([
  ["query", Object.keys(queryKinds), used.flatMap(({ queries }) => [...queries.keys()])],
  ["aggregation", Object.keys(aggregationKinds), used.flatMap(({ aggregations }) => [...aggregations.keys()])],
  ["function of scores", functionNames, functionNames.filter((name) => texts.includes(`"${name}":{`))],
  ["suggester", Object.keys(suggesterKinds), used.flatMap(({ suggesters }) => [...suggesters.keys()])],
  ["member of bodies", searchMembers, bodies.flatMap(Object.keys)],
])("each kind of %s is in a hostile search", (_, kinds, inBodies) => {
  expect(kinds.filter((kind) => !inBodies.includes(kind))).toEqual([]);
});
