import { expect, test } from "vitest";
import { z } from "zod";
import { aggregationKinds } from "../../search-engine/language/aggregations/table.ts";
import { fieldOptions } from "../../search-engine/language/highlight/options.ts";
import { functionNames } from "../../search-engine/language/queries/functions/read.ts";
import { queryKinds } from "../../search-engine/language/queries/table.ts";
import { searchMembers } from "../../search-engine/language/search.ts";
import { suggesterKinds } from "../../search-engine/language/suggest/suggester.ts";
import { kindsIn } from "../search/search-document.ts";
import { HOSTILE_SEARCHES } from "./bodies.ts";

const bodies = HOSTILE_SEARCHES.map(({ body }) => body);
const texts = bodies.map((body) => JSON.stringify(body)).join();
const used = bodies.map(kindsIn);

const Highlight = z.looseObject({ fields: z.record(z.string(), z.looseObject({})) });

/** The options of `highlight` and of its fields. */
function highlightOptions(body: object): readonly string[] {
  const { highlight } = { highlight: undefined, ...body };
  if (!highlight) return [];
  const { fields, ...ofAll } = Highlight.parse(highlight);
  return [...Object.keys(ofAll), ...Object.values(fields).flatMap(Object.keys)];
}

test.each([
  ["query", Object.keys(queryKinds), used.flatMap(({ queries }) => [...queries.keys()])],
  ["aggregation", Object.keys(aggregationKinds), used.flatMap(({ aggregations }) => [...aggregations.keys()])],
  ["function of scores", functionNames, functionNames.filter((name) => texts.includes(`"${name}":{`))],
  ["suggester", Object.keys(suggesterKinds), used.flatMap(({ suggesters }) => [...suggesters.keys()])],
  ["option of highlighting", fieldOptions, bodies.flatMap(highlightOptions)],
  ["member of bodies", searchMembers, bodies.flatMap(Object.keys)],
])("each kind of %s is in a hostile search", (_, kinds, inBodies) => {
  expect(kinds.filter((kind) => !inBodies.includes(kind))).toEqual([]);
});
