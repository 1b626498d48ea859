import fc from "fast-check";
import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";
import type { Client } from "./places.ts";

interface Waiter {
  readonly client: Client;
  readonly number: number;
}

const always = (): boolean => true;

function queueOf(clients: readonly Client[], load?: (id: string) => number): FairQueue<Waiter> {
  const queue = new FairQueue<Waiter>({ all: Number.POSITIVE_INFINITY }, load);
  for (const [number, client] of clients.entries()) queue.take(client, { client, number });
  return queue;
}

/** All waiters, in the order of their turns. */
function drain(queue: FairQueue<Waiter>): Waiter[] {
  const served: Waiter[] = [];
  for (let next = queue.next(always); next; next = queue.next(always)) served.push(next);
  return served;
}

const names = (served: readonly Waiter[]) => served.map(({ client, number }) => `${client} ${number}`);

test("groups take turns, and so do the clients in each group", () => {
  const clients: Client[] = ["a", "a", ["x", "1"], ["x", "1"], ["x", "2"], "b"];
  expect(names(drain(queueOf(clients)))).toEqual(["a 0", "x,1 2", "b 5", "a 1", "x,2 4", "x,1 3"]);
});

test("a waiter that does not fit is passed by other clients' waiters, not by its own client's", () => {
  const queue = queueOf(["a", "a", "b"]);
  const fits = ({ number }: Waiter) => number !== 0;
  expect(queue.next(fits)?.number).toBe(2);
  expect(queue.next(fits)).toBeUndefined();
  expect(queue.next(always)?.number).toBe(0);
});

test("the client with the least load is next, and clients with equal load take turns", () => {
  const load = new Map([["a", 1]]);
  const queue = queueOf(["a", "b", "b", "c"], (id) => load.get(id) ?? 0);
  expect(names(drain(queue))).toEqual(["b 1", "c 3", "b 2", "a 0"]);
});

test("a waiter that has left gets no turn", () => {
  const queue = queueOf([]);
  const place = queue.take("a", { client: "a", number: 0 });
  queue.take("a", { client: "a", number: 1 });
  place?.[Symbol.dispose]();
  expect(names(drain(queue))).toEqual(["a 1"]);
});

const clients = fc.array(fc.constantFrom<Client>("a", "b", "c", ["x", "1"], ["x", "2"], ["x", "3"], ["y", "1"]), {
  maxLength: 60,
});
const top = (client: Client): string => (typeof client === "string" ? client : client[0]);

test("of any two that wait, groups or clients, neither is served twice before the other", () => {
  fc.assert(
    fc.property(clients, (arrived) => {
      const served = drain(queueOf(arrived));
      expect(served).toHaveLength(arrived.length);
      const check = (among: readonly Waiter[], nameOf: (client: Client) => string) => {
        for (const name of new Set(among.map(({ client }) => nameOf(client)))) {
          // While the other waits.
          const last = among.findLastIndex(({ client }) => nameOf(client) === name);
          let since = new Set<string>();
          for (const { client } of among.slice(0, last + 1)) {
            if (nameOf(client) === name) since = new Set();
            else expect(since.has(nameOf(client))).toBe(false);
            if (nameOf(client) !== name) since.add(nameOf(client));
          }
        }
      };
      check(served, top);
      const ofGroup = served.filter(({ client }) => top(client) === "x");
      check(ofGroup, (client) => String(client[1]));
    }),
  );
});

test("waiters of one client are served in their order", () => {
  fc.assert(
    fc.property(clients, (arrived) => {
      const last = new Map<string, number>();
      for (const { client, number } of drain(queueOf(arrived))) {
        expect(number).toBeGreaterThan(last.get(String(client)) ?? -1);
        last.set(String(client), number);
      }
    }),
  );
});

test("nobody starves: a waiter is served after one turn of each other client, however many more arrive", () => {
  fc.assert(
    fc.property(clients, fc.array(clients, { minLength: 10, maxLength: 10 }), (before, later) => {
      const queue = queueOf(before);
      queue.take("last", { client: "last", number: -1 });
      let turns = 0;
      for (const arriving of later) {
        turns++;
        if (queue.next(always)?.number === -1) break;
        for (const client of arriving) queue.take(client, { client, number: 0 });
      }
      // One turn of each other client or group.
      expect(turns).toBeLessThanOrEqual(1 + 5);
    }),
  );
});
