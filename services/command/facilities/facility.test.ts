import fc from "fast-check";
import { expect, test } from "vitest";
import { given } from "../../../test/given.ts";
import { type FacilityFact, facility } from "./facility.ts";

const added: FacilityFact = { type: "FacilityAdded", content: "a" };
const updated: FacilityFact = { type: "FacilityUpdated", content: "b" };
const deleted: FacilityFact = { type: "FacilityDeleted", content: "d" };

test("a new facility is added", () => {
  given(facility, []).when({ type: "AddFacility", content: "a" }).thenAppends([added]);
});

test("a facility that exists can't be added again, even with the same content", () => {
  given(facility, [added]).when({ type: "AddFacility", content: "a" }).thenRejected("facility-exists");
  given(facility, [added, updated]).when({ type: "AddFacility", content: "b" }).thenRejected("facility-exists");
});

test("a deleted facility can be added again", () => {
  given(facility, [added, deleted]).when({ type: "AddFacility", content: "a" }).thenAppends([added]);
});

test("an update replaces the facility", () => {
  given(facility, [added]).when({ type: "UpdateFacility", content: "b" }).thenAppends([updated]);
});

test("an update equal to what is stored appends nothing", () => {
  given(facility, [added, updated]).when({ type: "UpdateFacility", content: "b" }).thenAppends([]);
});

test("an unknown or deleted facility can't be updated or deleted", () => {
  for (const history of [[], [added, deleted]]) {
    given(facility, history).when({ type: "UpdateFacility", content: "b" }).thenRejected("facility-unknown");
    given(facility, history).when({ type: "DeleteFacility", content: "d" }).thenRejected("facility-unknown");
  }
});

test("a facility is deleted", () => {
  given(facility, [added]).when({ type: "DeleteFacility", content: "d" }).thenAppends([deleted]);
});

test("the last fact alone tells the state", () => {
  const fact = fc.record({
    type: fc.constantFrom<FacilityFact["type"][]>("FacilityAdded", "FacilityUpdated", "FacilityDeleted"),
    content: fc.string(),
  });
  fc.assert(
    fc.property(fc.array(fact), fact, (before, last) => {
      const all = [...before, last].reduce(facility.evolve, facility.initial);
      expect(all).toEqual(facility.evolve(facility.initial, last));
    }),
  );
});
