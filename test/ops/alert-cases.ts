/** The behaviour of an alert when Prometheus reads these series every 30 seconds. */
export interface AlertCase {
  /** Values by series, in promtool's notation: `0x10 5x20` is 11 times 0, then 21 times 5; `0+1x10` counts to 10. */
  readonly series: Readonly<Record<string, string>>;
  /** A time at which the alert does not fire yet, and one at which it does. */
  readonly quiet: string;
  readonly firing: string;
}

const BUILD = 'job="airlog",view="stations",version="1",generation="1"';
const NEXT_BUILD = BUILD.replace('generation="1"', 'generation="2"');
const REQUESTS = 'airlog_http_request_duration_seconds_count{job="airlog",method="POST"';

/** Most requests take between one second and five, from the start on. */
const slow = (histogram: string, labels: string): AlertCase => ({
  series: {
    [`${histogram}_bucket{${labels},le="1"}`]: "0x40",
    [`${histogram}_bucket{${labels},le="5"}`]: "0+10x40",
    [`${histogram}_bucket{${labels},le="+Inf"}`]: "0+10x40",
  },
  ...{ quiet: "10m", firing: "11m" },
});

const disk = (free: string): AlertCase["series"] => ({
  'airlog_disk_free_bytes{job="airlog",instance="a"}': free,
  'airlog_disk_size_bytes{job="airlog",instance="a"}': "100x40",
});

/**
 * A case for each alert of ops/rules.yml. The failure begins after five and a half minutes, unless the case says otherwise.
 */
