import { expect, test } from "vitest";
import { DatabaseUnavailable, StatementTooLong } from "../../../platform/database/port.ts";
import { EventStoreUnavailable } from "../../../platform/event-store/port.ts";
import { toError, toFailure } from "./failure.ts";

test.each([
  new DatabaseUnavailable("gone"),
  new DatabaseUnavailable("full", { storageFull: true }),
  new StatementTooLong("slow"),
  new EventStoreUnavailable("gone"),
])("%s is the same on the other side of a thread", (error) => {
  const received = toError(structuredClone(toFailure(error)));
  expect(received).toBeInstanceOf(error.constructor);
  expect(received).toMatchObject({ name: error.name, message: error.message, storageFull: error.storageFull });
});
