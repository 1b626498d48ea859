import licences from "spdx-license-ids/index.json" with { type: "json" };
import { textOf } from "./text.ts";

/** An address of http or https without credentials, with all characters that no IRI may have escaped; else undefined. */
export function webAddress(text: string | null | undefined): string | undefined {
  const given = textOf(text);
  if (given === undefined || !/^https?:\/\//i.test(given) || !URL.canParse(given)) return undefined;
  const { origin, username, password, pathname, search, hash } = new URL(given);
  if (username !== "" || password !== "") return undefined;
  return origin + `${pathname}${search}${hash}`.replace(/["<>\\^`{|}[\]]/g, encodeURIComponent);
}

const DOI = /^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}\/\S+)$/i;

/** The DOI that a PID is, such as `10.48597/RTXS-U8P8`; undefined for another kind of PID. */
export function doiOf(pid: string): string | undefined {
  const doi = DOI.exec(textOf(pid) ?? "")?.[1];
  return doi !== undefined && /^https?:/i.test(pid.trim()) ? decoded(doi) : doi;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // It was not escaped.
    return path;
  }
}

/** Where a PID leads: its DOI's resolver, else itself where it is an address. */
export function addressOfPid(pid: string): string | undefined {
  const doi = doiOf(pid);
  return doi === undefined
    ? webAddress(pid)
    : webAddress(`https://doi.org/${encodeURI(doi).replace(/[?#]/g, encodeURIComponent)}`);
}

const SPDX: ReadonlyMap<string, string> = new Map(licences.map((name) => [name.toLowerCase(), name]));

/** The address of a licence that is given as one, or by its SPDX name in any case; undefined for other text. */
export function licenceAddress(licence: string | null | undefined): string | undefined {
  const name = SPDX.get(textOf(licence)?.toLowerCase() ?? "");
  return name === undefined ? webAddress(licence) : `https://spdx.org/licenses/${name}`;
}

const ORCID = /^(?:https?:\/\/(?:www\.)?orcid\.org\/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\/?$/i;

/** The address of an ORCID whose check digit (ISO 7064 MOD 11-2) is right; else undefined. */
export function orcidAddress(orcid: string | null | undefined): string | undefined {
  const digits = ORCID.exec(textOf(orcid) ?? "")?.[1]?.toUpperCase();
  return digits !== undefined && checkDigit(digits) === digits.at(-1) ? `https://orcid.org/${digits}` : undefined;
}

function checkDigit(orcid: string): string {
  const total = [...orcid.slice(0, -1).replaceAll("-", "")].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const rest = (12 - (total % 11)) % 11;
  return rest === 10 ? "X" : String(rest);
}
