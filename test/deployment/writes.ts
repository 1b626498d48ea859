import { hour, manglerud } from "../end-to-end/network-samples.ts";
import { facility, record } from "../end-to-end/samples.ts";
import type { Client } from "./client.ts";

const LIVE_RECORDS = 40;
export const LIVE_FACILITY = "live";

/** The acknowledged state of one record, series or station: the newest revision, and where it is visible. */
interface Acknowledged {
  revision: number;
  position: string;
  isPending: boolean;
}

const unwritten = (): Acknowledged => ({ revision: 0, position: "", isPending: false });

/** The newest acknowledged revision of something when a read began, and where it is visible. */
export type Written = Readonly<Acknowledged>;

/** Changes records, newest values, stations and a facility, and knows which revision of each was acknowledged. */
export class Writes {
  readonly #client: Client;
  readonly #records = Array.from({ length: LIVE_RECORDS }, unwritten);
  readonly #series = new Map<number, Acknowledged>();
  readonly #stations = new Map<number, Acknowledged>();
  readonly #facility = unwritten();

  constructor(client: Client) {
    this.#client = client;
  }

  /** An existing station, and its series. */
  add(station: number, series: number): void {
    this.#stations.set(station, unwritten());
    this.#series.set(series, unwritten());
  }

  get facility(): Written {
    return { ...this.#facility };
  }

  someRecord(): readonly [pid: string, Written] {
    const [index, known] = oneOf([...this.#records.entries()]);
    return [`live-${index}`, known];
  }

  someSeries(): readonly [id: number, Written] {
    return oneOf([...this.#series]);
  }

  someStation(): readonly [id: number, Written] {
    return oneOf([...this.#stations]);
  }

  /** Each writes another revision of one thing, unless the previous one is not acknowledged yet. The kinds alternate. */
  writers(): readonly (() => Promise<void>)[] {
    const writers = [
      ...this.#records.map(
        (known, index) => () =>
          this.#write(known, (revision) => {
            const { identification, ...members } = record(`live-${index}`);
            return ["metadata/add", [{ ...members, identification: { ...identification, title: `${revision}` } }]];
          }),
      ),
      ...[...this.#series].map(
        ([timeseries, known]) =>
          () =>
            this.#write(known, (revision) => ["observations/add", [{ timeseries, values: [hour(-1, revision)] }]]),
      ),
      ...[...this.#stations].map(
        ([id, known], index) =>
          () =>
            this.#write(known, (revision) => {
              return ["stations/update", { ...manglerud({ name: `Station ${index}` }), id, owner: `${revision}` }];
            }),
      ),
      () =>
        this.#write(this.#facility, (revision) => {
          return ["facilities/update", facility(LIVE_FACILITY, { name: `${revision}` })];
        }),
    ];
    return writers.flatMap((_, index) => writers[(index * 5) % writers.length] ?? []);
  }

  async #write(known: Acknowledged, make: (revision: number) => readonly [path: string, body: object]): Promise<void> {
    if (known.isPending) return;
    known.isPending = true;
    try {
      const revision = known.revision + 1;
      const [path, body] = make(revision);
      let position: string | undefined;
      await this.#client.send(path, body, {}, (answer) => {
        position = answer.headers.get("Event-Position") ?? "";
      });
      if (position !== undefined) Object.assign(known, { revision, position });
    } finally {
      known.isPending = false;
    }
  }
}

function oneOf<Key>(known: readonly (readonly [Key, Acknowledged])[]): readonly [Key, Written] {
  const chosen = known[Math.floor(Math.random() * known.length)];
  if (!chosen) throw new Error("nothing was written");
  return [chosen[0], { ...chosen[1] }];
}
