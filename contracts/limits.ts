/** Size of a record as JSON. */
export const RECORD_BYTES = 512 * 1024;
