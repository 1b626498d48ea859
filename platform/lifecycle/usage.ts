/** The part of a service program's `--help` on its environment. */
export const USUAL_SETTINGS = `Environment variables set everything; docs/operations.md lists them all. The usual ones:

  PORT, HOST              where to listen (8080 on 127.0.0.1)
  AIRLOG_DATA             data folder of the embedded engines (./data)
  AIRLOG_SERVICES         which of its services this process runs
  DATABASE_URL            a PostgreSQL of yours (17 or later)
  EVENTSTORE_URL          an EventStoreDB that keeps the log
  KAFKA_BROKERS           a Kafka that carries the log to the projectors
  ELASTICSEARCH_URL       an Elasticsearch that answers searches
  AIRLOG_ADMIN_PASSWORD   the first administrator's password instead of a generated one
  AIRLOG_LOG_LEVEL        trace, debug, info, warn, error, fatal or silent (info)

NAME_FILE names a file that holds the value of a secret NAME, such as DATABASE_URL_FILE.

Exit: 0 stopped by a signal, 1 failed, 2 wrong use.
`;

/**
 * For the programs of the services, which take no arguments: answers `--help` on standard output; other arguments are
 * wrong use (exit code 2). Returns whether the program is done.
 */
export function isHelpWanted(program: string, words: readonly string[] = process.argv.slice(2)): boolean {
  const usage = `usage: node dist/services/${program}.js\n\nRuns until Ctrl-C. ${USUAL_SETTINGS}`;
  const [unknown] = words.filter((word) => word !== "--help" && word !== "-h");
  if (unknown !== undefined) {
    process.stderr.write(`${unknown} is not understood\n\n${usage}`);
    process.exitCode = 2;
    return true;
  }
  if (words.length > 0) process.stdout.write(usage);
  return words.length > 0;
}
