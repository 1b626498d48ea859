import { generateKeyPairSync, randomBytes } from "node:crypto";
import forge from "node-forge";

/** A certificate and its private key, in PEM. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority of a test's own, trusted only by clients that are given its certificate. */
export class Authority {
  readonly #name = "airlog tests";
  readonly #keys = generateKeys();
  /** PEM, the content of a CA file. */
  readonly certificate = this.#certify(this.#name, this.#keys.publicKey, [{ name: "basicConstraints", cA: true }]);

  /** Issues a server certificate for the host name; without one, for the loopback addresses. */
  identity(name?: string): Identity {
    const { publicKey, privateKey: key } = generateKeys();
    const altNames = name === undefined ? LOOPBACK : [{ type: DNS_NAME, value: name }];
    return { certificate: this.#certify("server", publicKey, [{ name: "subjectAltName", altNames }]), key };
  }

  #certify(name: string, publicKey: string, extensions: readonly object[]): string {
    const certificate = forge.pki.createCertificate();
    certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
    // The leading 01 keeps the serial number positive, as X.509 requires.
    certificate.serialNumber = `01${randomBytes(8).toString("hex")}`;
    certificate.validity.notBefore = new Date(Date.now() - HOUR_MS);
    certificate.validity.notAfter = new Date(Date.now() + 24 * HOUR_MS);
    certificate.setSubject([{ name: "commonName", value: name }]);
    certificate.setIssuer([{ name: "commonName", value: this.#name }]);
    certificate.setExtensions([...extensions]);
    certificate.sign(forge.pki.privateKeyFromPem(this.#keys.privateKey), forge.md.sha256.create());
    return forge.pki.certificateToPem(certificate).replaceAll("\r\n", "\n");
  }
}

const HOUR_MS = 3_600_000;
const DNS_NAME = 2;
const IP_ADDRESS = 7;
const LOOPBACK = [
  { type: DNS_NAME, value: "localhost" },
  { type: IP_ADDRESS, ip: "127.0.0.1" },
];

function generateKeys(): { publicKey: string; privateKey: string } {
  return generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}
