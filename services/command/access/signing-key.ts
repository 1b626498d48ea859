import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FolderUnusable } from "../../../platform/data-folder/failure.ts";
import { makeFolder, readFrom } from "../../../platform/data-folder/open.ts";
import { codeOf } from "../../../platform/errors.ts";
import { StartFailure } from "../../../platform/start-failure.ts";

/** The key that signs tokens, and its public half as anyone may read it. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** JSON Web Key (RFC 7517). */
  readonly jwk: Readonly<Record<string, string>>;
}

export interface KeyLocation {
  readonly dataFolder: string;
  /** A file of the operator's, which must be there. */
  readonly file: string | undefined;
}

/** Reads the key; the one in the data folder is made when it is missing. @throws StartFailure */
export async function openSigningKey({ dataFolder, file }: KeyLocation): Promise<SigningKey> {
  if (file === undefined) makeUnlessThere(dataFolder);
  const path = file ?? join(dataFolder, KEY_FILE);
  let pem: string;
  try {
    pem = file === undefined ? (readFrom(dataFolder, KEY_FILE) ?? "") : await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof FolderUnusable) throw cause;
    throw new StartFailure(
      `The signing key ${path} can't be read. Make one with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`,
      { cause },
    );
  }
  return toSigningKey(pem, path);
}

const KEY_FILE = "signing-key.pem";

/** When several processes make the key at once, all use the first one. */
function makeUnlessThere(dataFolder: string): void {
  using folder = makeFolder(dataFolder);
  if (folder.found(KEY_FILE)) return;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const draft = `${KEY_FILE}.${randomUUID()}`;
  try {
    folder.write(draft, privateKey.export({ type: "pkcs8", format: "pem" }).toString());
    folder.link(draft, KEY_FILE);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    folder.remove(draft);
  }
}

function toSigningKey(pem: string, path: string): SigningKey {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch (cause) {
    throw new StartFailure(`The signing key ${path} is not a private key in PEM form.`, { cause });
  }
  if (privateKey.asymmetricKeyDetails?.namedCurve !== "prime256v1") {
    throw new StartFailure(`The signing key ${path} must be one for ES256: elliptic curve P-256.`);
  }
  const publicKey = createPublicKey(privateKey);
  const { crv = "", kty = "", x = "", y = "" } = publicKey.export({ format: "jwk" });
  // The key's thumbprint (RFC 7638), so that every process gives one key the same name.
  const id = hash("sha256", JSON.stringify({ crv, kty, x, y }), "base64url");
  return { id, privateKey, publicKey, jwk: { kid: id, kty, crv, x, y, alg: "ES256", use: "sig" } };
}
