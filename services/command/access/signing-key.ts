import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

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

/** The key can't be used; the message says what to do. */
class SigningKeyUnusable extends Error {
  override readonly name = "SigningKeyUnusable";
}

/** Reads the key; the one in the data folder is made when it is missing. @throws SigningKeyUnusable */
export async function openSigningKey({ dataFolder, file }: KeyLocation): Promise<SigningKey> {
  const path = file ?? join(dataFolder, "signing-key.pem");
  if (file === undefined) await makeUnlessThere(path);
  let pem: string;
  try {
    pem = await readFile(path, "utf8");
  } catch (cause) {
    throw new SigningKeyUnusable(
      `The signing key ${path} can't be read. Make one with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`,
      { cause },
    );
  }
  return toSigningKey(pem, path);
}

/** Of several processes that make the key at once, all use the one that was first. */
async function makeUnlessThere(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(privateKey.export({ type: "pkcs8", format: "pem" }));
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await file.close();
    await unlink(draft);
  }
}

function toSigningKey(pem: string, path: string): SigningKey {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch (cause) {
    throw new SigningKeyUnusable(`The signing key ${path} is not a private key in PEM form.`, { cause });
  }
  if (privateKey.asymmetricKeyDetails?.namedCurve !== "prime256v1") {
    throw new SigningKeyUnusable(`The signing key ${path} must be one for ES256: elliptic curve P-256.`);
  }
  const publicKey = createPublicKey(privateKey);
  const { crv = "", kty = "", x = "", y = "" } = publicKey.export({ format: "jwk" });
  // The key's thumbprint (RFC 7638), so that every process gives one key the same name.
  const id = hash("sha256", JSON.stringify({ crv, kty, x, y }), "base64url");
  return { id, privateKey, publicKey, jwk: { kid: id, kty, crv, x, y, alg: "ES256", use: "sig" } };
}
