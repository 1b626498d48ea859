import { expect, test } from "vitest";
import { record } from "../../../test/records.ts";
import { creatorsOf, publisherOf } from "./parties.ts";

const withParties = (members: object) => record("a", { identification: { ...record("a").identification, ...members } });
const person = (last_name: string, ...role_code: string[]) => ({ role_code, person: { last_name } });
const organisation = (name: string, role_code?: string) => ({ role_code, organisation: { name } });
const publisher = { kind: "organisation", name: "P", address: undefined } as const;

test.each([
  [
    "persons who made it",
    {
      roles: [person("A", "custodian"), person("B", "user", "author"), person("C", "principalInvestigator")],
      organisations: [organisation("O", "originator")],
    },
    ["B", "C"],
  ],
  [
    "organisations that made it",
    { roles: [person("A", "owner")], organisations: [organisation("O", "originator")] },
    ["O"],
  ],
  ["persons", { roles: [person("A", "owner"), { person: null }], organisations: [organisation("O", "owner")] }, ["A"]],
  ["organisations", { roles: [person(" ", "author")], organisations: [organisation("O")] }, ["O"]],
  ["the publisher", { roles: null, organisations: [{ role_code: "author" }] }, ["P"]],
])("the first of these that are there are the creators: %s", (_who, members, names) => {
  expect(creatorsOf(withParties(members), publisher).map(({ name }) => name)).toEqual(names);
});

test("a person has an ORCID and an affiliation where they are given, and comes once", () => {
  const ada = { first_name: " Ada ", last_name: "Example", orcid: "0000-0002-1825-0097" };
  const affiliation = { name: "Institute", pid: "https://ror.org/05xg72x27", pid_type: "ROR" };
  const roles = [
    { role_code: ["author"], person: { ...ada, affiliation } },
    { role_code: ["author"], person: ada },
    { role_code: ["author"], person: { ...ada, orcid: null } },
  ];
  expect(creatorsOf(withParties({ roles }), publisher)).toEqual([
    {
      kind: "person",
      firstName: "Ada",
      lastName: "Example",
      name: "Ada Example",
      orcid: "https://orcid.org/0000-0002-1825-0097",
      affiliation: { kind: "organisation", name: "Institute", address: "https://ror.org/05xg72x27" },
    },
    {
      kind: "person",
      firstName: "Ada",
      lastName: "Example",
      name: "Ada Example",
      orcid: undefined,
      affiliation: undefined,
    },
  ]);
});

test("the publisher is the organisation with this role, the repository by name or identifier, or the operator", () => {
  const stored = (repository: object) =>
    record("a", { dataset_metadata: { repository, time_content_revised: "2024-05-01T12:00:00Z" } });
  const organisations = [organisation("O", "owner"), organisation("P", "publisher")];
  expect(publisherOf(withParties({ organisations }), "Operator").name).toBe("P");
  expect(publisherOf(stored({ repository_id: "R", repository_name: "Repository" }), "Operator").name).toBe(
    "Repository",
  );
  expect(publisherOf(stored({ repository_id: "R" }), "Operator").name).toBe("R");
  expect(publisherOf(stored({ repository_id: " " }), "Operator").name).toBe("Operator");
});
