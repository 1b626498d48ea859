import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { REPRESENTATIONS } from "../../../../contracts/representations.ts";
import * as example from "../../../../contracts/routes/examples.ts";
import { strangeIn } from "../../../../test/portal/hostile/sound-page.ts";
import { serveRecords } from "../../../../test/portal/served-records.ts";

const { store, get, text } = await serveRecords(afterAll);

describe("a hostile record", () => {
  const script = `</script></title><script>alert(1)</script><img src=x onerror=alert(1)>"'><!--`;
  const odd = "\u2069\u202Eright to left\u202C \u0007 \uD800 \u{1F6F0} \u2028 Ａ̈́ עברית";

  /** The record with this text in the place of all of its texts but PIDs, times and types of geometries. */
  const filled = (value: unknown, by: string, name = ""): unknown => {
    if (typeof value === "string") return /^(pid|time_.*|type|dataset_url)$/.test(name) ? value : by;
    if (Array.isArray(value)) return value.map((item) => filled(item, by, name));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, filled(each, by, member)]));
  };

  test.each([
    ["scripts", script],
    ["odd characters", odd],
    ["a title of 100,000 characters", "<b>&".repeat(25_000)],
  ])("with %s in every member is shown as text", async (_, hostile) => {
    const record = filled(example.servedRecord, hostile) as typeof example.servedRecord;
    const path = store({ ...record, [hostile]: hostile });
    const page = await get(path);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(strangeIn(html)).toEqual([]);
    expect(gzipSync(html).length).toBeLessThan(100_000);
    for (const format of Object.keys(REPRESENTATIONS)) {
      const response = await get(`${path}?format=${format}`);
      expect([format, response.status]).toEqual([format, 200]);
      expect((response.headers.get("Link") ?? "").length).toBeLessThanOrEqual(4_096);
    }
  });

  test("whose addresses are scripts has no link to them", async () => {
    const distribution_information = [{ dataset_url: "javascript:alert(1)" }, { dataset_url: "data:text/html,x" }];
    const page = await text(store({ ...example.servedRecord, distribution_information }));
    expect(page).not.toMatch(/(href|src)="(javascript|data):/i);
    expect(page).toContain("The provider gives no address of the data.");
  });

  test("without any optional member has a page that says so", async () => {
    const path = store({
      dataset_metadata: { repository: { repository_id: "" }, time_content_revised: "" },
      identification: { identifier: { pid: example.pid, pid_type: "" }, title: "", abstract: "" },
      usage_information: { citation: "" },
      product_type: "",
      variables: [],
      distribution_information: [],
      facility: null,
      provenance: null,
    });
    const page = await text(path);
    expect(page).toContain(`<h1><bdi class="text">${example.pid}</bdi></h1>`);
    expect(page).toContain("The provider states none.");
  });

  test("with more than a page has room for says how much the JSON has besides", async () => {
    const variables = Array.from({ length: 20_000 }, (_, index) => ({
      variable_name: `v${index}`,
      variable_matrix: "m",
    }));
    const page = await text(store({ ...example.servedRecord, variables }));
    expect(page).toMatch(/[\d,]+ more characters and values are in the JSON/);
    // The groups behind them are there, too.
    expect(page).toContain(">About the metadata</summary>");
    expect(gzipSync(page).length).toBeLessThan(100_000);
  });

  /** Texts that no compression makes shorter, from a generator with a seed. */
  const noise = (length: number, from: number, to: number): string => {
    let state = 42;
    const next = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return from + ((state >>> 8) % (to - from));
    };
    return Array.from({ length }, () => String.fromCharCode(next())).join("");
  };
  const { servedRecord } = example;
  const list = (length: number, item: (index: number) => unknown) => Array.from({ length }, (_, index) => item(index));

  test.each<[what: string, record: object]>([
    ["Latin letters", filled(servedRecord, noise(20_000, 33, 127)) as object],
    ["Chinese characters", filled(servedRecord, noise(8_000, 0x4e00, 0x9fff)) as object],
    [
      "many texts in many members",
      { ...servedRecord, own: list(3_000, (index) => ({ [noise(100, 33 + (index % 9), 127)]: noise(60, 40, 127) })) },
    ],
    [
      "one long address after another",
      {
        ...servedRecord,
        distribution_information: list(400, (index) => ({
          dataset_url: `https://data.example.org/${index}/${noise(1_200, 97, 122)}`,
        })),
      },
    ],
    ["numbers", { ...servedRecord, own: list(20_000, (index) => Math.sin(index)) }],
    ["lists of lists", { ...servedRecord, own: list(20_000, (index) => [[index, Math.sin(index)]]) }],
  ])("of incompressible %s has a page below 100 KB on the wire, with all that changed", async (_, record) => {
    const path = store(record);
    for (const address of [path, `${path}?page=1`, `${path}?compare=0,1`]) {
      const page = await get(address);
      expect([address, page.status]).toEqual([address, 200]);
      const html = await page.text();
      expect([address, Math.max(100_000, gzipSync(html).length)]).toEqual([address, 100_000]);
    }
  });
});
