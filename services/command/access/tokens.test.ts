import { generateKeyPairSync } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import jwt from "jsonwebtoken";
import { afterAll, expect, test } from "vitest";
import { folderUntil } from "../../../test/folder.ts";
import type { Bearer } from "../http/authorise.ts";
import { openSigningKey } from "./signing-key.ts";
import { createTokens } from "./tokens.ts";

const dataFolder = folderUntil(afterAll);
const key = await openSigningKey({ dataFolder, file: undefined });
let now = new Date("2024-05-01T12:00:00Z");
const tokens = createTokens(key, () => now);

const identity: Bearer = { user: "anna", provider: "nilu", roles: ["metadata_provider"], generation: 3 };

const seconds = (): number => now.getTime() / 1000;
const claims = () => ({
  iss: "airlog",
  aud: "airlog",
  sub: "mallory",
  provider: "nilu",
  roles: ["metadata_admin"],
  iat: seconds(),
  exp: seconds() + 300,
});
const es256 = (payload: object, privateKey = key.privateKey): string =>
  jwt.sign(payload, privateKey, { algorithm: "ES256", keyid: key.id });
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a token names its account, for five minutes", () => {
  const { token, expiresAt } = tokens.issue(identity);
  expect(expiresAt).toBe("2024-05-01T12:05:00.000Z");
  expect(tokens.identify(token)).toEqual(identity);
  now = new Date("2024-05-01T12:04:59Z");
  expect(tokens.identify(token)).toEqual(identity);
  now = new Date("2024-05-01T12:05:00Z");
  expect(tokens.identify(token)).toBeUndefined();
});

test("a token can be checked with the published key", () => {
  const [jwk] = tokens.keys.keys;
  const decoded = jwt.decode(tokens.issue(identity).token, { complete: true });
  expect(decoded?.header).toMatchObject({ alg: "ES256", kid: jwk?.["kid"] });
  expect(jwk).toMatchObject({ kty: "EC", crv: "P-256", use: "sig", alg: "ES256" });
  expect(jwk).not.toHaveProperty("d");
});

test("the forged claims are accepted when signed with our key", () => {
  expect(tokens.identify(es256(claims()))).toMatchObject({ user: "mallory" });
});

test.each<[string, () => string]>([
  ["signed by another key", () => es256(claims(), generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey)],
  ["without a signature", () => `${part({ alg: "none", typ: "JWT" })}.${part(claims())}.`],
  [
    "signed with the public key as a secret",
    () => {
      const secret = key.publicKey.export({ type: "spki", format: "pem" });
      return jwt.sign(claims(), secret.toString(), { algorithm: "HS256" });
    },
  ],
  ["for another audience", () => es256({ ...claims(), aud: "elsewhere" })],
  ["of another issuer", () => es256({ ...claims(), iss: "elsewhere" })],
  ["that never ends", () => es256((({ exp: _exp, ...lasting }) => lasting)(claims()))],
  ["that lives too long", () => es256({ ...claims(), iat: seconds() - 400, exp: seconds() + 1e6 })],
  ["that was issued in the future", () => es256({ ...claims(), iat: seconds() + 60, exp: seconds() + 360 })],
  ["with a role that does not exist", () => es256({ ...claims(), roles: ["root"] })],
  ["without a provider", () => es256({ ...claims(), provider: undefined })],
  [
    "with changed claims",
    () => {
      const [header, , signature] = tokens.issue(identity).token.split(".");
      return `${header}.${part(claims())}.${signature}`;
    },
  ],
  ["with claims that are not JSON", () => `${part({ alg: "ES256", typ: "JWT" })}.bm90anNvbg.AAAA`],
  ["with no claims", () => `${part({ alg: "ES256" })}.${part(null)}.AAAA`],
  ["with a signature of another length", () => `${es256(claims()).split(".", 2).join(".")}.AAAA`],
  ["that is no token", () => "abc"],
  ["that is empty", () => ""],
])("a token %s is refused", (_what, forge) => {
  expect(tokens.identify(forge())).toBeUndefined();
});

test("the key is made once, however many processes start, and only its owner can read it", async () => {
  const folder = join(dataFolder, "new");
  const keys = await Promise.all(
    Array.from({ length: 8 }, () => openSigningKey({ dataFolder: folder, file: undefined })),
  );
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
  expect(await readdir(folder)).toEqual(["signing-key.pem"]);
  expect((await stat(join(folder, "signing-key.pem"))).mode & 0o777).toBe(0o600);
});

test("the operator's key is used, and an unusable one is refused with an explanation", async () => {
  const file = join(dataFolder, "own.pem");
  await expect(openSigningKey({ dataFolder, file })).rejects.toMatchObject({
    name: "StartFailure",
    message: expect.stringMatching(/can't be read. Make one with/),
  });
  await writeFile(file, "no key");
  await expect(openSigningKey({ dataFolder, file })).rejects.toThrow(/is not a private key/);
  await writeFile(
    file,
    generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }),
  );
  await expect(openSigningKey({ dataFolder, file })).rejects.toThrow(/must be one for ES256/);
  await writeFile(file, await readFile(join(dataFolder, "signing-key.pem")));
  expect((await openSigningKey({ dataFolder, file })).id).toBe(key.id);
});
