import type { RequestHandler } from "express";
import type { DeleteResultDto } from "../../../contracts/deletion.ts";
import { addRecords, deleteRecords } from "../../../contracts/routes/records.ts";
import { HttpProblem, problem } from "../../../platform/http/problem.ts";
import { type ServedRoute, serve } from "../../../platform/http/route.ts";
import type { BindWrite } from "../http/write.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { toProblem } from "../parsing/read-json.ts";
import { addRecordsJob, deleteRecordsJob, type RecordsResult, readPidsJob } from "./job.ts";

/** Adding and deleting records, many at a time. */
export function recordRoutes({
  bind,
  jobs,
}: {
  readonly bind: BindWrite;
  readonly jobs: Jobs;
}): readonly ServedRoute[] {
  return [
    bind(addRecords, {
      appends: ["MetadataAdded"],
      run: async ({ bytes, maxItems, identity, context }) => {
        const addition = await jobs.run(addRecordsJob, { bytes, maxItems, context }, identity.provider);
        const { position, pids, rejected } = settled(addition);
        if (rejected.length > 0) throw ownedByOthers(pids, rejected);
        return { position, result: null };
      },
    }),
    withDeleteResult(
      bind(deleteRecords, {
        appends: ["MetadataDeleted"],
        run: async ({ bytes, maxItems, identity, context }) => {
          const anyRecord = identity.roles.includes("metadata_admin");
          const input = { bytes, maxItems, context, anyRecord };
          const deletion = await jobs.run(deleteRecordsJob, input, identity.provider);
          const { position, pids, rejected } = settled(deletion);
          const refused = new Set(rejected);
          const result: DeleteResultDto = {
            deleted: pids.filter((_, index) => !refused.has(index)),
            notAllowedToDelete: pids.filter((_, index) => refused.has(index)),
          };
          if (result.deleted.length === 0 && pids.length > 0) throw notAllowed(pids);
          return { position, result };
        },
        // The answer lists the requested PIDs. Callers without a delete role get it also when the body does not fit.
        refuse: async ({ bytes, maxItems, identity }) => {
          const read = await jobs.run(readPidsJob, { bytes, maxItems }, identity.provider);
          return notAllowed(read.outcome === "pids" ? read.pids : []);
        },
        refused: ({ notAllowedToDelete: pids }) =>
          pids.length > 0 ? { count: pids.length, first: `${pids[0]} belongs to another provider.` } : undefined,
        answer: (response, result, { representation }) => {
          if (result.notAllowedToDelete.length > 0) response.status(206).json(result);
          else if (!representation) response.status(204).end();
          else response.append("Preference-Applied", "return=representation").json(result);
        },
      }),
    ),
  ];
}

function settled(result: RecordsResult) {
  switch (result.outcome) {
    case "done":
      return result;
    case "contended":
      throw problem("busy", "Others are writing to the same records; try again.");
    case "refused":
      throw toProblem(result);
  }
}

function ownedByOthers(pids: readonly string[], indices: readonly number[]) {
  return problem("record-owned-by-another", "Nothing was stored: some records belong to another provider.", {
    errors: indices.map((index) => ({
      path: `/${index}/identification/identifier/pid`,
      message: `${pids[index]} belongs to another provider`,
    })),
  });
}

/** The answer is the specification's DeleteResultDto as well as a problem. */
function notAllowed(pids: readonly string[]) {
  return problem("not-allowed-to-delete", "None of the listed records may be deleted by this account.", {
    headers: { "WWW-Authenticate": 'Bearer error="insufficient_scope"' },
    members: { deleted: [], notAllowedToDelete: pids },
  });
}

/** A 401 without a usable token is a DeleteResultDto, too. */
function withDeleteResult({ declaration, handlers }: ServedRoute): ServedRoute {
  const wrapped = handlers.map((handler): RequestHandler => {
    return async (request, response, next) => {
      try {
        await handler(request, response, next);
      } catch (error) {
        if (!(error instanceof HttpProblem) || error.status !== 401 || error.options.members) throw error;
        const members = { deleted: [], notAllowedToDelete: [] };
        throw problem(error.code, error.message, { ...error.options, members });
      }
    };
  });
  return serve(declaration, ...wrapped);
}
