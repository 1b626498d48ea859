/**
 * The parts of a path of this host with its query. Two slashes at its beginning, which may be backslashes, would be followed
 * by the name of another host.
 */
export const partsOfPath = (path: string): URL => new URL(path.replace(/^[/\\]+/, "/"), "http://localhost");
