/** What a file holds is not what the command needs; the message says why. */
export class BadFile extends Error {
  override readonly name = "BadFile";
}
