import { formatNames } from "../../../search-engine/language/dates/named.ts";
import { aggregations, family, queries, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const revised = "dataset_metadata.time_content_revised";

/** Three records of the corpus with dates in them. */
const some = { range: { [revised]: { gte: "2024-03-01", lt: "2024-03-20" } } };

const patterns = [
  ...["YYYY-'W'ww-e", "YYYY-'W'ww", "Y w W c", "QQQ yyyy", "QQQQ QQQQQ q", "G GGGG GGGGG y", "MMMMM LLLL EEEEE ccccc"],
  ...["O OOOO z zzzz v", "Z ZZZZ ZZZZZ X XX XXX xxx", "VV", "A", "n N", "a B BBBBB K k h", "yy D DDD F g", "ppppd uuuuu"],
  ...["yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS", "yyyy[-MM[-dd]]", "''yyyy''"],
]; // biome-ignore format: three rows read better

/** Texts, each with formats that read it, or nearly do. */
const texts: Readonly<Record<string, readonly string[]>> = {
  "2024-W11-3": ["week_date", "strict_week_date", "weekyear_week_day", "YYYY-'W'ww-e", "week_date||strict_date"],
  "2024-W1-3": ["week_date", "strict_week_date", "weekyear_week_day", "YYYY-'W'w-e"],
  "2024-W11": ["weekyear_week", "strict_weekyear_week", "YYYY-'W'ww", "week_date"],
  "2024": ["weekyear", "strict_weekyear", "year", "YYYY", "yyyy", "uuuu", "strict_year"],
  "2024W113": ["basic_week_date", "strict_basic_week_date"],
  "2024-073": ["ordinal_date", "strict_ordinal_date", "yyyy-DDD", "uuuu-D"],
  "2024073": ["basic_ordinal_date", "yyyyDDD"],
  "31/02/2024": ["dd/MM/yyyy", "dd/MM/uuuu"],
  "2024-02-30": ["strict_date", "date", "strict_date_hour", "year_month_day"],
  "Wed Mar 13 2024": ["EEE MMM dd yyyy", "EEE MMM dd uuuu"],
  "Thu Mar 13 2024": ["EEE MMM dd yyyy", "EEE MMM dd uuuu"],
  "Q1 2024": ["QQQ yyyy", "QQQ uuuu"],
  "12:30": ["hour_minute", "strict_hour_minute", "HH:mm", "kk:mm"],
  "12:30:05.5": ["hour_minute_second_fraction", "hour_minute_second_millis", "strict_hour_minute_second_millis"],
  "12:30:05.5Z": ["time", "strict_time", "time_no_millis", "HH:mm:ss.SX"],
  "T12:30:05+0100": ["t_time_no_millis", "strict_t_time_no_millis", "basic_t_time_no_millis"],
  "123005Z": ["basic_time_no_millis", "HHmmssX"],
  "5 PM": ["h a", "K a", "h B"],
  PM: ["a", "B"],
  "500": ["SSS", "S", "n", "A"],
  "01": ["DD", "MM", "dd", "SS", "e"],
  "2024-03-13 CET": ["yyyy-MM-dd VV", "yyyy-MM-dd z"],
  "2024-03-13 GMT+2": ["yyyy-MM-dd O", "yyyy-MM-dd VV"],
  "2024-03-13T10:00Z": ["date_time", "date_time_no_millis", "date_optional_time", "iso8601"],
  "2024-03-13Z": ["iso8601", "strict_date_optional_time"],
  "20240313": ["basic_date", "yyyyMMdd", "uuuuMMdd"],
};

const ranges = Object.entries(texts).flatMap(([text, formats]) => formats.map((format) => ({ text, format })));

/** Every built-in format of dates, and letters of patterns, where dates are written and read. */
export const dateFormatSearches: readonly Search[] = [
  ...family(
    "dates written in hits",
    [...formatNames, ...patterns].map((format) => ({
      size: 2,
      _source: false,
      query: some,
      sort: [{ [revised]: { format } }],
      docvalue_fields: [{ field: revised, format }],
      fields: [{ field: begin, format }],
    })),
  ),
  ...aggregations(
    "dates written in buckets",
    [...formatNames, ...patterns.filter((pattern) => !pattern.includes("z"))].flatMap((format) =>
      ["Europe/Oslo", "-03:30"].map((time_zone) => ({
        a: {
          date_histogram: { field: revised, calendar_interval: "month", min_doc_count: 1, format, time_zone },
        },
        b: { max: { field: revised, format } },
      })),
    ),
    { query: some },
  ),
  ...queries(
    "range in a format",
    ranges.flatMap(({ text, format }) => [
      { range: { [revised]: { gte: text, format } } },
      { range: { [revised]: { gt: text, format, time_zone: "Europe/Oslo" } } },
      { range: { [revised]: { lte: text, format } } },
      { range: { [revised]: { gte: `${text}||/M`, lt: `${text}||+10d`, format, time_zone: "+05:30" } } },
    ]),
    { size: 1 },
  ),
  ...aggregations(
    "date_range in a format",
    ranges
      // The refusal of an invalid date lists all fields, in any order.
      .filter(({ text, format }) => !/[Yw]/.test(format) && !["01", "500", "PM"].includes(text))
      .map(({ text, format }) => ({
        a: { date_range: { field: revised, format, time_zone: "Europe/Oslo", ranges: [{ from: text }, { to: text }] } },
      })),
  ),
  ...aggregations(
    "composite in a format",
    ["week_date", "basic_week_date", "ordinal_date_time", "YYYY-'W'ww-e", "yyyyMMdd", "basic_date_time"].map(
      (format) => ({
        a: {
          composite: {
            size: 3,
            sources: [
              { d: { date_histogram: { field: revised, calendar_interval: "day", time_zone: "+02:00", format } } },
            ],
          },
        },
      }),
    ),
  ),
  ...queries(
    "a format that is none",
    [
      ...["strict_week", "weekyear_weeks", "jj", "ddd", "VVV", "OO", "BB", "cc", "yyyy p", "yyyy]", "yyyy'T", "{yyyy}"],
      ...["yyyyyyyyyyyyyyyyyyyy", "zzzzz", "aa", "SSSSSSSSSS", "WW", "www", "eeeeee", "ZZZZZZ", "XXXXXX", "vv", "GGGGGG"],
    ].map((format) => ({ range: { [revised]: { gte: "2024", format } } })), // biome-ignore format: two rows read better
  ),
];
