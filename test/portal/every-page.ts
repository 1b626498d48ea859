import { expect } from "vitest";
import { slugOf } from "../../contracts/slug.ts";
import { manglerud, nitrogenDioxide, value } from "../end-to-end/network-samples.ts";
import { facility, record } from "../end-to-end/samples.ts";
import { type AccountName, oneProcessAt, type System } from "../end-to-end/system.ts";
import { uvGrid } from "../uv-grids.ts";

const KEPT = "https://doi.org/10.1/KEPT";
const DELETED = "https://doi.org/10.1/DELETED";
const ofRecord = (pid: string, more = "") => `/records?pid=${encodeURIComponent(pid)}${more}`;

/** A page of every kind by what it shows, in the system that `startPortal` starts. */
export const PAGES: Readonly<Record<string, string>> = {
  "a record": ofRecord(KEPT),
  "a record in Norwegian": ofRecord(KEPT, "&lang=no"),
  "a record as it was": ofRecord(KEPT, "&at=2999-01-01T00:00:00Z"),
  "the history of a record": ofRecord(DELETED, "&page=1"),
  "two revisions of a record": ofRecord(KEPT, "&compare=0,1"),
  "a deleted record": ofRecord(DELETED),
  "a record that never was": "/records/aaaaaaaaaaaaaaaaaaaaaaaaaa",
  "the start": "/",
  facilities: "/facilities",
  "a facility": `/facilities/${slugOf("56kt")}`,
  "the air": "/air",
  "the air of an area": "/air?area=Oslo",
  "an area that there is not": "/air?area=Atlantis&lang=no",
  "the air at an hour": "/air?at=2024-06-21T12:00",
  "a station": "/stations/1",
  "a component that a station does not measure": "/stations/1?component=XYZ",
  "a deleted station": "/stations/2",
  "the UV index": "/uv?place=Oslo",
  "a place that is not known": "/uv?place=Nowhere+at+all",
  "the interface": "/docs",
  "a capability of the interface": "/docs/records",
  "the failures of the interface": "/docs/problems",
  "the UV model": "/docs/uv-model",
  "a search": "/search?q=radar&type=model",
  "a search that finds nothing": "/search?q=nothing+like+this",
  "a misspelt search": "/search?q=reflectivty",
  "a search that names a place and an area": "/search?q=Oslo",
  "a search to correct": "/search?q=radar&from=yesterday&to=2024-02-30",
};

/** The time that the pages have. */
export const NOW = new Date("2024-06-21T12:20:00Z");

/** A system that has something to show on every page, always the same. */
export async function startPortal(): Promise<System> {
  const system = await oneProcessAt(() => NOW).start({ AIRLOG_PUBLIC_URL: "https://data.example.org" });
  const send = async (account: AccountName, path: string, body: unknown) => {
    const answer = await system.as(account).post(`/api/provider/${path}`, body, { headers: { Prefer: "wait=20" } });
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  await send("registrar", "facilities/add", facility("56kt"));
  await send("network", "stations/add", [manglerud({ facility: "56kt" }), manglerud({ name: "Deleted" })]);
  expect((await system.as("network").delete("/api/provider/stations/2")).status).toBe(200);
  const values = Array.from({ length: 48 }, (_, hours) => value(localHour(hours - 47), 40 + 4 * hours));
  for (const component of ["NO2", "PM10"]) {
    await send("instruments", "timeseries/add", { ...nitrogenDioxide(1), component });
  }
  for (const timeseries of [1, 2]) await send("instruments", "observations/add", [{ timeseries, values }]);
  const members = {
    distribution_information: [{ data_format: "NETCDF", dataset_url: "https://data.example.org/radar.nc" }],
    facility: { identifier: "56kt" },
  };
  await send("provider", "metadata/add", [record(KEPT, members), record(DELETED)]);
  const changed = { ...members, product_type: "model", provenance: [{ title: "Another dataset" }] };
  await send("provider", "metadata/add", [record(KEPT, changed)]);
  await send("provider", "metadata/delete", [DELETED]);
  const fields = { ozone_du: () => 310, cloud_fraction: () => 0.3 };
  await send("forecaster", "uv/forecast", uvGrid({ day: NOW.toISOString().slice(0, 10), fields }));
  return system;
}

/** The beginning of an hour in the network's offset of +01:00; 0 is the last complete one. */
function localHour(hours: number): string {
  const last = Math.floor(NOW.getTime() / 3_600_000) - 1;
  return new Date((last + hours + 1) * 3_600_000).toISOString().slice(0, 16);
}
