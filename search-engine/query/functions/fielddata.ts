import type { Field } from "../../index/mapping.ts";
import { failedToCreateQuery, type ShardFailure } from "../../language/errors/errors.ts";
import { fielddataRefused } from "../request-values.ts";

/** The failure of a function that reads a field without values. */
export const noValues = (field: Field, indexName: string): ShardFailure =>
  failedToCreateQuery("illegal_argument_exception", fielddataRefused(field, indexName).message);
