import { expect, test, vi } from "vitest";
import { line, startObservations, upTo, value } from "../../../test/observations-service.ts";

const { service, addSeries, addLines, hours, upload } = await startObservations();

test("when two providers hold all permits of uploads, a paused upload ends for a third provider, and its whole lines are stored", async () => {
  await service.addAccount("new", "new", ["observation_provider"]);
  const [many, few] = [await addSeries(), await addSeries({}, "fmi")];
  const uploads = [
    ...(await Promise.all(upTo(48).map(() => upload()))),
    ...(await Promise.all(upTo(16).map(() => upload({}, "fmi")))),
  ];
  for (const [index, { sending }] of uploads.entries()) {
    sending.write(`${index < 48 ? line(many, value(index)) : line(few, value(index))}{"cut`);
  }
  await vi.waitFor(async () => {
    expect([await hours(many), await hours(few)].map(({ length }) => length)).toEqual([48, 16]);
  }, 20_000);
  expect(await addLines("", { as: "nilu" })).toMatchObject({ status: 503, json: { code: "busy" } });
  expect(await addLines("", { as: "new" })).toMatchObject({ status: 200 });
  expect(await Promise.race(uploads.slice(0, 48).map(({ answer }) => answer))).toMatchObject({
    code: "upload-incomplete",
    detail: expect.stringContaining("needed for another provider"),
  });
  for (const { sending } of uploads) sending.destroy();
});
