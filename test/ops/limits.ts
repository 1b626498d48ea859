import { LIMITS } from "../../platform/admission/limits.ts";

/** Numbers held at a time: by one client or provider, by its network, and by all together. */
interface Row {
  readonly name: string;
  readonly one: string;
  readonly network?: string;
  readonly all: string;
  readonly wait?: string;
}

const number = (value: number): string => value.toLocaleString("en");
const seconds = (ms: number): string => `${ms / 1000} s`;
const mib = (bytes: number): string => `${bytes / 1024 ** 2} MiB`;

const open = ({ all, perClient, perNetwork }: { all: number; perClient: number; perNetwork?: number }) => ({
  one: number(perClient),
  all: number(all),
  ...(perNetwork !== undefined && { network: number(perNetwork) }),
});

interface Waiting {
  readonly waiting: number;
  readonly waitingPerClient: number;
  readonly timeoutMs: number;
}
const waits = ({ waiting, waitingPerClient, timeoutMs }: Waiting): string =>
  `${number(waiting)}, of one ${number(waitingPerClient)}, for ${seconds(timeoutMs)}`;

const {
  searches,
  longAnswers,
  openLongAnswers,
  pastRecords,
  logins,
  largestBodies,
  completeBodies,
  namedWrites,
  missedChanges,
} = LIMITS;

const ROWS: readonly Row[] = [
  {
    name: "searches",
    one: `${searches.openPerClient} that run or are read`,
    all: `${searches.open} that run or are read; as many run as there are processors (Elasticsearch: ${LIMITS.searchesInElasticsearch})`,
    wait: `${searches.waiting}, of one ${searches.waitingPerClient}, and of those that came within a second ${searches.newlyWaitingPerRunning} for each that runs`,
  },
  { name: "answers of the search by extent", ...open(LIMITS.extentAnswers) },
  {
    name: "historical values and means",
    one: `${openLongAnswers.perClient}, of which ${longAnswers.runningPerClient} are made`,
    network: number(openLongAnswers.perNetwork),
    all: `${openLongAnswers.all}, of which ${longAnswers.running} are made`,
    wait: waits(longAnswers),
  },
  {
    name: `lists of \`/lookup\` and \`/utd\` with filters, of more than ${LIMITS.uncountedAnswerBytes / 1024} KiB as sent`,
    ...open(LIMITS.filteredAnswers),
  },
  { name: "histories of records", ...open(LIMITS.histories) },
  {
    name: "records as they were (`?at=`)",
    one: number(pastRecords.runningPerClient),
    all: number(pastRecords.running),
    wait: waits(pastRecords),
  },
  { name: "pages of changes", ...open(LIMITS.changePages) },
  { name: "sitemaps", ...open(LIMITS.sitemaps) },
  { name: "streams of changes, and pages that wait for some (429)", ...open(LIMITS.changeStreams) },
  {
    name: "of these streams, those that read what they have missed",
    one: number(missedChanges.runningPerClient),
    all: number(missedChanges.running),
    wait: waits(missedChanges),
  },
  { name: "UV forecasts", ...open(LIMITS.uvForecasts) },
  { name: "logins", one: number(logins.running), all: number(logins.running), wait: waits(logins) },
  {
    name: "bodies up to 256 KiB, their memory",
    one: mib(LIMITS.smallBodies.perClient),
    all: mib(LIMITS.smallBodies.all),
  },
  {
    name: "larger bodies, their memory in bodies of `AIRLOG_MAX_BODY`",
    one: `${largestBodies.perClient}, and that of the body whose turn it is`,
    all: `${largestBodies.all}, and that of the body whose turn it is`,
    wait: waits(LIMITS.largeBodyTurns),
  },
  {
    name: "larger bodies that have come and wait for their work",
    one: number(completeBodies.perClient),
    all: `as many as there is memory for, of which ${LIMITS.bodyThreads.running} are worked on`,
    wait: `for ${seconds(LIMITS.bodyWorkTimeoutMs)}`,
  },
  { name: "uploads of lines", ...open(LIMITS.uploads) },
  {
    name: "writes of stations and time series",
    one: number(namedWrites.running),
    all: number(namedWrites.running),
    wait: waits(namedWrites),
  },
  { name: "waits for views (`Min-Event-Position`, `Prefer: wait`)", ...open(LIMITS.viewWaits) },
];

/** The table of docs/operations.md. */
export const limitsTable = [
  "| requests | of one client or provider | of its network | of all | wait for their turn |",
  "|---|---|---|---|---|",
  ...ROWS.map(
    ({ name, one, network = "–", all, wait = "–" }) => `| ${name} | ${one} | ${network} | ${all} | ${wait} |`,
  ),
].join("\n");

/** The times after which answers and searches give way to others, as sentences of docs/operations.md. */
export const timesToGiveWay = [
  `the answer whose reader has paused longest, for more than ${seconds(LIMITS.readerGivesWayAfterMs)} in all, is cut`,
  `A search that has run for more than ${seconds(LIMITS.searchGivesWayAfterMs)}, pauses of its reader aside, gives way`,
];
