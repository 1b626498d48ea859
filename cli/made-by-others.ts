/**
 * Entries that a data folder may hold before anything is made there: the file system's own folder, and npm's, which npm
 * makes in the home of the user that calls it.
 */
export const MADE_BY_OTHERS: ReadonlySet<string> = new Set(["lost+found", ".npm"]);
