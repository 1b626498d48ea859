import { facilityStream } from "../../../contracts/events.ts";
import { addFacility, deleteFacility, updateFacility } from "../../../contracts/routes/facilities.ts";
import { Key } from "../../../contracts/text.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { encodeJson } from "../handling/aggregate.ts";
import { type CommandContext, handleOne } from "../handling/command-handler.ts";
import { contentHash } from "../handling/event-id.ts";
import type { BindWrite, Write, Written } from "../http/write.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { isKeepable } from "../parsing/canonical.ts";
import { toProblem as refusal } from "../parsing/read-json.ts";
import { type FacilityCommand, type FacilityRejection, facilityAggregate } from "./facility.ts";
import { readFacilityJob, readNewFacilityJob } from "./job.ts";

export interface FacilityDependencies {
  readonly bind: BindWrite;
  readonly eventStore: EventStore;
  readonly jobs: Jobs;
}

/** Adding, updating and deleting facilities. */
export function facilityRoutes({ bind, eventStore, jobs }: FacilityDependencies): readonly ServedRoute[] {
  const fromBody = (type: FacilityCommand["type"]) => async (write: Write) => {
    const job = type === "AddFacility" ? readNewFacilityJob : readFacilityJob;
    const read = await jobs.run(job, { bytes: write.bytes }, write.identity.provider);
    if (read.outcome === "refused") throw refusal(read);
    const { identifier, json } = read;
    const command = { type, contentHash: contentHash(json), data: Buffer.from(`{"facility":${json}}`) };
    return carryOut(eventStore, identifier, command, write.context);
  };

  return [
    bind(addFacility, { appends: ["FacilityAdded"], run: fromBody("AddFacility") }),
    bind(updateFacility, { appends: ["FacilityUpdated"], run: fromBody("UpdateFacility") }),
    bind(deleteFacility, {
      appends: ["FacilityDeleted"],
      run: async ({ parameters: { facilityId }, context }) => {
        if (!Key.safeParse(facilityId).success || !isKeepable(facilityId))
          throw toProblem("facility-unknown", facilityId);
        const command = { type: "DeleteFacility", ...encodeJson({ identifier: facilityId }) } as const;
        return carryOut(eventStore, facilityId, command, context);
      },
    }),
  ];
}

async function carryOut(
  eventStore: EventStore,
  identifier: string,
  command: FacilityCommand,
  context: CommandContext,
): Promise<Written<null>> {
  const step = { stream: facilityStream(identifier), command };
  const handled = await handleOne(eventStore, facilityAggregate, step, { context });
  switch (handled.outcome) {
    case "done":
      return { position: handled.position, result: null };
    case "rejected":
      throw toProblem(handled.rejection, identifier);
    case "contended":
      throw problem("busy", `Others are writing to the facility ${identifier}; try again.`);
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
