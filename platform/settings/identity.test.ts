import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { addressOf, identityOf } from "./identity.ts";

test.each([
  [{}, "127.0.0.1", "http://127.0.0.1:8080", "airlog.localhost"],
  [{}, "0.0.0.0", "http://127.0.0.1:8080", "airlog.localhost"],
  [{}, "::", "http://127.0.0.1:8080", "airlog.localhost"],
  [{}, "::1", "http://[::1]:8080", "airlog.localhost"],
  [{ AIRLOG_PUBLIC_URL: "https://Data.Example.org/" }, "0.0.0.0", "https://data.example.org", "data.example.org"],
  [{ AIRLOG_PUBLIC_URL: "https://data.example.org:8443" }, "::", "https://data.example.org:8443", "data.example.org"],
  [{ AIRLOG_PUBLIC_URL: "http://10.0.0.1" }, "::", "http://10.0.0.1", "airlog.localhost"],
  [{ AIRLOG_REPOSITORY_ID: "data.example.org" }, "127.0.0.1", "http://127.0.0.1:8080", "data.example.org"],
])("%j on %s is %s, named %s", (environment, host, publicUrl, repositoryId) => {
  expect(identityOf(readConfig(environment), addressOf(host, 8080))).toEqual({ publicUrl, repositoryId });
});
