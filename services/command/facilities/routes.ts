import type { Router } from "express";
import { facilityStream } from "../../../contracts/events.ts";
import { Key } from "../../../contracts/text.ts";
import type { EventHead } from "../../../platform/event-store/port.ts";
import { problem } from "../../../platform/http/problem.ts";
import { requireRole } from "../access/authorise.ts";
import { handle } from "../handling/handle.ts";
import { type Write, type WriteDependencies, type WriteRoute, type Written, writeHandler } from "../http/write.ts";
import { isKeepable } from "../parsing/canonical.ts";
import { contentHash, toProblem as refusal } from "../parsing/read-json.ts";
import { type FacilityCommand, type FacilityFact, type FacilityRejection, facility } from "./facility.ts";

/** Adding, updating and deleting facilities. */
export function addFacilityRoutes(router: Router, dependencies: WriteDependencies): void {
  const { eventStore, jobs } = dependencies;

  const carryOut = async (
    { cause, dryRun }: Write,
    type: FacilityCommand["type"],
    identifier: string,
    json: string,
  ): Promise<Written<null>> => {
    const command: FacilityCommand = { type, content: contentHash(json) };
    const content = Buffer.from(type === "DeleteFacility" ? json : `{"facility":${json}}`);
    const step = { stream: facilityStream(identifier), command, content };
    const handled = await handle(eventStore, facility, [step], { cause, dryRun, together: true, factOf });
    if (handled.outcome === "contended") throw contended(identifier);
    const rejection = handled.rejections.get(0);
    if (rejection) throw toProblem(rejection, identifier);
    return { position: handled.position, result: null };
  };

  const withBody = (type: FacilityCommand["type"]) => async (write: Write) => {
    const read = await jobs.run({ kind: "read-facility", bytes: write.body.bytes });
    if (read.outcome === "refused") throw refusal(read);
    return carryOut(write, type, read.identifier, read.json);
  };

  const deletion = async (write: Write) => {
    const identifier = write.parameters["facilityId"] ?? "";
    if (!Key.safeParse(identifier).success || !isKeepable(identifier)) throw toProblem("facility-unknown", identifier);
    return carryOut(write, "DeleteFacility", identifier, JSON.stringify({ identifier }));
  };

  const route = (run: WriteRoute<null>["run"]) =>
    writeHandler(dependencies, {
      appends: ["FacilityAdded", "FacilityUpdated", "FacilityDeleted"],
      permit: (identity) => requireRole(identity, "facility_admin"),
      run,
      answer: (response) => void response.status(200).end(),
    });

  router
    .post("/api/provider/facilities/add", route(withBody("AddFacility")))
    .post("/api/provider/facilities/update", route(withBody("UpdateFacility")))
    .delete("/api/provider/facilities/:facilityId", route(deletion));
}

function factOf({ type, meta }: EventHead): FacilityFact {
  switch (type) {
    case "FacilityAdded":
    case "FacilityUpdated":
    case "FacilityDeleted":
      return { type, content: meta.contentHash };
    default:
      throw new Error(`a facility's stream ends with an event of type ${type}`);
  }
}

function toProblem(rejection: FacilityRejection, identifier: string) {
  switch (rejection) {
    case "facility-exists":
      return problem(
        "facility-exists",
        `The facility ${identifier} exists already; /api/provider/facilities/update replaces it.`,
      );
    case "facility-unknown":
      return problem("facility-unknown", `There is no facility ${identifier}.`);
  }
}

function contended(identifier: string) {
  return problem("busy", `Others are writing to the facility ${identifier}; try again.`);
}
