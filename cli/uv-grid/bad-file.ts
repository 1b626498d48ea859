/** A file that no grid can be made of; its message says why. */
export class BadFile extends Error {
  override readonly name = "BadFile";
}
