import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_DATE_PATTERN, dateFormat } from "./format.ts";
import { DateProblem } from "./problem.ts";
import { timeZone } from "./zone.ts";

const usual = dateFormat(DEFAULT_DATE_PATTERN);
const iso = (instant: number) => new Date(instant).toISOString();

describe("the usual format", () => {
  test.each([
    ["2020", "2020-01-01T00:00:00.000Z"],
    ["2020-02", "2020-02-01T00:00:00.000Z"],
    ["2020-02-03T", "2020-02-03T00:00:00.000Z"],
    ["2020-02-03T04", "2020-02-03T04:00:00.000Z"],
    ["2020-02-03T04:05:06.1", "2020-02-03T04:05:06.100Z"],
    ["2020-02-03T04:05:06,123", "2020-02-03T04:05:06.123Z"],
    ["2020-02-03T04:05:06.123456789Z", "2020-02-03T04:05:06.123Z"],
    ["2020-02-03T04:05:06+01", "2020-02-03T03:05:06.000Z"],
    ["2020-02-03T04:05:06+0130", "2020-02-03T02:35:06.000Z"],
    ["2020-02-03T04:05:06-01:30", "2020-02-03T05:35:06.000Z"],
    ["2020-02-03T04:05:06Europe/Berlin", "2020-02-03T03:05:06.000Z"],
    ["1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"],
    ["0001-01-01", "0001-01-01T00:00:00.000Z"],
    ["1577836800000", "2020-01-01T00:00:00.000Z"],
    ["1577836800000.5", "2020-01-01T00:00:00.000Z"],
    ["-1", "1969-12-31T23:59:59.999Z"],
    ["20200102", "1970-01-01T05:36:40.102Z"],
  ])("reads %s", (text, instant) => {
    expect(iso(usual.parse(text))).toBe(instant);
  });

  test.each([
    "2020-1", "2020-01-1", "2020-01-02T3", "2020-01-02 03:04", "2020-01-02T24:00", "2020-01-02T23:59:60", "2020-13-01",
    "2020Z", "12020-01-01", "2020-01-02T03:04:05z", "2020-01-02T03:04:05.", "2020-01-02T03:04:05+19", "soon", "1.5e3", " 2020",
  ])("refuses %s", (text) => {
    const plain = `failed to parse date field [${text}] with format [${DEFAULT_DATE_PATTERN}]`;
    expect(() => usual.parse(text)).toThrow(new DateProblem("parse_exception", `${plain}: [${plain}]`));
  }); // biome-ignore format: a list of texts

  test("says which dates do not exist", () => {
    expect(() => usual.parse("2020-02-30")).toThrow(/\[Invalid date 'FEBRUARY 30'\]$/);
    expect(() => usual.parse("2021-02-29")).toThrow(/\[Invalid date 'February 29' as '2021' is not a leap year\]$/);
    expect(() => usual.parse("")).toThrow("cannot parse empty datetime");
  });

  test("rounds up to the end of the day, minute or second that a text names", () => {
    const end = (text: string) => iso(usual.parse(text, { roundUp: true }));
    expect(end("2020")).toBe("2020-01-01T23:59:59.999Z");
    expect(end("2020-02-03T04:05")).toBe("2020-02-03T04:05:59.999Z");
    expect(end("2020-02-03T04:05:06")).toBe("2020-02-03T04:05:06.999Z");
    expect(end("2020-02-03T04:05:06.7")).toBe("2020-02-03T04:05:06.700Z");
    expect(end("1577836800000")).toBe("2020-01-01T00:00:00.000Z");
  });

  test("uses the zone for texts without an offset, and for epochs where these mean local time", () => {
    const zone = timeZone("+01:00");
    expect(iso(usual.parse("2020-02-03", { zone }))).toBe("2020-02-02T23:00:00.000Z");
    expect(iso(usual.parse("2020-02-03T00:00Z", { zone }))).toBe("2020-02-03T00:00:00.000Z");
    expect(iso(usual.parse("1577836800000", { zone }))).toBe("2020-01-01T00:00:00.000Z");
    expect(iso(usual.parse("1577836800000", { zone, movesEpochs: true }))).toBe("2019-12-31T23:00:00.000Z");
  });

  test("reads what it writes", () => {
    const instants = fc.integer({ min: Date.UTC(0, 0), max: Date.UTC(9999, 11, 31) });
    fc.assert(fc.property(instants, (instant) => usual.parse(usual.print(instant)) === instant));
  });

  test("writes offsets and years of any size", () => {
    expect(usual.print(0)).toBe("1970-01-01T00:00:00.000Z");
    expect(usual.print(1593813599999, timeZone("Europe/Berlin"))).toBe("2020-07-03T23:59:59.999+02:00");
    expect(usual.print(253402300800000)).toBe("+10000-01-01T00:00:00.000Z");
    expect(usual.print(-125910720000000)).toBe("-2020-01-19T00:00:00.000Z");
  });
});

