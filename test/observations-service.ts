import { request } from "node:http";
import { observationsStream } from "../contracts/measurement-events.ts";
import { type ObservationColumns, unpacked } from "../contracts/observation-columns.ts";
import { timeFormatter } from "../science/calendar.ts";
import { type Sent, startCommandService } from "./command-service.ts";
import { eventAs } from "./event-as.ts";

const PATH = "/api/provider/observations/add";
const NDJSON = { "Content-Type": "application/x-ndjson" };

const format = timeFormatter(60);
/** 2024-02-01 00:00 of +01:00. */
export const february = Date.UTC(2024, 0, 31, 23) / 1000;

/** The value of an hour, counted from 2024-02-01 00:00. */
export function value(hour: number, amount: number | null = hour, more: object = {}) {
  const from = february + hour * 3600;
  return { fromTime: format(from), toTime: format(from + 3600), value: amount, ...more };
}

export const entry = (timeseries: number, ...values: readonly object[]) => ({ timeseries, values });
export const line = (timeseries: number, ...values: readonly object[]) =>
  `${JSON.stringify(entry(timeseries, ...values))}\n`;

export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The write side with accounts that provide observations: nilu, nilu-night of the same provider, and fmi. */
export async function startObservations() {
  const service = await startCommandService({ AIRLOG_MAX_BODY: "64 KiB" });
  await service.addAccount("registrar", "airlog", ["station_admin"]);
  await service.addAccount("nilu", "nilu", ["observation_provider"]);
  await service.addAccount("nilu-night", "nilu", ["observation_provider"]);
  await service.addAccount("fmi", "fmi", ["observation_provider"]);
  let stations = 0;

  /** Adds a series at a new station. */
  const addSeries = async (more: object = {}, as = "nilu"): Promise<number> => {
    const site = { zone: "z", municipality: "m", area: "a", type: "Bybakgrunn", latitude: 0, longitude: 0 };
    const body = { name: `station ${stations++}`, ...site };
    const station = await service.send("POST", "/api/provider/stations/add", { body, as: "registrar" });
    const series = { station: station.json?.["id"], component: "PM10", unit: "µg/m³", timestep: 3600, ...more };
    const added = await service.send("POST", "/api/provider/timeseries/add", { body: series, as });
    return Number(added.json?.["id"]);
  };

  const add = (body: unknown, { as = "nilu", headers = {}, query = "" } = {}) =>
    service.send("POST", `${PATH}${query}`, { body, as, headers });
  const addLines = (body: string | Uint8Array<ArrayBuffer>, { as = "nilu", headers = {}, query = "" } = {}) =>
    service.send("POST", `${PATH}${query}`, { body, as, headers: { ...NDJSON, ...headers } });

  const contents = async (series: number, month = "2024-02"): Promise<ObservationColumns[]> => {
    const events = await service.events(observationsStream(series, month));
    return events.map((event) => unpacked(eventAs("ObservationsIngested", event).data));
  };

  /** The hours of a series' values in the log, repeated ones too. */
  const hours = async (series: number, month?: string): Promise<number[]> =>
    (await contents(series, month)).flatMap(({ fromTime }) => fromTime.map((from) => (from - february) / 3600));

  /** Begins an upload that the test writes in parts. */
  const upload = async (headers: Readonly<Record<string, string>> = {}, as = "nilu") => {
    const authorization = `Bearer ${await service.token(as)}`;
    const sending = request(`${service.url}${PATH}`, {
      method: "POST",
      headers: { ...NDJSON, Authorization: authorization, ...headers },
    });
    const answer = new Promise<Sent["json"]>((resolve, reject) => {
      sending.once("error", reject);
      sending.once("response", async (response) => {
        resolve(JSON.parse(Buffer.concat(await response.toArray()).toString()));
      });
    });
    answer.catch(() => undefined);
    sending.flushHeaders();
    return { sending, answer };
  };

  return { service, addSeries, add, addLines, contents, hours, upload };
}
