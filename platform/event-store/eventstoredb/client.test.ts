import { expect, test } from "vitest";
import { withDefaults } from "./client.ts";

test.each([
  ["esdb://one:2113", "esdb://one:2113?gossipTimeout=2&keepAliveInterval=10000&keepAliveTimeout=5000"],
  [
    "esdb://a:what?@one:2113,two:2113",
    "esdb://a:what?@one:2113,two:2113?gossipTimeout=2&keepAliveInterval=10000&keepAliveTimeout=5000",
  ],
  [
    "esdb://one:2113?tls=false&gossip_timeout=7",
    "esdb://one:2113?tls=false&gossip_timeout=7&keepAliveInterval=10000&keepAliveTimeout=5000",
  ],
  [
    "esdb://one:2113?GossipTimeout=7&keepAliveInterval=-1&keepAliveTimeout=-1",
    "esdb://one:2113?GossipTimeout=7&keepAliveInterval=-1&keepAliveTimeout=-1",
  ],
])("the URL %s is completed with our defaults", (url, whole) => {
  expect(withDefaults(url)).toBe(whole);
});
