import { expect } from "vitest";
import { z } from "zod";
import * as example from "../../../contracts/routes/examples.ts";
import { hour, manglerud, nitrogenDioxide } from "../../end-to-end/network-samples.ts";
import type { AccountName, System } from "../../end-to-end/system.ts";

/** A record, a facility and a station that belong together. */
export interface Things {
  readonly pid: string;
  readonly facility: string;
  readonly station: number;
}

/** Texts for everything that a provider names or describes. */
export interface Texts {
  /** Where any text may stand. */
  readonly any: string;
  /** Where names may: at most 200 printable characters. */
  readonly name: string;
}

const SCRIPT = `</script></title><script>alert(1)</script><img src=x onerror=alert(1)>"'><!--`;

/** The worst that a provider may send, by what it is. */
export const HOSTILE: Readonly<Record<string, Texts>> = {
  scripts: { any: SCRIPT, name: SCRIPT },
  "odd characters": {
    any: "\u2069\u202Eturned\u2066 \u0007 \u{1F6F0} \u2028 Ａ̈́ \u2067",
    name: `\u{1F6F0} Ａ̈́${"\u0300".repeat(100)}\uFFFF`,
  },
  "texts from right to left": { any: "עברית \u200F(ב) \u202Bעוד\nשורה", name: "תחנה (עברית) 1" },
  "100,000 characters": { any: "<b>&".repeat(25_000), name: "<b>&".repeat(50) },
};

const Id = z.object({ id: z.int() });

/** Adds things with the texts in every member that may have them. */
export async function addHostile(system: System, name: string, texts: Texts): Promise<Things> {
  const facility = `facility of ${name}`;
  await send(system, "registrar", "facilities/add", {
    // A facility has 512 KB at most.
    ...filled(example.facility, texts.any.slice(0, 10_000)),
    ...{ identifier: facility, location: example.facility.location },
    ...{ name: texts.any, description: texts.any, [texts.any]: texts.any },
  });
  const of = { zone: texts.name, municipality: texts.name, area: texts.name.replaceAll(";", ","), type: texts.name };
  const more = { owner: texts.name, status: texts.name, description: texts.any.slice(0, 2_000), facility };
  const station = await addStation(system, manglerud({ name: texts.name, ...of, ...more }), [
    { component: "NO2", unit: "µg/m³" },
    { component: texts.name, unit: texts.name },
  ]);
  const pid = `record of ${name}`;
  const record = recordOf(pid, facility, texts.any);
  await send(system, "provider", "metadata/add", [record]);
  await send(system, "provider", "metadata/add", [
    { ...record, product_type: `${texts.any}.`, [texts.any.slice(0, 1_000)]: texts.any },
  ]);
  return { pid, facility, station };
}

/** Adds things that have nothing but what they must have, and that as short as it may be. */
export async function addBare(system: System): Promise<Things> {
  const facility = "-";
  await send(system, "registrar", "facilities/add", { identifier: facility });
  const absent = { eoi: null, owner: null, status: null, description: null };
  const of = { zone: "-", municipality: "-", area: "-", type: "-" };
  const station = await addStation(system, manglerud({ name: "-", ...of, ...absent }), []);
  const pid = "-";
  const { time_content_revised } = example.record.dataset_metadata;
  const record = {
    dataset_metadata: { repository: { repository_id: "" }, time_content_revised },
    identification: { identifier: { pid, pid_type: "" }, title: "", abstract: "" },
    usage_information: { citation: "" },
    product_type: "",
    variables: [],
    distribution_information: [],
  };
  await send(system, "provider", "metadata/add", [record]);
  await send(system, "provider", "metadata/add", [{ ...record, product_type: "-" }]);
  return { pid, facility, station };
}

async function addStation(
  system: System,
  station: object,
  components: readonly { readonly component: string; readonly unit: string }[],
): Promise<number> {
  const { id } = Id.parse(await send(system, "network", "stations/add", station));
  const values = Array.from({ length: 30 }, (_, hours) => hour(-1 - hours, 40 + hours));
  for (const members of components) {
    const series = { ...nitrogenDioxide(id), ...members };
    const { id: timeseries } = Id.parse(await send(system, "instruments", "timeseries/add", series));
    await send(system, "instruments", "observations/add", [{ timeseries, values }]);
  }
  return id;
}

async function send(system: System, account: AccountName, path: string, body: unknown): Promise<unknown> {
  const answer = await system.as(account).post(`/api/provider/${path}`, body, { headers: { Prefer: "wait=20" } });
  expect(answer.status, answer.text.slice(0, 1_000)).toBe(200);
  return answer.text === "" ? undefined : answer.json();
}

/** A record has 512 KB at most. */
function recordOf(pid: string, facility: string, text: string) {
  const record = filled(example.record, text.slice(0, 2_000));
  const identification = {
    ...record.identification,
    identifier: { pid, pid_type: "DOI" },
    title: text,
    abstract: text,
  };
  return { ...record, facility: { identifier: facility }, identification };
}

/** The value with this text in the place of all of its texts but times, addresses of data, and what may only be one of some. */
function filled<Value>(value: Value, by: string, name = ""): Value {
  const any = (part: unknown, of: string): unknown => {
    if (typeof part === "string") return /^(time_.*|type|dataset_url|role_code|repository_id)$/.test(of) ? part : by;
    if (Array.isArray(part)) return part.map((item) => any(item, of));
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([member, each]) => [member, any(each, member)]));
  };
  return any(value, name) as Value;
}
