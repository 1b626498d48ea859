import { expect, test } from "vitest";
import { forwardedAddress, ipv6Network, normalAddress, translatedAddress } from "./address.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["2001:0db8:0001::0001", "2001:db8:1::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["::FFFF:C633:6407", "198.51.100.7"],
  ["0:0:0:0:0:ffff:c633:6407", "198.51.100.7"],
  ["::ffff:198.51.100.7%eth0", "198.51.100.7"],
  ["64:ff9b::198.51.100.7", "64:ff9b::c633:6407"],
])("the address %s is %s", (text, address) => {
  expect(normalAddress(text)).toBe(address);
});

test.each(["", "unknown", "256.1.1.1", "010.0.0.1", "1.2.3", "0x7f.0.0.1", "1:2:3:4:5:6:7:8:9", "fe80::1%", "::g"])(
  "'%s' is not an address",
  (text) => {
    expect(normalAddress(text)).toBeUndefined();
    expect(forwardedAddress(text)).toBeUndefined();
  },
);

test.each([
  ["192.0.2.1:50123", "192.0.2.1"],
  ["[192.0.2.1]:80", "192.0.2.1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:DB8::1]:50123", "2001:db8::1"],
  ["[fe80::1%eth0]:80", "fe80::1"],
  ["[::ffff:c000:201]:80", "192.0.2.1"],
  // Without brackets a port can't be distinguished from the address.
  ["2001:db8::1:8080", "2001:db8::1:8080"],
])("a proxy names the address of %s", (entry, address) => {
  expect(forwardedAddress(entry)).toBe(address);
});

test.each([
  "[192.0.2.1",
  "192.0.2.1]",
  "192.0.2.1:",
  "192.0.2.1:port",
  "[]:80",
  "[[::1]]",
  `fe80::1%${"x".repeat(200)}`,
])("a proxy names nobody by '%s'", (entry) => {
  expect(forwardedAddress(entry)).toBeUndefined();
});

test.each([
  ["2001:db8:1:2:3::4", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8::5", "2001:db8::/64", "2001:db8::/48"],
  ["2001::3:4:5:6:7", "2001:0:0:3::/64", "2001::/48"],
  ["::1", "::/64", "::/48"],
  ["1:2:3:4:5:6:7:8", "1:2:3:4::/64", "1:2:3::/48"],
])("%s is in the networks %s and %s", (address, subscriber, site) => {
  expect(ipv6Network(address, 4)).toBe(subscriber);
  expect(ipv6Network(address, 3)).toBe(site);
});

test("the address of a translator is the IPv4 address in it, other addresses have none", () => {
  expect(translatedAddress("64:ff9b::c633:6407")).toBe("198.51.100.7");
  for (const other of ["64:ff9b::1:c633:6407", "64:ff9b:1::c633:6407", "2001:db8::c633:6407"]) {
    expect(translatedAddress(other)).toBeUndefined();
  }
});
