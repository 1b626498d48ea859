import type { Unversioned } from "../../../contracts/event-shape.ts";
import { type StationEvent, stationStream, timeSeriesStream } from "../../../contracts/measurement-events.ts";
import type { NewStation, Station } from "../../../contracts/station.ts";
import { type Aggregate, encodeData, loadContents } from "../handling/aggregate.ts";
import type { CommandContext, HandledOne } from "../handling/command-handler.ts";
import { stationName } from "../handling/names.ts";
import { type Added, openRegistry, type RegistryDependencies } from "../handling/register.ts";
import { type StationCommand, type StationRejection, type StationState, station } from "./station.ts";

const stations: Aggregate<StationCommand, Unversioned<StationEvent>, StationState, StationRejection> = {
  decider: station,
  load: loadContents<StationEvent>({ StationAdded: true, StationUpdated: true, StationDeleted: true }),
  encode: encodeData,
};

/** The result of a command for one station. `id`: the station that has the name already. */
export type StationResult = HandledOne<StationRejection> & { readonly id?: number | undefined };

/** The commands for stations, each under the lock of the names. */
export function stationCommands(dependencies: RegistryDependencies) {
  const { eventStore, names } = dependencies;
  const nameOf = (state: StationState) => (state.exists ? stationName(state.station) : undefined);
  const registry = openRegistry(
    { kind: "station", aggregate: stations, streamOf: stationStream, nameOf },
    dependencies,
  );
  return {
    /** Adds stations, whose names differ, all of them or none. */
    add: (sent: readonly NewStation[], context: CommandContext, signal: AbortSignal): Promise<Added> => {
      const additions = sent.map((each) => ({
        name: stationName(each),
        command: (id: number) => ({ type: "AddStation", station: { id, ...each } }) as const,
      }));
      return names.exclusively({ sender: context.metadata.provider, signal }, () => registry.add(additions, context));
    },

    /** Replaces a station, which may get another name. */
    update: (sent: Station, context: CommandContext, signal: AbortSignal): Promise<StationResult> =>
      names.exclusively({ sender: context.metadata.provider, signal }, async () => {
        const name = stationName(sent);
        const [holder] = await registry.withHolders([{ name }]);
        const nameTakenBy = holder?.head && holder.id !== sent.id ? holder.id : undefined;
        const command: StationCommand = { type: "UpdateStation", station: sent, nameTakenBy };
        const beforeAppend = () => names.reserve("station", [{ name, id: sent.id, insteadOf: holder?.reserved }]);
        const result = await registry.carryOut(sent.id, command, { context, beforeAppend });
        if (result.outcome === "rejected") return { ...result, id: nameTakenBy };
        // Only now, so that after a crash the old name is free or the station's, never both.
        if (result.outcome === "done" && !context.dryRun) await names.release("station", sent.id, name);
        return result;
      }),

    /** Deletes a station that has no series. */
    delete: (id: number, context: CommandContext, signal: AbortSignal): Promise<StationResult> =>
      names.exclusively({ sender: context.metadata.provider, signal }, async () => {
        const heads = await eventStore.latest((await names.seriesOf(id)).map(timeSeriesStream));
        const hasSeries = [...heads.values()].some(({ type }) => type !== "TimeSeriesDeleted");
        const result = await registry.carryOut(id, { type: "DeleteStation", id, hasSeries }, { context });
        if (result.outcome === "done" && !context.dryRun) await names.release("station", id);
        return result;
      }),
  };
}