describe("formats of one's own", () => {
  test.each([
    ["dd/MM/yyyy", "03/02/2020", "2020-02-03T00:00:00.000Z"],
    ["yyyy", "2020", "2020-01-01T00:00:00.000Z"],
    ["epoch_second", "1577836800.5", "2020-01-01T00:00:00.500Z"],
    ["d MMM yyyy", "3 Feb 2020", "2020-02-03T00:00:00.000Z"],
    ["EEE, d MMMM yyyy", "Mon, 3 February 2020", "2020-02-03T00:00:00.000Z"],
    ["HH:mm", "12:30", "1970-01-01T12:30:00.000Z"],
    ["yyyy-DDD", "2020-034", "2020-02-03T00:00:00.000Z"],
    ["yyyy-MM-dd hh:mm a", "2020-02-03 04:05 PM", "2020-02-03T16:05:00.000Z"],
    ["yy-MM-dd", "20-02-03", "2020-02-03T00:00:00.000Z"],
    ["yyyy-MM-dd HH:mm[:ss]", "2020-02-03 04:05", "2020-02-03T04:05:00.000Z"],
    ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2020-02-03T04:05:06.123+01:00", "2020-02-03T03:05:06.123Z"],
    ["basic_date", "20200203", "2020-02-03T00:00:00.000Z"],
    ["basic_date_time_no_millis", "20200203T040506Z", "2020-02-03T04:05:06.000Z"],
    ["date", "20-2-3", "0020-02-03T00:00:00.000Z"],
    ["date_time", "2020-06-01T03:04:05.12345Z", "2020-06-01T03:04:05.123Z"],
    ["strict_date_time", "2020-06-01T03:04:05.123456789+01:00", "2020-06-01T02:04:05.123Z"],
    ["strict_date_time", "2020-06-01T03:04:05Z", "2020-06-01T03:04:05.000Z"],
    ["strict_date_time_no_millis", "2020-06-01T03:04:05Z", "2020-06-01T03:04:05.000Z"],
    ["date_optional_time", "2020-6-1", "2020-06-01T00:00:00.000Z"],
    ["yyyy-MM-dd||epoch_millis", "1577836800000", "2020-01-01T00:00:00.000Z"],
    ["8yyyy-MM-dd", "2020-02-03", "2020-02-03T00:00:00.000Z"],
  ])("%s reads %s", (pattern, text, instant) => {
    expect(iso(dateFormat(pattern).parse(text))).toBe(instant);
  });

  test.each([
    ["yyyy-MM-dd", "2020-02-03"],
    ["d MMM yyyy", "3 Feb 2020"],
    ["EEEE h:mm a", "Monday 4:05 PM"],
    ["yyyy-MM-dd'T'HH:mm:ssXXX", "2020-02-03T16:05:06Z"],
    ["epoch_second", "1580745906.789"],
    ["epoch_millis", "1580745906789"],
    ["uuuu-DDD x", "2020-034 +00"],
    ["''yyyy''", "'2020'"],
  ])("%s writes %s", (pattern, text) => {
    expect(dateFormat(pattern).print(Date.UTC(2020, 1, 3, 16, 5, 6, 789))).toBe(text);
  });

  test("refuses patterns that it does not know", () => {
    const refusal = (pattern: string) => () => dateFormat(pattern);
    expect(refusal("foo")).toThrow("Invalid format: [foo]: Unknown pattern letter: f");
    expect(refusal("strict_week")).toThrow("Invalid format: [strict_week]: Unknown pattern letter: t");
    expect(refusal("yyyy||foo")).toThrow("Invalid format: [foo]: Unknown pattern letter: f");
    expect(refusal("yyyy'T")).toThrow("Pattern ends with an incomplete string literal");
    expect(refusal("")).toThrow("No date pattern provided");
    expect(refusal("y".repeat(20))).toThrow("The minimum width must be from 1 to 19 inclusive but was 20");
    expect(refusal("VVV")).toThrow("Pattern letter count must be 2: V");
    expect(refusal("yyyy p")).toThrow("Pad letter 'p' must be followed by valid pad pattern");
    expect(refusal("yyyy]")).toThrow("Pattern invalid as it contains ] without previous [");
    expect(refusal("ddd")).toThrow("Too many pattern letters: d");
    expect(refusal("-".repeat(1001))).toThrow("at most [1000] characters are allowed");
  });

  test.each([
    ["y[[-M]-d]", "2020-02-03", "2020-02-03T00:00:00.000Z"],
    ["y[[-M][-d]]", "2020-03", "2020-03-01T00:00:00.000Z"],
    ["u[-M[-d]][ H]", "2020-5 7", "2020-05-01T07:00:00.000Z"],
    // A year alone is ignored beside a time.
    ["y[-M[-d]][ H]", "2020 7", "1970-01-01T07:00:00.000Z"],
    ["yMMdd", "20200203", "2020-02-03T00:00:00.000Z"],
    ["yyyyyyyyy", "000002020", "2020-01-01T00:00:00.000Z"],
  ])("%s reads %s, with or without its optional parts", (pattern, text, instant) => {
    expect(iso(dateFormat(pattern).parse(text))).toBe(instant);
  });

  test("optional parts are not tried again where the following part does not match", () => {
    expect(() => dateFormat("y[[-M]-d]").parse("2020-03")).toThrow("failed to parse date field");
  });

  // Fails by not ending: with backtracking it would take years.
  test("no pattern takes long over a text that does not match", () => {
    for (const part of ["[d]", "dM", "[y[M]]", "y'1'"]) {
      const format = dateFormat(`${part.repeat(100)}x`);
      expect(() => format.parse(`${"1".repeat(200)}y`)).toThrow("failed to parse date field");
    }
  });
});

