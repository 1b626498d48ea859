import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Where the build puts the file at `path`, which is relative to `importer`: beside a compiled importer, or in `dist/` when
 * the importer is TypeScript, as in the test runner.
 */
export function builtFile(importer: string, path: string): URL {
  const file = new URL(path, importer);
  if (importer.endsWith(".js")) return file;
  return pathToFileURL(fileURLToPath(file).replace(root, `${root}dist/`));
}
