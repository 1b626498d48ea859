import { expect, vi } from "vitest";
import { CHANGE_KINDS, ChangePage, EVERY_KIND } from "../../contracts/changes.ts";

const TAKE_OVER_MS = 20_000;

/** The publication times of all changes that a system tells, by their ids. Those of a view rise with the position. */
export async function toldTimes(url: string): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>();
  const last = new Map<string, { readonly time: string; readonly position: string }>();
  for (let after = "", more = true; more; ) {
    // While a process takes over, views are behind.
    const page = await vi.waitFor(() => readPage(url, after), { timeout: TAKE_OVER_MS, interval: 100 });
    for (const { id, type, time, position } of page.changes) {
      const view = CHANGE_KINDS[EVERY_KIND.find((kind) => kind === type.split(".")[1]) ?? expect.unreachable()];
      const before = last.get(view);
      if (before) expect(time >= before.time && position >= before.position, `${view} ${id} ${time}`).toBe(true);
      last.set(view, { time, position });
      times.set(id, time);
    }
    ({ next: after, more } = page);
  }
  expect([...last.keys()].sort()).toEqual([...new Set(Object.values(CHANGE_KINDS))].sort());
  return times;
}

async function readPage(url: string, after: string) {
  const answer = await fetch(`${url}/api/changes?limit=10000${after && `&after=${after}`}`);
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return ChangePage.parse(JSON.parse(text));
}

/** That changes which were told have the times that they had then. */
export function expectSameTimes(now: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>): void {
  expect(new Map(Array.from(now).filter(([id]) => before.has(id)))).toEqual(before);
}
