import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOfPid, doiOf, licenceAddress, orcidAddress, webAddress } from "./addresses.ts";

test.each([
  ["https://example.org/a b?c=ø", "https://example.org/a%20b?c=%C3%B8"],
  [" HTTPS://Example.org ", "https://example.org/"],
  ["https://example.org/{a}|^`[b]?{c}#<d>", "https://example.org/%7Ba%7D%7C%5E%60%5Bb%5D?%7Bc%7D#%3Cd%3E"],
  ["http://[::1]:8080/a", "http://[::1]:8080/a"],
  ["https://user:secret@example.org", undefined],
  ["javascript:alert(1)", undefined],
  ["ftp://example.org", undefined],
  ["example.org", undefined],
  ["https://", undefined],
  ["", undefined],
  [null, undefined],
])("the web address of %j is %j", (given, expected) => {
  expect(webAddress(given)).toBe(expected);
});

test("whatever is sent, a web address has only characters that an IRI may have", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (path, query) => {
      const address = webAddress(`https://example.org/${path}?${query}`) ?? "";
      expect(address).toMatch(/^https:\/\/example\.org\/[\w!#$%&'()*+,\-./:;=?@~]*$/);
      expect(webAddress(address)).toBe(address);
    }),
  );
});

test.each([
  ["https://doi.org/10.48597/RTXS-U8P8", "10.48597/RTXS-U8P8", "https://doi.org/10.48597/RTXS-U8P8"],
  ["http://dx.doi.org/10.1000/a%3Cb%3E", "10.1000/a<b>", "https://doi.org/10.1000/a%3Cb%3E"],
  ["https://doi.org/10.1000/100%", "10.1000/100%", "https://doi.org/10.1000/100%25"],
  ["doi:10.1000/a?b#c", "10.1000/a?b#c", "https://doi.org/10.1000/a%3Fb%23c"],
  ["10.1000/1", "10.1000/1", "https://doi.org/10.1000/1"],
  ["https://hdl.handle.net/21.12132/1.0a", undefined, "https://hdl.handle.net/21.12132/1.0a"],
  ["record 7", undefined, undefined],
])("the PID %s is the DOI %s and leads to %s", (pid, doi, address) => {
  expect(doiOf(pid)).toBe(doi);
  expect(addressOfPid(pid)).toBe(address);
});

test.each([
  ["CC-BY-4.0", "https://spdx.org/licenses/CC-BY-4.0"],
  ["cc0-1.0 ", "https://spdx.org/licenses/CC0-1.0"],
  ["https://creativecommons.org/licenses/by/4.0/", "https://creativecommons.org/licenses/by/4.0/"],
  ["free for research", undefined],
  [undefined, undefined],
])("the licence %j has the address %j", (licence, expected) => {
  expect(licenceAddress(licence)).toBe(expected);
});

test.each([
  ["0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097"],
  ["http://orcid.org/0000-0002-1694-233x", "https://orcid.org/0000-0002-1694-233X"],
  ["0000-0002-1825-0098", undefined],
  ["0000-0002-1825", undefined],
  [null, undefined],
])("the ORCID %j has the address %j", (orcid, expected) => {
  expect(orcidAddress(orcid)).toBe(expected);
});
