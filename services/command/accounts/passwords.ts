import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { passwordForm } from "../../../contracts/password.ts";

/** As OWASP recommends for Argon2id, the library's default: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Limits of the cost of a comparison: a hash that another system has made may ask for any amount. */
const MAX_MEMORY_KIB = 65_536;
const MAX_PASSES = 5;
const MAX_LANES = 4;

export function hashPassword(password: string): Promise<string> {
  return hash(passwordForm(password), PARAMETERS);
}

/** Whether the hash belongs to the password, either composed or, as earlier releases hashed it, as it was sent. */
export async function passwordFits(passwordHash: string, password: string): Promise<boolean> {
  const composed = passwordForm(password);
  if (await verify(passwordHash, composed)) return true;
  return composed !== password && (await verify(passwordHash, password));
}

/** Argon2 in the PHC string format, with a salt of 8 to 64 bytes and an output of 12 to 64. */
const PHC =
  /^\$argon2(?:id|i|d)\$v=(?:16|19)\$m=([1-9]\d*),t=([1-9]\d*),p=([1-9]\d*)\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{16,86})$/;

/** Why `passwordFits` must not be called with the hash; undefined if it may. */
export function faultOfHash(text: string): string | undefined {
  const [, memory, passes, lanes, salt = "", output = ""] = PHC.exec(text) ?? [];
  if (!(isBase64(salt) && isBase64(output)) || Number(memory) < 8 * Number(lanes)) {
    return "must be an Argon2 hash of a password, as a PHC string with a salt of 8 to 64 bytes and an output of 12 to 64";
  }
  if (Number(memory) > MAX_MEMORY_KIB || Number(passes) > MAX_PASSES || Number(lanes) > MAX_LANES) {
    return `must cost at most ${MAX_MEMORY_KIB} KiB (m), ${MAX_PASSES} passes (t) and ${MAX_LANES} lanes (p)`;
  }
  return undefined;
}

/** Canonical Base64 without padding. */
function isBase64(text: string): boolean {
  return text !== "" && Buffer.from(text, "base64").toString("base64").replace(/=+$/, "") === text;
}

/** 144 random bits that can be typed and pasted. */
export function generatePassword(): string {
  return randomBytes(18).toString("base64url");
}
