/*
 * The limit of open file descriptors: files, connections and pipes. Programs check it before they load anything else,
 * since Node opens all modules of a program at once. PostgreSQL and the search process inherit it.
 */

/** With fewer, threads of the search process can't load. */
const MIN_DESCRIPTORS = 512;
/** With fewer, connections of clients use up the descriptors that PostgreSQL and the search process need. */
const ENOUGH_DESCRIPTORS = 1_024;

/** The limit of this process, which Node has raised as far as possible; undefined where the system has none. */
export function descriptorLimit(): number | undefined {
  // Node types it as any object.
  const { userLimits } = process.report.getReport() as Report;
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : undefined;
}

/** The part of Node's report in use. */
interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | "unlimited" } };
}

/** Ends the program with one line (exit code 1) where it may open too few files. */
export function requireDescriptors(limit = descriptorLimit()): void {
  if (limit === undefined || limit >= MIN_DESCRIPTORS) return;
  process.stderr.write(
    `Only ${limit} files may be open at a time, and airlog needs ${MIN_DESCRIPTORS}: raise the limit (ulimit -n, ` +
      "LimitNOFILE of systemd, --ulimit nofile of Docker).\n",
  );
  process.exit(1);
}

/** A warning to the operator about a low limit; undefined where it is high enough. */
export function scarceDescriptors(limit = descriptorLimit()): string | undefined {
  if (limit === undefined || limit >= ENOUGH_DESCRIPTORS) return undefined;
  return `only ${limit} files may be open at a time: raise the limit to ${ENOUGH_DESCRIPTORS} or more, each connection takes one`;
}
