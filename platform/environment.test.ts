import { expect, test } from "vitest";
import { passedEnvironment } from "./environment.ts";
import { SECRETS } from "./secret-files.ts";

test("processes that airlog starts get none of its secrets, nor those of other programs", () => {
  const others = ["PGPASSWORD", "AWS_SECRET_ACCESS_KEY", "NPM_TOKEN", "AIRLOG_LATER_SECRET"];
  const secrets = [...SECRETS, ...SECRETS.map((name) => `${name}_FILE`), ...others];
  expect(passedEnvironment(Object.fromEntries(secrets.map((name) => [name, "secret"])))).toEqual({});
});

test("they find programs, temporary folders and certificates where airlog does", () => {
  const places = {
    PATH: "/bin",
    TMPDIR: "/var/tmp",
    NODE_EXTRA_CA_CERTS: "/etc/ca.pem",
    PGSSLMODE: "require",
    PGSSLNEGOTIATION: "direct",
    LC_ALL: "C",
  };
  expect(passedEnvironment({ ...places, DATABASE_URL: "postgres://airlog:secret@host/airlog" })).toEqual(places);
});