export const ALERT_CASES: Readonly<Record<string, AlertCase>> = {
  AirlogDown: { series: { 'up{job="airlog",instance="a"}': "1x10 0x10" }, quiet: "7m", firing: "8m" },
  AirlogEngineDown: {
    series: { 'airlog_engine_errors_total{job="airlog",engine="kafka"}': "0x10 1+1x20" },
    ...{ quiet: "8m", firing: "9m" },
  },
  AirlogTopicAhead: {
    series: { 'airlog_topic_ahead_views{job="airlog",instance="a"}': "0x10 1x10" },
    ...{ quiet: "6m", firing: "7m" },
  },
  AirlogViewStopped: {
    series: { [`airlog_view_state{${BUILD},state="stopped"}`]: "0x10 1x10" },
    ...{ quiet: "6m", firing: "7m" },
  },
  // The command and query services go on, without the only projector.
  AirlogNoProjector: {
    series: { 'up{job="airlog",instance="a"}': "1x30", [`airlog_view_lag_events{${BUILD}}`]: "0x10 stale" },
    ...{ quiet: "7m", firing: "8m" },
  },
  // Other services go on; the ended one has no target any more.
  AirlogNoCommand: {
    series: { 'up{job="airlog",instance="a"}': "1x30", 'airlog_upload_memory_bytes{job="airlog"}': "0x10 stale" },
    ...{ quiet: "7m", firing: "8m" },
  },
  AirlogNoQuery: {
    series: { 'up{job="airlog",instance="a"}': "1x30", 'airlog_searches{job="airlog",state="running"}': "0x10 stale" },
    ...{ quiet: "7m", firing: "8m" },
  },
  // Five more minutes, in which the last event was applied. Another build is made meanwhile.
  AirlogViewStandsStill: {
    series: {
      [`airlog_view_lag_events{${BUILD}}`]: "0x10 5x30",
      [`airlog_view_events_total{${BUILD}}`]: "0+1x10 10x30",
      [`airlog_view_lag_events{${NEXT_BUILD}}`]: "1000x40",
      [`airlog_view_events_total{${NEXT_BUILD}}`]: "0+10x40",
    },
    ...{ quiet: "14m", firing: "16m" },
  },
  // Another build is made meanwhile, and has far to go.
  AirlogViewLagging: {
    series: {
      [`airlog_view_lag_seconds{${BUILD}}`]: "0x10 61x20",
      [`airlog_view_lag_seconds{${NEXT_BUILD}}`]: "1000x40",
    },
    ...{ quiet: "10m", firing: "11m" },
  },
  AirlogIndexLagging: {
    series: { [`airlog_index_lag_seconds{${BUILD}}`]: "0x10 61x20" },
    ...{ quiet: "10m", firing: "11m" },
  },
  AirlogRelayLagging: {
    series: { 'airlog_relay_lag_seconds{job="airlog",topic="airlog.events"}': "0x10 61x20" },
    ...{ quiet: "10m", firing: "11m" },
  },
  AirlogInboxFailing: {
    series: { 'airlog_inbox_failing{job="airlog",instance="a"}': "0x10 1x4 0 1x4 0 1x9" },
    ...{ quiet: "10m", firing: "11m" },
  },
  AirlogInboxRefuses: {
    series: { 'airlog_inbox_messages_total{job="airlog",instance="a",outcome="refused"}': "7x10 8x10" },
    ...{ quiet: "5m", firing: "6m" },
  },
  AirlogOldTransaction: {
    series: { 'airlog_oldest_transaction_seconds{job="airlog",instance="a"}': "0x10 2x10" },
    ...{ quiet: "6m", firing: "7m" },
  },
  AirlogSearchProcessRestarting: {
    series: { 'airlog_search_process_restarts{job="airlog",instance="a"}': "0x10 1+1x10" },
    ...{ quiet: "5m30s", firing: "8m" },
  },
  // Prometheus and a load balancer ask meanwhile.
  AirlogErrors: {
    series: {
      [`${REQUESTS},route="/metrics",status="200"}`]: "0+50x50",
      [`${REQUESTS},route="/health/live",status="200"}`]: "0+50x50",
      [`${REQUESTS},route="/api/metadata/search",status="200"}`]: "0+10x50",
      [`${REQUESTS},route="/api/metadata/search",status="503"}`]: "0x10 1+1x40",
    },
    ...{ quiet: "10m", firing: "16m" },
  },
  // Many clients read meanwhile.
  AirlogWriteErrors: {
    series: {
      [`${REQUESTS},route="/api/metadata/search",status="200"}`]: "0+1000x50",
      [`${REQUESTS},route="/api/provider/metadata/add",status="200"}`]: "0+10x50",
      [`${REQUESTS},route="/api/provider/metadata/add",status="503"}`]: "0x10 1+1x40",
    },
    ...{ quiet: "10m", firing: "16m" },
  },
  AirlogSlow: slow(
    "airlog_http_request_duration_seconds",
    'job="airlog",method="GET",route="/api/facilities",status="200"',
  ),
  AirlogChangesNearLimit: {
    series: {
      'airlog_changes_open{job="airlog",instance="a",kind="stream"}': "800x10 890x20",
      'airlog_changes_open{job="airlog",instance="a",kind="page"}': "20x40",
      'airlog_changes_open{job="airlog",instance="b",kind="stream"}': "800x40",
    },
    ...{ quiet: "7m", firing: "8m" },
  },
  AirlogAppendsSlow: slow("airlog_append_duration_seconds", 'job="airlog",outcome="appended"'),
  AirlogDiskLow: { series: disk("20x10 14x20"), quiet: "10m", firing: "11m" },
  AirlogDiskFull: { series: disk("20x10 2x20"), quiet: "6m", firing: "7m" },
  AirlogFailedLogins: {
    series: { [`${REQUESTS},route="/api/auth/token",status="401"}`]: "0x10 10+10x20" },
    ...{ quiet: "7m", firing: "9m" },
  },
};

/** The case as a file of `promtool test rules`. */
export function ruleTest(alert: string, { series, quiet, firing }: AlertCase, rules: string): string {
  const expr = `count(ALERTS{alertname="${alert}",alertstate="firing"})`;
  return JSON.stringify({
    rule_files: [rules],
    evaluation_interval: "30s",
    tests: [
      {
        interval: "30s",
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [
          { expr, eval_time: quiet, exp_samples: [] },
          { expr, eval_time: firing, exp_samples: [{ labels: "{}", value: 1 }] },
        ],
      },
    ],
  });
}
