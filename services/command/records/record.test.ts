import { test } from "vitest";
import { given } from "../../../test/given.ts";
import { type MetadataCommand, type MetadataSummary, metadata } from "./record.ts";

const data = new Uint8Array(0);
const added = (provider: string, content: string): MetadataSummary => ({
  type: "MetadataAdded",
  provider,
  contentHash: content,
});
const deleted = (provider: string): MetadataSummary => ({ type: "MetadataDeleted", provider, contentHash: "d" });
const add = (provider: string, content: string) => ({
  type: "AddRecord" as const,
  provider,
  pidFits: true,
  facilityFits: true,
  contentHash: content,
  sentHash: content,
  data,
});
const remove = (provider: string, anyRecord = false): MetadataCommand => ({
  type: "DeleteRecord",
  provider,
  contentHash: "d",
  data,
  anyRecord,
});

test("a new record is added", () => {
  given(metadata, [])
    .when(add("nilu", "a"))
    .thenAppends([added("nilu", "a")]);
});

test("a record keeps a PID that no new record may have", () => {
  const unfit: MetadataCommand = { ...add("nilu", "b"), pidFits: false };
  given(metadata, []).when(unfit).thenRejected("names-unfit");
  given(metadata, [added("nilu", "a"), deleted("nilu")])
    .when(unfit)
    .thenRejected("names-unfit");
  given(metadata, [added("nilu", "a")])
    .when(unfit)
    .thenAppends([added("nilu", "b")]);
});

test("a change can't give a record a facility's identifier that no new record may have", () => {
  const unfit: MetadataCommand = { ...add("nilu", "b"), facilityFits: false };
  given(metadata, []).when(unfit).thenRejected("names-unfit");
  given(metadata, [added("nilu", "a")])
    .when(unfit)
    .thenRejected("facility-unfit");
  given(metadata, [added("nilu", "b")])
    .when(unfit)
    .thenAppends([]);
});

test("its owner replaces a record", () => {
  given(metadata, [added("nilu", "a")])
    .when(add("nilu", "b"))
    .thenAppends([added("nilu", "b")]);
});

test("a record equal to what is stored appends nothing", () => {
  given(metadata, [added("nilu", "a")])
    .when(add("nilu", "a"))
    .thenAppends([]);
});

test("a record that was stored as it is sent now appends nothing, though it would be written otherwise", () => {
  given(metadata, [added("nilu", "whole facility")])
    .when({ ...add("nilu", "identifier alone"), sentHash: "whole facility" })
    .thenAppends([]);
});

test("back to an earlier content is a change", () => {
  given(metadata, [added("nilu", "a"), added("nilu", "b")])
    .when(add("nilu", "a"))
    .thenAppends([added("nilu", "a")]);
});

test("another provider's record can't be replaced, not even by the same content", () => {
  given(metadata, [added("nilu", "a")])
    .when(add("fmi", "a"))
    .thenRejected("record-owned-by-another");
});

test("a deleted record belongs to the provider that adds it again", () => {
  given(metadata, [added("nilu", "a"), deleted("nilu")])
    .when(add("fmi", "a"))
    .thenAppends([added("fmi", "a")]);
  given(metadata, [added("nilu", "a"), deleted("nilu"), added("fmi", "a")])
    .when(add("nilu", "b"))
    .thenRejected("record-owned-by-another");
});

test("its owner deletes a record", () => {
  given(metadata, [added("nilu", "a")])
    .when(remove("nilu"))
    .thenAppends([deleted("nilu")]);
});

test("another provider's record can't be deleted, except by an administrator", () => {
  given(metadata, [added("nilu", "a")])
    .when(remove("fmi"))
    .thenRejected("record-owned-by-another");
  given(metadata, [added("nilu", "a")])
    .when(remove("fmi", true))
    .thenAppends([deleted("fmi")]);
});

test("deleting what is unknown or deleted already appends nothing", () => {
  given(metadata, []).when(remove("nilu")).thenAppends([]);
  given(metadata, [added("nilu", "a"), deleted("nilu")])
    .when(remove("fmi"))
    .thenAppends([]);
});
