/** Variables that are passed to processes and threads started by airlog. None of them holds a secret. */
const PASSED: ReadonlySet<string> = new Set([
  // Paths, and formats of times and texts.
  ...["PATH", "HOME", "USER", "TMPDIR", "TMP", "TEMP", "TZ", "LANG", "LANGUAGE"],
  // Node.js, its certificates and its memory.
  ...["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA", "NODE_V8_COVERAGE"],
  ...["OPENSSL_CONF", "SSL_CERT_FILE", "SSL_CERT_DIR", "LD_LIBRARY_PATH", "LD_PRELOAD", "UV_THREADPOOL_SIZE"],
  // Settings missing in PostgreSQL addresses. The password is part of the address that a thread gets.
  ...["PGHOST", "PGPORT", "PGUSER", "PGDATABASE", "PGPASSFILE", "PGOPTIONS", "PGAPPNAME"],
  ...["PGSSLMODE", "PGSSLNEGOTIATION"],
]);
const PASSED_FAMILIES = /^(LC|MALLOC)_/;

/** The environment for a process or thread that this one starts. */
export function passedEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && (PASSED.has(name) || PASSED_FAMILIES.test(name))) passed[name] = value;
  }
  return passed;
}

/** For programs whose output is parsed: the user's language and other settings don't change it. */
export const toolEnvironment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
