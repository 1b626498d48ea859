import { z } from "zod";
import { manglerud, nitrogenDioxide, value } from "../end-to-end/network-samples.ts";
import { facility, record, records } from "../end-to-end/samples.ts";
import { tokenOf } from "../views/content.ts";

/** A person whose name is in every place of the log where somebody's name can be. */
export const NAME = "Quillon Zarfwick";
/** The word to look for: a part of the person's name and the account's name, and of nothing else. */
export const TRACE = "zarfwick";
export const ACCOUNT = "zarfwick";
export const ROLES = "metadata_provider,facility_admin,station_admin,observation_provider";
export const PASSWORD = "a long enough password";

/** Replaces the name and the account in the removal. */
export const NOBODY = "somebody";

/** The change of an operator to the lines of an export, as `sed` makes it. */
export function withoutPerson(lines: string): string {
  return lines.replaceAll(NAME, NOBODY).replaceAll(ACCOUNT, NOBODY);
}

const Answered = z.object({ id: z.number() });

/**
 * Writes about the person, through the person's own account: existing, replaced and deleted records, a facility, existing
 * and renamed stations, and answers that are kept for their `Idempotency-Key`.
 * @returns the last position
 */
export async function writeAboutPerson(url: string): Promise<string> {
  const headers = {
    "Content-Type": "application/json",
    Authorization: `Bearer ${await tokenOf(url, ACCOUNT, PASSWORD)}`,
  };
  let position = "";
  let written = 0;
  const post = async (path: string, body: unknown, status = 200): Promise<string> => {
    const repeatable = { ...headers, "Idempotency-Key": `write ${written++}` };
    const answer = await fetch(url + path, { method: "POST", headers: repeatable, body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${text}`);
    position = answer.headers.get("Event-Position") ?? position;
    return text;
  };
  const by = (name: string) => ({ usage_information: { citation: `${name} (2024)`, data_licence: "CC-BY-4.0" } });
  await post("/api/provider/facilities/add", facility("of the person", { contact: { name: NAME } }));
  await post("/api/provider/metadata/add", [
    record("stands", { ...by(NAME), facility: { identifier: "of the person" } }),
  ]);
  await post("/api/provider/metadata/add", [record("replaced", by(NAME)), record("deleted", by(NAME))]);
  await post("/api/provider/metadata/add", [record("replaced", by("Others"))]);
  await post("/api/provider/metadata/delete", ["deleted"], 204);
  // Enough changes for a snapshot of the index.
  await post("/api/provider/metadata/add", records("bulk", 2_100));
  const station = manglerud({ name: "Garden", owner: NAME });
  const { id } = Answered.parse(JSON.parse(await post("/api/provider/stations/add", station)));
  await post("/api/provider/stations/add", manglerud({ name: `At ${NAME}'s` }));
  await post("/api/provider/stations/update", { ...station, id, name: `Garden of ${NAME}` });
  // A station without values is not listed.
  const series = Answered.parse(JSON.parse(await post("/api/provider/timeseries/add", nitrogenDioxide(id))));
  const values = [value("2024-01-01T12:00", 7)];
  await post("/api/provider/observations/add", [{ timeseries: series.id, values }]);
  return position;
}
