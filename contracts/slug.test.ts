import { expect, test } from "vitest";
import { slugOf } from "./slug.ts";

test.each([
  ["10.48597/9CMY-JWNR", "ojhgz5spt2ru4hdxyhumwwdvwq"],
  ["", "4oymiquy7qobjgx36tejs35zeq"],
  ["größe 😀", "bkg7xavcwaxqe2ycjxq7ezfqui"],
  ["a", "zklycewkdo64v6wcggzzui64ju"],
  ["pid-3", "aabjtrcchzedori2vwrc4qbf34"],
])("the slug of %j", (identifier, slug) => {
  expect(slugOf(identifier)).toBe(slug);
});
