import { z } from "zod";
import { Facility } from "../facility.ts";
import { DeletedProblem } from "../problem.ts";
import * as example from "./examples.ts";
import { inPath, text } from "./parameter.ts";
import { declareRoute } from "./route.ts";

const facilityId = inPath(text(), "The facility's `identifier`.", example.facility.identifier);
const body = { schema: Facility, examples: { facility: example.facility } };

export const listFacilities = declareRoute({
  method: "get",
  path: "/api/facilities",
  id: "listFacilities",
  tag: "Facilities",
  summary: "All facilities",
  description:
    "The whole registry, ordered by identifier. Ask again with `If-None-Match`: an unchanged list costs nothing.",
  access: "public",
  reads: ["facilities"],
  cached: true,
  answers: [{ status: 200, description: "Every facility.", schema: z.array(Facility), example: [example.facility] }],
});

export const getFacility = declareRoute({
  method: "get",
  path: "/api/facilities/{facilityId}",
  id: "getFacility",
  tag: "Facilities",
  summary: "One facility",
  access: "public",
  reads: ["facilities"],
  cached: true,
  parameters: { facilityId },
  answers: [{ status: 200, description: "The facility.", schema: Facility, example: example.facility }],
  problems: ["facility-unknown"],
  problemMembers: { 404: DeletedProblem },
});

export const addFacility = declareRoute({
  method: "post",
  path: "/api/provider/facilities/add",
  id: "addFacility",
  tag: "Facilities",
  summary: "Add a facility",
  description:
    "Its identifier must be new; one that was deleted can be added again. It has no control characters and none that change " +
    "the direction of text.",
  access: ["facility_admin"],
  body,
  answers: [{ status: 200, description: "The facility is stored." }],
  problems: ["facility-exists"],
});

export const updateFacility = declareRoute({
  method: "post",
  path: "/api/provider/facilities/update",
  id: "updateFacility",
  tag: "Facilities",
  summary: "Replace a facility",
  description:
    "Replaces the whole facility: members that are left out are gone. Every record of the facility is served with " +
    "the new one. An update equal to what is stored changes nothing.",
  access: ["facility_admin"],
  body,
  answers: [{ status: 200, description: "The facility is stored." }],
  problems: ["facility-unknown"],
});

export const deleteFacility = declareRoute({
  method: "delete",
  path: "/api/provider/facilities/{facilityId}",
  id: "deleteFacility",
  tag: "Facilities",
  summary: "Delete a facility",
  description: "Its records stay; they are served with the facility as their provider sent it.",
  access: ["facility_admin"],
  parameters: { facilityId },
  answers: [{ status: 200, description: "The facility is gone." }],
  problems: ["facility-unknown"],
});

export const facilityRoutes = [listFacilities, getFacility, addFacility, updateFacility, deleteFacility];
