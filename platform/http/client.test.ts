import { expect, test } from "vitest";
import { clientOf, networkOf } from "./client.ts";

test.each([
  ["198.51.100.7", "198.51.100.7", "198.51.100.0/24"],
  ["2001:db8:1:2:3::4", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["64:ff9b::c633:6407", "198.51.100.7", "198.51.100.0/24"],
  [undefined, "", ""],
])("%s is the client %s in the network %s", (ip, client, network) => {
  expect(clientOf({ ip })).toBe(client);
  expect(networkOf(client)).toBe(network);
});
