/** Units as Grafana names them. */
export type Unit = "short" | "reqps" | "s" | "bytes" | "percentunit" | "ops";

/** A chart of a dashboard. */
export interface Panel {
  readonly title: string;
  /** A description for the operator. */
  readonly about: string;
  readonly unit: Unit;
  /** Expressions by their legends; `{{label}}` in a legend is the value of a label. */
  readonly lines: Readonly<Record<string, string>>;
}

export interface Section {
  readonly title: string;
  readonly panels: readonly Panel[];
}

const JOB = 'job=~"$job"';
const RATE = "[$__rate_interval]";

const quantile = (of: number, metric: string, labels: string, where = "") =>
  `histogram_quantile(${of}, sum by (le${labels}) (rate(${metric}_bucket{${JOB}${where}}${RATE})))`;
const each = (metric: string, labels: string) => `max by (${labels}) (${metric}{${JOB}})`;
const rate = (metric: string, labels: string) => `sum by (${labels}) (rate(${metric}{${JOB}}${RATE}))`;

const BUILD = "view, version, generation";
const OF_BUILD = "{{view}} {{version}}.{{generation}}";
const REQUESTS = "airlog_http_request_duration_seconds";

/** The table of metrics that `ops/dashboard.json` is made from: every metric of airlog is in it. */
export const SECTIONS: readonly Section[] = [
  {
    title: "Requests",
    panels: [
      {
        ...{ title: "Requests by status", about: "Answers a second.", unit: "reqps" },
        lines: { "{{status}}": rate(`${REQUESTS}_count`, "status") },
      },
      {
        ...{ title: "Slowest routes", about: "p99; long answers and uploads take as long as clients do.", unit: "s" },
        lines: { "{{method}} {{route}}": `topk(10, ${quantile(0.99, REQUESTS, ", method, route")})` },
      },
      {
        ...{ title: "Logins", about: "200: in; 401: wrong name or password; 429: locked.", unit: "reqps" },
        lines: {
          "{{status}}": `sum by (status) (rate(${REQUESTS}_count{${JOB},route="/api/auth/token"}${RATE}))`,
        },
      },
      {
        ...{ title: "Memory of uploads", about: "Reserved for bodies that are being read.", unit: "bytes" },
        lines: { "{{instance}}": each("airlog_upload_memory_bytes", "instance") },
      },
    ],
  },
  {
    title: "Log and views",
    panels: [
      {
        ...{ title: "Appends", about: "By outcome; failed: the event store could not be used.", unit: "ops" },
        lines: { "{{outcome}}": rate("airlog_append_duration_seconds_count", "outcome") },
      },
      {
        ...{ title: "Duration of appends", about: "p50 and p99.", unit: "s" },
        lines: {
          p50: quantile(0.5, "airlog_append_duration_seconds", ""),
          p99: quantile(0.99, "airlog_append_duration_seconds", ""),
        },
      },
      {
        ...{ title: "Lag of views", about: "Age of the oldest event that a build has not applied.", unit: "s" },
        lines: { [OF_BUILD]: each("airlog_view_lag_seconds", BUILD) },
      },
      {
        ...{
          title: "Publication behind the log",
          about: "Age of the oldest event that no build of a view has applied: readers of changes wait for it.",
          unit: "s",
        },
        lines: { "{{view}}": `min by (view) (airlog_view_lag_seconds{${JOB}})` },
      },
      {
        ...{ title: "Events before views", about: "Events that a build has not applied.", unit: "short" },
        lines: { [OF_BUILD]: each("airlog_view_lag_events", BUILD) },
      },
      {
        ...{ title: "Events applied", about: "By the projectors, a second.", unit: "ops" },
        lines: { [OF_BUILD]: rate("airlog_view_events_total", BUILD) },
      },
      {
        ...{ title: "Batches", about: "p99 of the time to apply one.", unit: "s" },
        lines: { [OF_BUILD]: quantile(0.99, "airlog_view_batch_seconds", `, ${BUILD}`) },
      },
      {
        ...{ title: "Views that are stopped, built or stand still", about: "Builds in the state.", unit: "short" },
        lines: {
          [`${OF_BUILD} {{state}}`]: `max by (${BUILD}, state) (airlog_view_state{${JOB},state=~"stopped|building"})`,
          "Kafka is ahead of the log": `sum(airlog_topic_ahead_views{${JOB}})`,
        },
      },
    ],
  },
  {
    title: "Engines",
    panels: [
      {
        ...{ title: "Errors of engines", about: "Operations that failed.", unit: "ops" },
        lines: { "{{engine}}": rate("airlog_engine_errors_total", "engine") },
      },
      {
        ...{ title: "Oldest transaction", about: "A long one delays every reader of the log.", unit: "s" },
        lines: { PostgreSQL: `max(airlog_oldest_transaction_seconds{${JOB}})` },
      },
      {
        ...{ title: "Lag of Kafka and Elasticsearch", about: "Where they are used.", unit: "s" },
        lines: {
          "{{topic}}": each("airlog_relay_lag_seconds", "topic"),
          "index {{view}}": each("airlog_index_lag_seconds", "view"),
        },
      },
      {
        ...{
          title: "Not in Kafka or Elasticsearch yet",
          about: "Events of a topic, changes of a view.",
          unit: "short",
        },
        lines: {
          "{{topic}}": each("airlog_relay_lag_events", "topic"),
          "index {{view}}": each("airlog_index_lag_changes", "view"),
        },
      },
      {
        ...{ title: "Inbox on Kafka", about: "Messages a second, and whether it is failing (1).", unit: "short" },
        lines: {
          "{{outcome}}": rate("airlog_inbox_messages_total", "outcome"),
          "failing {{instance}}": each("airlog_inbox_failing", "instance"),
        },
      },
      {
        ...{ title: "Disk left", about: "Of the file system of the data folder.", unit: "percentunit" },
        lines: {
          "{{instance}}": `airlog_disk_free_bytes{${JOB}} / airlog_disk_size_bytes{${JOB}}`,
        },
      },
    ],
  },
  {
    title: "Changes",
    panels: [
      {
        ...{ title: "Open for changes", about: "Streams, and pages that wait.", unit: "short" },
        lines: { "{{kind}} {{instance}}": each("airlog_changes_open", "kind, instance") },
      },
      {
        ...{
          title: "Readers behind",
          about: "Age of the first change that a reader has missed, when it is answered.",
          unit: "s",
        },
        lines: {
          p50: quantile(0.5, "airlog_changes_lag_seconds", ""),
          p99: quantile(0.99, "airlog_changes_lag_seconds", ""),
        },
      },
      {
        ...{ title: "Readers answered", about: "Pages with changes, and streams that begin behind.", unit: "reqps" },
        lines: { "{{instance}}": rate("airlog_changes_lag_seconds_count", "instance") },
      },
    ],
  },
  {
    title: "Searches and processes",
    panels: [
      {
        ...{ title: "Searches", about: "Waiting for their turn, running, and open.", unit: "short" },
        lines: { "{{state}}": `sum by (state) (airlog_searches{${JOB}})` },
      },
      {
        ...{ title: "Search process", about: "Starts after the first, threads and segments.", unit: "short" },
        lines: {
          "restarts {{instance}}": each("airlog_search_process_restarts", "instance"),
          "threads {{instance}}": each("airlog_search_workers", "instance"),
          "segments {{instance}}": each("airlog_search_segments", "instance"),
        },
      },
      {
        ...{ title: "Searchable records", about: "Documents in the embedded index.", unit: "short" },
        lines: { "{{instance}}": each("airlog_search_documents", "instance") },
      },
      {
        ...{ title: "Memory", about: "Resident, of services and of search processes.", unit: "bytes" },
        lines: {
          "{{instance}}": each("process_resident_memory_bytes", "instance"),
          "search {{instance}}": each("airlog_search_process_resident_bytes", "instance"),
        },
      },
      {
        ...{ title: "Processor time", about: "Processors in use, without search processes.", unit: "short" },
        lines: { "{{instance}}": rate("process_cpu_seconds_total", "instance") },
      },
      {
        ...{ title: "Delay of the event loop", about: "p99: requests wait for as long.", unit: "s" },
        lines: { "{{instance}}": each("nodejs_eventloop_lag_p99_seconds", "instance") },
      },
    ],
  },
];
