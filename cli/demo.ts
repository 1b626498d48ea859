import { InvalidArgumentError } from "@commander-js/extra-typings";
import type { Declare } from "./command.ts";
import { FACILITIES, RECORDS } from "./demo/fill.ts";
import { DAYS } from "./demo/network.ts";
import { refusalOf } from "./demo/refusals.ts";

const DESCRIPTION = `Runs the whole system on a data folder of its own (./data/demo) and fills it through the \
write API with ${FACILITIES} facilities, records, a monitoring network's hourly values, and a UV forecast. \
Prints requests to try and keeps serving until Ctrl-C; each hour the network reports its new values. A second \
run adds only what is missing.`;

const HERE = `fill the empty system that AIRLOG_DATA, DATABASE_URL, EVENTSTORE_URL or KAFKA_BROKERS name; without --here it is an \
error to set one of them. A log that begins with other data is refused in any case`;

export const declare: Declare = (command) => {
  command
    .description(DESCRIPTION)
    .option("--records <N>", "number of records", count, RECORDS)
    .option("--days <N>", "days of hourly values", count, DAYS)
    .option("--here", HERE)
    .action(async ({ here = false, ...amounts }) => {
      const refusal = here ? undefined : refusalOf(process.env);
      if (refusal !== undefined) {
        process.stderr.write(`${refusal}\n`);
        process.exitCode = 1;
        return;
      }
      // Loaded only once it is known that the system is to be run: it takes long.
      const { runDemo } = await import("./demo/run.ts");
      await runDemo(amounts);
    });
};

function count(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a whole number above 0.");
}
