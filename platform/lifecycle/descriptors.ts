/*
 * What may be open at a time: files, connections and pipes. Programs look at it before they load anything else, since Node
 * opens all modules of a program at once. It is the same for PostgreSQL and the search process, which inherit it.
 */

/** With fewer, threads of the search process can't be loaded. */
const MIN_DESCRIPTORS = 512;
/** With fewer, connections of clients use up what PostgreSQL and the search process need. */
const ENOUGH_DESCRIPTORS = 1_024;

/** The limit of this process, which Node has raised as far as it may; undefined where the system has none. */
export function descriptorLimit(): number | undefined {
  // Node types it as any object.
  const { userLimits } = process.report.getReport() as Report;
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : undefined;
}

/** What is used of Node's report. */
interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | "unlimited" } };
}

/** Ends the program in one line where it may open too few files (exit code 1). */
export function requireDescriptors(limit = descriptorLimit()): void {
  if (limit === undefined || limit >= MIN_DESCRIPTORS) return;
  process.stderr.write(
    `Only ${limit} files may be open at a time, and airlog needs ${MIN_DESCRIPTORS}: raise the limit (ulimit -n, ` +
      "LimitNOFILE of systemd, --ulimit nofile of Docker).\n",
  );
  process.exit(1);
}

/** What to tell an operator whose limit is low; undefined where it is not. */
export function scarceDescriptors(limit = descriptorLimit()): string | undefined {
  if (limit === undefined || limit >= ENOUGH_DESCRIPTORS) return undefined;
  return `only ${limit} files may be open at a time: raise the limit to ${ENOUGH_DESCRIPTORS} or more, each connection takes one`;
}
