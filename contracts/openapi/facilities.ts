import { z } from "zod";
import { Facility } from "../facility.ts";
import * as example from "./examples.ts";
import {
  BODY_PROBLEMS,
  type ParameterDescription,
  READ_HEADERS,
  READ_PROBLEMS,
  type RouteDescription,
  WRITE_HEADERS,
  WRITE_PARAMETERS,
  WRITE_PROBLEMS,
} from "./route.ts";

const facilityId: ParameterDescription = {
  name: "facilityId",
  in: "path",
  schema: z.string().min(1),
  description: "The facility's `identifier`.",
  example: example.facility.identifier,
};

export const facilityRoutes: readonly RouteDescription[] = [
  {
    method: "get",
    path: "/api/facilities",
    id: "listFacilities",
    tag: "Facilities",
    summary: "All facilities",
    description:
      "The whole registry, ordered by identifier. Ask again with `If-None-Match`: an unchanged list costs nothing.",
    access: "public",
    shared: ["Min-Event-Position", "If-None-Match"],
    answers: [
      {
        status: 200,
        description: "Every facility.",
        schema: z.array(Facility),
        headers: ["ETag", ...READ_HEADERS],
        example: [example.facility],
      },
      { status: 304, description: "Nothing has changed.", headers: ["ETag", ...READ_HEADERS] },
    ],
    problems: READ_PROBLEMS,
  },
  {
    method: "get",
    path: "/api/facilities/{facilityId}",
    id: "getFacility",
    tag: "Facilities",
    summary: "One facility",
    access: "public",
    parameters: [facilityId],
    shared: ["Min-Event-Position", "If-None-Match"],
    answers: [
      {
        status: 200,
        description: "The facility.",
        schema: Facility,
        headers: ["ETag", ...READ_HEADERS],
        example: example.facility,
      },
      { status: 304, description: "Nothing has changed.", headers: ["ETag", ...READ_HEADERS] },
    ],
    problems: ["facility-unknown", "parameter-invalid", ...READ_PROBLEMS],
  },
  {
    method: "post",
    path: "/api/provider/facilities/add",
    id: "addFacility",
    tag: "Facilities",
    summary: "Add a facility",
    description: "Its identifier must be new; one that was deleted can be added again.",
    access: ["facility_admin"],
    shared: WRITE_PARAMETERS,
    body: { schema: Facility, examples: { facility: example.facility } },
    answers: [{ status: 200, description: "The facility is stored.", headers: WRITE_HEADERS }],
    problems: ["role-missing", "facility-exists", ...BODY_PROBLEMS, ...WRITE_PROBLEMS],
  },
  {
    method: "post",
    path: "/api/provider/facilities/update",
    id: "updateFacility",
    tag: "Facilities",
    summary: "Replace a facility",
    description:
      "Replaces the whole facility: members that are left out are gone. Every record of the facility is served with " +
      "the new one. An update equal to what is stored changes nothing.",
    access: ["facility_admin"],
    shared: WRITE_PARAMETERS,
    body: { schema: Facility, examples: { facility: example.facility } },
    answers: [{ status: 200, description: "The facility is stored.", headers: WRITE_HEADERS }],
    problems: ["role-missing", "facility-unknown", ...BODY_PROBLEMS, ...WRITE_PROBLEMS],
  },
  {
    method: "delete",
    path: "/api/provider/facilities/{facilityId}",
    id: "deleteFacility",
    tag: "Facilities",
    summary: "Delete a facility",
    description: "Its records stay; they are served with the facility as their provider sent it.",
    access: ["facility_admin"],
    parameters: [facilityId],
    shared: WRITE_PARAMETERS,
    answers: [{ status: 200, description: "The facility is gone.", headers: WRITE_HEADERS }],
    problems: ["role-missing", "facility-unknown", ...WRITE_PROBLEMS],
  },
];