describe("letters of patterns", () => {
  const instant = Date.UTC(2021, 0, 3, 0, 5, 6, 7);

  test.each([
    ["G GGGG GGGGG", "AD CE A", "AD Anno Domini A"],
    ["YYYY-'W'ww-e W", "2020-W53-7 0", "2021-W02-1 2"],
    ["MMM MMMM MMMMM", "Jan January 1", "Jan January J"],
    ["E EEEE EEEEE c ccc", "Sun Sunday S 7 Sun", "Sun Sunday S 1 Sun"],
    ["Q QQ QQQ QQQQ qqq", "1 01 Q1 Q1 1", "1 01 Q1 1st quarter 1"],
    ["a B BBBBB k K h H", "AM AM a 24 0 12 0", "AM AM a 24 0 12 0"],
    ["A n N S SSSS", "306007 7000000 306007000000 0 0070", "306007 7000000 306007000000 0 0070"],
    ["D DDD F g", "3 003 3 59217", "3 003 3 59217"],
    ["yy y uuuuu ppppdd", "21 2021 02021   03", "21 2021 02021   03"],
  ])("%s is written in the root locale and in English", (pattern, root, english) => {
    expect(dateFormat(pattern, "root").print(instant)).toBe(root);
    expect(dateFormat(pattern).print(instant)).toBe(english);
  });

  test.each([
    ["Z", "Z Z GMT GMT +0000 GMT Z Z Z Z +00 +00:00 Z"],
    ["+05:30", "+05:30 +05:30 GMT+5:30 GMT+05:30 +0530 GMT+05:30 +05:30 +0530 +0530 +05:30 +0530 +05:30 +05:30"],
    ["-03", "-03:00 -03:00 GMT-3 GMT-03:00 -0300 GMT-03:00 -03:00 -03 -0300 -03:00 -03 -03:00 -03:00"],
    ["Europe/Oslo", "CET Europe/Oslo GMT+1 GMT+01:00 +0100 GMT+01:00 +01:00 +01 +0100 +01:00 +01 +01:00 CET"],
  ])("zones are written for %s", (zone, text) => {
    const pattern = "z VV O OOOO Z ZZZZ ZZZZZ X XX XXX x xxx v";
    expect(dateFormat(pattern).print(instant, timeZone(zone))).toBe(text);
  });

  test("times of the year have names", () => {
    const names = (month: number) => dateFormat("z zzzz").print(Date.UTC(2021, month), timeZone("America/New_York"));
    expect([names(0), names(6)]).toEqual(["EST Eastern Standard Time", "EDT Eastern Daylight Time"]);
  });

  test.each([
    ["YYYY-'W'ww-e", "2021-W01-1", "2021-01-04T00:00:00.000Z"],
    ["YYYY-'W'ww", "2021-W02", "2021-01-11T00:00:00.000Z"],
    ["YYYY-MM-dd", "2021-01-02", "2021-01-04T00:00:00.000Z"],
    ["QQQ yyyy", "Q3 2020", "2020-01-01T00:00:00.000Z"],
    ["uuuu MM W e", "2021 02 1 3", "2021-02-03T00:00:00.000Z"],
    ["G yyyy-MM-dd", "BC 0001-02-03", "0000-02-03T00:00:00.000Z"],
    ["N", "3600000000000", "1970-01-01T01:00:00.000Z"],
    ["A", "61", "1970-01-01T00:00:00.061Z"],
    ["g", "59217", "2021-01-03T00:00:00.000Z"],
    ["kk:mm", "24:07", "1970-01-01T00:07:00.000Z"],
    ["h B", "7 PM", "1970-01-01T19:00:00.000Z"],
    ["yyyyMMddHHmmssSSS", "20210203040506007", "2021-02-03T04:05:06.007Z"],
    ["yyyy-MM-dd O", "2021-02-03 GMT-3:30", "2021-02-03T03:30:00.000Z"],
    ["yyyy-MM-dd z", "2021-02-03 Europe/Oslo", "2021-02-02T23:00:00.000Z"],
    ["yyyy-MM-dd VV", "2021-02-03 UTC+02:00", "2021-02-02T22:00:00.000Z"],
    ["ppd/M/y", " 3/2/2021", "2021-02-03T00:00:00.000Z"],
    ["EEE MMM dd yyyy", "Thu May 01 2024", "2024-05-01T00:00:00.000Z"],
  ])("%s reads %s", (pattern, text, read) => {
    expect(iso(dateFormat(pattern, "root").parse(text))).toBe(read);
  });

  test.each([
    // A year of an era gives no date unless the text is rounded up.
    ["dd/MM/yyyy", "31/02/2024", "2024-02-29T23:59:59.999Z"],
    ["hh a", "05 PM", "1970-01-01T17:59:59.999Z"],
    ["KK", "05", "1970-01-01T17:59:59.999Z"],
    ["ww", "05", "1970-01-01T23:59:59.999Z"],
    ["YYYY-'W'ww", "2021-W02", "2021-01-11T23:59:59.999Z"],
    ["EEE MMM dd yyyy", "Thu May 01 2024", undefined],
    ["S", "5", "1970-01-01T23:59:59.500Z"],
    ["a", "AM", undefined],
  ])("%s rounds up %s", (pattern, text, end) => {
    const format = dateFormat(pattern, "root");
    if (end) expect(iso(format.parse(text, { roundUp: true }))).toBe(end);
    else expect(() => format.parse(text, { roundUp: true })).toThrow("failed to parse date field");
  });

  test("an instant that a format can't write is refused", () => {
    expect(() => dateFormat("strict_year").print(Date.UTC(10_000, 0))).toThrow(
      new DateProblem(
        "illegal_argument_exception",
        "Failed formatting value [253402300800000] as date with pattern [strict_year]",
      ),
    );
  });

  test("an offset beside a zone counts where the search gives a third one", () => {
    const format = dateFormat("yyyy-MM-dd VV XXX");
    const text = "2021-02-03 +02:00 +03:00";
    expect(iso(format.parse(text))).toBe("2021-02-02T22:00:00.000Z");
    expect(iso(format.parse(text, { zone: timeZone("+05:00") }))).toBe("2021-02-02T21:00:00.000Z");
  });
});
