/** Variables that processes and threads which airlog starts are given. None of them holds a secret. */
const PASSED: ReadonlySet<string> = new Set([
  // Where things are, and how times and texts are shown.
  ...["PATH", "HOME", "USER", "TMPDIR", "TMP", "TEMP", "TZ", "LANG", "LANGUAGE"],
  // Node.js, its certificates and its memory.
  ...["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA", "NODE_V8_COVERAGE"],
  ...["OPENSSL_CONF", "SSL_CERT_FILE", "SSL_CERT_DIR", "LD_LIBRARY_PATH", "LD_PRELOAD", "UV_THREADPOOL_SIZE"],
  // What addresses of PostgreSQL leave out. A password is part of the address that a thread is told.
  ...["PGHOST", "PGPORT", "PGUSER", "PGDATABASE", "PGPASSFILE", "PGOPTIONS", "PGAPPNAME"],
  ...["PGSSLMODE", "PGSSLNEGOTIATION"],
]);
const PASSED_FAMILIES = /^(LC|MALLOC)_/;

/** What a process or a thread that this one starts may know of its environment. */
export function passedEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && (PASSED.has(name) || PASSED_FAMILIES.test(name))) passed[name] = value;
  }
  return passed;
}

/** For programs whose words are read: neither the language nor other settings of the user change them. */
export const toolEnvironment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
