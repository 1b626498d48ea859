import fc from "fast-check";
import { expect, test } from "vitest";
import { given } from "../../../test/given.ts";
import { type FacilityCommand, type FacilitySummary, facility } from "./facility.ts";

const command = (type: FacilityCommand["type"], contentHash: string): FacilityCommand => ({
  type,
  contentHash,
  data: new Uint8Array(0),
});
const added: FacilitySummary = { type: "FacilityAdded", contentHash: "a" };
const updated: FacilitySummary = { type: "FacilityUpdated", contentHash: "b" };
const deleted: FacilitySummary = { type: "FacilityDeleted", contentHash: "d" };

test("a new facility is added", () => {
  given(facility, []).when(command("AddFacility", "a")).thenAppends([added]);
});

test("a facility that exists can't be added again, even with the same content", () => {
  given(facility, [added]).when(command("AddFacility", "a")).thenRejected("facility-exists");
  given(facility, [added, updated]).when(command("AddFacility", "b")).thenRejected("facility-exists");
});

test("a deleted facility can be added again", () => {
  given(facility, [added, deleted]).when(command("AddFacility", "a")).thenAppends([added]);
});

test("an update replaces the facility", () => {
  given(facility, [added]).when(command("UpdateFacility", "b")).thenAppends([updated]);
});

test("an update equal to what is stored appends nothing", () => {
  given(facility, [added, updated]).when(command("UpdateFacility", "b")).thenAppends([]);
});

test("an unknown or deleted facility can't be updated or deleted", () => {
  for (const history of [[], [added, deleted]]) {
    given(facility, history).when(command("UpdateFacility", "b")).thenRejected("facility-unknown");
    given(facility, history).when(command("DeleteFacility", "d")).thenRejected("facility-unknown");
  }
});

test("a facility is deleted", () => {
  given(facility, [added]).when(command("DeleteFacility", "d")).thenAppends([deleted]);
});

test("the last event alone gives the state", () => {
  const event = fc.record({
    type: fc.constantFrom<FacilitySummary["type"][]>("FacilityAdded", "FacilityUpdated", "FacilityDeleted"),
    contentHash: fc.string(),
  });
  fc.assert(
    fc.property(fc.array(event), event, (before, last) => {
      const all = [...before, last].reduce(facility.evolve, facility.initial);
      expect(all).toEqual(facility.evolve(facility.initial, last));
    }),
  );
});
