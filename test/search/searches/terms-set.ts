import { queries, type Search } from "./search.ts";

const title = "identification.title";

export const termsSetSearches: readonly Search[] = [
  ...queries("terms_set", [
    {
      terms_set: {
        [title]: {
          terms: ["cloud", "radar", "ozone"],
          minimum_should_match_field: "distribution_information.transfersize.size",
        },
      },
    },
    { terms_set: { [title]: { terms: ["cloud", "radar", "ozone"], minimum_should_match_field: "unmapped" } } },
    { terms_set: { [title]: { terms: ["cloud", "radar", "ozone"], minimum_should_match_field: "facility.name" } } },
    {
      terms_set: {
        [title]: {
          terms: ["cloud", "radar", "ozone"],
          minimum_should_match_field: "temporal_extent.time_period_begin",
        },
      },
    },
    { terms_set: { [title]: { terms: ["cloud", "radar", "ozone"], minimum_should_match_field: "facility.active" } } },
    { terms_set: { [title]: { terms: ["cloud", "radar", "ozone"], minimum_should_match: 2 } } },
    { terms_set: { [title]: { terms: ["cloud", "radar", "ozone"], minimum_should_match: "50%" } } },
    { terms_set: { [title]: { terms: ["cloud", "radar", "ozone"], minimum_should_match: "-1", boost: 2 } } },
    { terms_set: { [title]: { terms: ["cloud", "radar", "ozone"], minimum_should_match: "x" } } },
    { terms_set: { [title]: { terms: ["cloud", "radar", "ozone"], minimum_should_match: 0 } } },
    { terms_set: { [title]: { terms: ["cloud", "radar", "ozone"], minimum_should_match: 5 } } },
    {
      terms_set: {
        [title]: { terms: ["cloud", "radar", "ozone"], minimum_should_match: 1, minimum_should_match_field: "x" },
      },
    },
    { terms_set: { [title]: { terms: ["cloud", "radar", "ozone"] } } },
    { terms_set: { [title]: { minimum_should_match: 1 } } },
    { terms_set: { [title]: { terms: "cloud", minimum_should_match: 1 } } },
    { terms_set: { [title]: { terms: [], minimum_should_match: 1 } } },
    { terms_set: { [title]: { terms: ["cloud", null], minimum_should_match: 1 } } },
    { terms_set: { [title]: { terms: ["cloud", ["x"]], minimum_should_match: 1 } } },
    { terms_set: { [title]: { terms: ["cloud"], minimum_should_match: 1, foo: 1 } } },
    { terms_set: { [title]: ["a"] } },
    { terms_set: { [title]: "a" } },
    { terms_set: {} },
    { terms_set: { a: { terms: ["x"], minimum_should_match: 1 }, b: { terms: ["x"], minimum_should_match: 1 } } },
    { terms_set: { unmapped: { terms: ["cloud"], minimum_should_match: 1 } } },
    { terms_set: { "facility.active": { terms: [true, false], minimum_should_match: 1 } } },
    { terms_set: { "facility.active": { terms: ["maybe"], minimum_should_match: 1 } } },
    { terms_set: { "temporal_extent.time_period_begin": { terms: ["2010", "2011"], minimum_should_match: 1 } } },
    {
      terms_set: {
        "distribution_information.transfersize.size": {
          terms: [0, 1],
          minimum_should_match_field: "distribution_information.transfersize.size",
        },
      },
    },
    {
      terms_set: {
        "variables.variable_name.keyword": {
          terms: ["drizzle", "cloud fraction", "ozone mass concentration"],
          minimum_should_match: 2,
        },
      },
    },
    {
      bool: {
        should: [
          {
            terms_set: {
              "variables.variable_name.keyword": { terms: ["drizzle", "cloud fraction"], minimum_should_match: 2 },
            },
          },
          { match: { [title]: "cloud" } },
        ],
      },
    },
  ]),
];
