import { expect, test } from "vitest";
import { type Properties, refusalOf } from "./requirements.ts";

const usable: Properties = {
  version: "17.10",
  encoding: "UTF8",
  schema: "public",
  search_path: '"$user", public',
  role: "airlog",
  takes_writes: true,
  may_make_tables: true,
  may_make_schemas: true,
  date_style: "ISO, MDY",
  isolation: "read committed",
  extra_float_digits: 1,
  unsafe: [],
};

test.each(["15.4 (Debian 15.4-1.pgdg120+1)", "16.10", "9.6.24"])("PostgreSQL %s is refused", (version) => {
  expect(refusalOf({ ...usable, version })).toBe(
    `PostgreSQL ${version} is too old: airlog needs PostgreSQL 17 or later`,
  );
});

test.each(["17.0", "17.10", "18beta1"])("PostgreSQL %s is accepted", (version) => {
  expect(refusalOf({ ...usable, version })).toBeUndefined();
});
