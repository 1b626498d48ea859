import { facilityStream } from "../../../contracts/events.ts";
import { addFacility, deleteFacility, updateFacility } from "../../../contracts/routes/facilities.ts";
import { Key } from "../../../contracts/text.ts";
import type { EventHead } from "../../../platform/event-store/port.ts";
import { problem } from "../../../platform/http/problem.ts";
import { type ServedRoute, serve } from "../../../platform/http/route.ts";
import { requireRole } from "../access/authorise.ts";
import { type Aggregate, loadHeads } from "../handling/aggregate.ts";
import { contentHash } from "../handling/event-id.ts";
import { handle } from "../handling/handle.ts";
import { type Write, type WriteDependencies, type WriteRoute, type Written, writeHandler } from "../http/write.ts";
import { isKeepable } from "../parsing/canonical.ts";
import { toProblem as refusal } from "../parsing/read-json.ts";
import {
  type FacilityCommand,
  type FacilityRejection,
  type FacilityState,
  type FacilitySummary,
  facility,
} from "./facility.ts";
import { readFacilityJob } from "./read-facility.ts";

/** Adding, updating and deleting facilities. */
export function facilityRoutes(dependencies: WriteDependencies): readonly ServedRoute[] {
  const { eventStore, jobs } = dependencies;

  const carryOut = async (
    { context }: Write,
    type: FacilityCommand["type"],
    identifier: string,
    json: string,
  ): Promise<Written<null>> => {
    const data = Buffer.from(type === "DeleteFacility" ? json : `{"facility":${json}}`);
    const command = { type, contentHash: contentHash(json), data };
    const step = { stream: facilityStream(identifier), command };
    const handled = await handle(eventStore, facilities, [step], { context, atomic: true });
    if (handled.outcome === "contended") throw contended(identifier);
    const rejection = handled.rejections.get(0);
    if (rejection) throw toProblem(rejection, identifier);
    return { position: handled.position, result: null };
  };

  const withBody = (type: FacilityCommand["type"]) => async (write: Write) => {
    const read = await jobs.run(readFacilityJob, { bytes: write.body.bytes });
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

  return [
    serve(addFacility, route(withBody("AddFacility"))),
    serve(updateFacility, route(withBody("UpdateFacility"))),
    serve(deleteFacility, route(deletion)),
  ];
}

const facilities: Aggregate<FacilityCommand, FacilitySummary, FacilityState, FacilityRejection> = {
  decider: facility,
  load: loadHeads(summaryOf),
  encode: (_event, { data, contentHash }) => ({ data, contentHash }),
};

function summaryOf({ type, meta }: EventHead): FacilitySummary {
  switch (type) {
    case "FacilityAdded":
    case "FacilityUpdated":
    case "FacilityDeleted":
      return { type, contentHash: meta.contentHash };
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
