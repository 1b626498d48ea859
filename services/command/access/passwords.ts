import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** As OWASP recommends for Argon2id, the library's default: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const MIN_PASSWORD_LENGTH = 12;

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

export function passwordFits(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

/** Whether the text is a hash that `passwordFits` can compare with: Argon2 in the PHC string format. */
export function isPasswordHash(text: string): boolean {
  return /^\$argon2(id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[\w+/-]{11,}\$[\w+/-]{16,}$/.test(text);
}

/** 144 random bits that can be typed and pasted. */
export function generatePassword(): string {
  return randomBytes(18).toString("base64url");
}
