/** A file's content can't be used; the message says why. */
export class BadFile extends Error {
  override readonly name = "BadFile";
}
