import type { ErrorRequestHandler, Router } from "express";
import type { Identity } from "../../../contracts/access.ts";
import type { DeleteResultDto } from "../../../contracts/deletion.ts";
import { metadataStream } from "../../../contracts/events.ts";
import type { EventHead } from "../../../platform/event-store/port.ts";
import { HttpProblem, problem } from "../../../platform/http/problem.ts";
import { requireRole } from "../access/authorise.ts";
import { type Handled, handle, type Step } from "../handle.ts";
import { contentHash } from "../intake/read-json.ts";
import { contentOf } from "../intake/read-list.ts";
import { type MetadataCommand, type MetadataFact, type MetadataRejection, metadata } from "../metadata.ts";
import { type Write, type WriteDependencies, type Written, writeHandler } from "../write.ts";

/** Adding and deleting records, many at a time. */
export function addMetadataRoutes(router: Router, dependencies: WriteDependencies): void {
  const { eventStore, readers } = dependencies;

  const addition = async ({ body, identity, cause, dryRun }: Write): Promise<Written<null>> => {
    const records = await readers.records(body);
    const steps = records.pids.map(
      (pid, index): Step<MetadataCommand> => ({
        stream: metadataStream(pid),
        command: { type: "AddRecord", provider: identity.provider, content: records.hashes[index] ?? "" },
        content: contentOf(records, index),
      }),
    );
    const { position, rejections } = settled(
      await handle(eventStore, metadata, steps, { cause, dryRun, together: true, factOf }),
    );
    if (rejections.size > 0) throw ownedByOthers(records.pids, [...rejections.keys()]);
    return { position, result: null };
  };

  const deletion = async ({ body, identity, cause, dryRun }: Write): Promise<Written<DeleteResultDto>> => {
    if (!mayDelete(identity)) throw notAllowed(await readers.pids(body).then(({ pids }) => pids, noneWhereUnreadable));
    const { pids } = await readers.pids(body);
    const anyRecord = identity.roles.includes("metadata_admin");
    const steps = pids.map((pid): Step<MetadataCommand> => {
      const json = JSON.stringify({ pid });
      const command: MetadataCommand = {
        type: "DeleteRecord",
        provider: identity.provider,
        content: contentHash(json),
        anyRecord,
      };
      return { stream: metadataStream(pid), command, content: Buffer.from(json) };
    });
    const { position, rejections } = settled(
      await handle(eventStore, metadata, steps, { cause, dryRun, together: false, factOf }),
    );
    const result: DeleteResultDto = {
      deleted: pids.filter((_, index) => !rejections.has(index)),
      notAllowedToDelete: pids.filter((_, index) => rejections.has(index)),
    };
    if (result.deleted.length === 0 && pids.length > 0) throw notAllowed(pids);
    return { position, result };
  };

  router
    .post(
      "/api/provider/metadata/add",
      writeHandler(dependencies, {
        appends: ["MetadataAdded"],
        permit: (identity) => requireRole(identity, "metadata_provider"),
        run: addition,
        answer: (response) => void response.status(200).end(),
      }),
    )
    .post(
      "/api/provider/metadata/delete",
      writeHandler(dependencies, {
        appends: ["MetadataDeleted"],
        // Without the role the answer lists what was asked for, so it is given where the list is read.
        permit: () => undefined,
        run: deletion,
        answer: (response, result, { representation }) => {
          if (result.notAllowedToDelete.length > 0) response.status(206).json(result);
          else if (!representation) response.status(204).end();
          else response.append("Preference-Applied", "return=representation").json(result);
        },
      }),
      withDeleteResult,
    );
}

function mayDelete({ roles }: Identity): boolean {
  return roles.includes("metadata_provider") || roles.includes("metadata_admin");
}

function factOf({ type, meta }: EventHead): MetadataFact {
  switch (type) {
    case "MetadataAdded":
    case "MetadataDeleted":
      return { type, provider: meta.provider, content: meta.contentHash };
    default:
      throw new Error(`a record's stream ends with an event of type ${type}`);
  }
}

function settled(handled: Handled<MetadataRejection>) {
  if (handled.outcome === "done") return handled;
  throw problem("busy", "Others are writing to the same records; try again.");
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

/** Whoever may delete nothing is told so, whatever the body is. */
function noneWhereUnreadable(error: unknown): readonly string[] {
  if (error instanceof HttpProblem && error.status === 400) return [];
  throw error;
}

const withDeleteResult: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  if (!(error instanceof HttpProblem) || error.status !== 401 || error.options.members) return next(error);
  const members = { deleted: [], notAllowedToDelete: [] };
  next(problem(error.code, error.message, { ...error.options, members }));
};
