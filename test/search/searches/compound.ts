import { queries, type Search } from "./search.ts";

const title = "identification.title";
const cloud = { match: { [title]: "cloud" } };
const ozone = { match: { [title]: "ozone" } };
const ice = { match: { [title]: "ice" } };
const clu = { term: { "dataset_metadata.repository.repository_id.keyword": "CLU" } };
const model = { term: { "product_type.keyword": "model" } };

export const compoundSearches: readonly Search[] = [
  ...queries("bool", [
    { bool: {} },
    { bool: { must: [] } },
    { bool: { must: cloud } },
    { bool: { must: [cloud, clu] } },
    { bool: { must: [cloud], filter: [clu] } },
    { bool: { filter: [clu, model] } },
    { bool: { filter: clu, boost: 3 } },
    { bool: { should: [cloud, ozone] } },
    { bool: { should: [cloud, ozone, clu, model] } },
    { bool: { should: [cloud, ozone, clu, model], minimum_should_match: 2 } },
    { bool: { should: [cloud, ozone, clu, model], minimum_should_match: "75%" } },
    { bool: { should: [cloud, ozone, clu], minimum_should_match: -1 } },
    { bool: { should: [cloud], minimum_should_match: 0 } },
    { bool: { should: [cloud, ozone], minimum_should_match: 5 } },
    { bool: { must: [clu], should: [cloud, ozone] } },
    { bool: { must: [clu], should: [cloud, ozone], minimum_should_match: 1 } },
    { bool: { filter: [clu], should: [cloud, ozone] } },
    { bool: { filter: [clu], should: [cloud, ozone], minimum_should_match: 1 } },
    { bool: { must_not: [clu] } },
    { bool: { must_not: clu, boost: 2 } },
    { bool: { must: [cloud], must_not: [clu, model] } },
    { bool: { should: [cloud], must_not: [cloud] } },
    { bool: { must: [{ bool: { should: [cloud, ice] } }, { bool: { should: [clu, model] } }] } },
    {
      bool: {
        must: [{ bool: { must: [cloud], boost: 2 } }],
        should: [{ bool: { must: [ice], boost: 0.1 } }],
        boost: 1.7,
      },
    },
    { bool: { must: [cloud, cloud] } },
    { bool: { should: [cloud, cloud, { match_all: {} }] } },
    { bool: { must: [{ match_all: {} }], filter: [{ exists: { field: "facility" } }] } },
    { bool: { must: [{ match_none: {} }], should: [cloud] } },
    { bool: { filter: [{ bool: { should: [clu, model] } }] } },
    {
      bool: {
        filter: [{ bool: { must_not: [model] } }, { range: { "temporal_extent.time_period_begin": { gte: "2010" } } }],
      },
    },
    { bool: { should: [{ bool: { filter: [clu] } }, { bool: { filter: [model] } }, cloud] } },
    {
      bool: {
        must: [{ multi_match: { query: "cloud radar", fields: [title, "identification.abstract"] } }],
        must_not: [ice],
        filter: [{ terms: { "facility.identifier.keyword": ["0lym", "5qss", "56kt"] } }],
      },
    },
    {
      bool: {
        should: [
          { term: { "facility.identifier.keyword": "0lym" } },
          { prefix: { "facility.identifier.keyword": "aa" } },
          { range: { "distribution_information.transfersize.size": { gt: 1000 } } },
        ],
      },
    },
  ]),
  ...queries("constant_score", [
    { constant_score: { filter: cloud } },
    { constant_score: { filter: cloud, boost: 1.2 } },
    { constant_score: { filter: { bool: { must: [cloud, clu] } }, boost: 0.3 } },
    {
      bool: {
        should: [
          { constant_score: { filter: clu, boost: 1.1 } },
          { constant_score: { filter: model, boost: 2.3 } },
          cloud,
        ],
      },
    },
  ]),
];
