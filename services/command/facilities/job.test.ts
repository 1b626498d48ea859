import { expect, test } from "vitest";
import { Facility } from "../../../contracts/facility.ts";
import { readFacility } from "./job.ts";

const bytes = (body: unknown): Uint8Array => Buffer.from(JSON.stringify(body));

test("a facility is read with its identifier", () => {
  expect(readFacility(bytes({ name: "Jülich", identifier: "0lym" }), Facility)).toEqual({
    outcome: "facility",
    identifier: "0lym",
    json: '{"identifier":"0lym","name":"Jülich"}',
  });
  expect(readFacility(bytes([]), Facility)).toMatchObject({ code: "body-invalid", errors: [{ path: "" }] });
  expect(
    readFacility(bytes({ identifier: "a", location: { type: "Point", coordinates: [181, 0] } }), Facility),
  ).toMatchObject({
    errors: [{ path: "/location/coordinates/0" }],
  });
});
