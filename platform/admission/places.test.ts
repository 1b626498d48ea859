import fc from "fast-check";
import { expect, test } from "vitest";
import { type Client, type Place, Places } from "./places.ts";

const nameOf = (client: Client): string => (typeof client === "string" ? client : client.join("/"));

test("a client, a group and all together keep their limits, and the narrowest full one is reported", () => {
  const places = new Places<number>({ all: 4, perClient: 2, perGroup: 3 });
  expect(places.take(["x", "1"], 0, 2)).toBeDefined();
  expect(places.lack(["x", "1"])).toBe("client");
  expect(places.take(["x", "2"], 0)).toBeDefined();
  expect(places.lack(["x", "2"])).toBe("group");
  expect(places.take("x", 0)).toBeDefined();
  expect(places.lack("x")).toBe("all");
  expect([places.heldBy(["x", "1"]), places.heldBy(["x", "2"]), places.heldBy("x"), places.all.held]).toEqual([
    2, 1, 1, 4,
  ]);
});

test("a place replaces a former one, which stays when there is no room", () => {
  const places = new Places<string>({ all: 10, perClient: 4 });
  const others = new Places<string>({ all: 10 });
  const former = places.take("a", "former", 3);
  expect(places.lack("a", 5, former)).toBe("client");
  expect(places.take("a", "too large", 5, former)).toBeUndefined();
  expect(former?.isHeld).toBe(true);
  const grown = places.take("a", "grown", 4, former);
  expect([former?.isHeld, places.all.held]).toEqual([false, 4]);
  expect(others.take("a", "elsewhere", 6, grown)).toBeDefined();
  expect([places.all.held, others.all.held]).toEqual([0, 6]);
});

test("a place that is released twice, or renewed afterwards, counts once", () => {
  const released: string[] = [];
  const places = new Places<string>({ all: 2 }, (holder) => released.push(holder));
  const place = places.take("a", "first");
  places.take("a", "second");
  place?.[Symbol.dispose]();
  place?.[Symbol.dispose]();
  place?.renew();
  expect(released).toEqual(["first"]);
  expect([...places.all.holders()]).toEqual(["second"]);
});

/** Takes places for the named clients, and returns whose were given up. */
function takeShares(places: Places<string>, which: "oldest" | "newest", names: readonly string[]): string[] {
  const given: string[] = [];
  for (const name of names) {
    const [group = "", client = ""] = name.split("/");
    places.takeShare(client ? [group, client.slice(0, 1)] : group.slice(0, 1), name, which, (holder) =>
      given.push(holder),
    );
  }
  return given;
}

test("where no place is left, the client that holds most gives up its oldest or newest for one that holds two fewer", () => {
  const held = ["a1", "a2", "b1", "a3"];
  expect(takeShares(new Places({ all: 4 }), "oldest", [...held, "c1", "b2", "c2"])).toEqual(["a1"]);
  expect(takeShares(new Places({ all: 4 }), "newest", [...held, "c1", "b2", "c2"])).toEqual(["a3"]);
  expect(takeShares(new Places({ all: 4 }), "newest", [...held, "b2", "a4"])).toEqual(["a3"]);
});

test("the group that holds most gives up a place before a client of the same group does", () => {
  const held = ["x/1", "x/2", "x/3", "y/4a", "y/4b", "y/4c"];
  expect(takeShares(new Places({ all: 6 }), "newest", [...held, "z/5", "y/6", "z/7"])).toEqual(["y/4c", "y/4b", "x/3"]);
});

test("a client that holds all places gives one up for another client of its group", () => {
  const held = ["x/1a", "x/1b", "x/1c", "x/1d"];
  expect(takeShares(new Places({ all: 4 }), "newest", [...held, "x/2"])).toEqual(["x/1d"]);
  expect(takeShares(new Places({ all: 4, perGroup: 4 }), "newest", [...held, "x/2"])).toEqual([]);
});

test("a client gets the place that was given up, also where the limit has become less than what is held", () => {
  const limits = { all: 4 };
  const places = new Places<string>(limits);
  expect(takeShares(places, "newest", ["a1", "a2", "a3", "a4"])).toEqual([]);
  limits.all = 2;
  expect(takeShares(places, "newest", ["b1"])).toEqual(["a4"]);
  expect([...places.all.holders()]).toEqual(["a1", "a2", "a3", "b1"]);
});

test("a renewed place is the newest", () => {
  const places = new Places<string>({ all: 2 });
  const [first] = [places.take("a", "first"), places.take("a", "second")];
  first?.renew();
  const given: string[] = [];
  places.takeShare("b", "third", "oldest", (holder) => given.push(holder));
  expect(given).toEqual(["second"]);
});

const client: fc.Arbitrary<Client> = fc.oneof(
  fc.constantFrom("a", "b", "x"),
  fc.tuple(fc.constantFrom("x", "y"), fc.constantFrom("1", "2", "a")),
);
const step = fc.oneof(
  fc.record({ take: client, weight: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ share: client, which: fc.constantFrom("oldest" as const, "newest" as const) }),
  fc.record({ release: fc.nat(20) }),
);

/** The client of a holder, and the group of the client, or the client itself where it is in none. */
const clientOf = (holder: string): string => holder.split(" ")[0] ?? "";
const topOf = (holder: string): string => /^[^ /]+\/?/.exec(holder)?.[0] ?? "";

test("whatever is taken and released, no client exceeds its share, and places go only to clients that hold less", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom(6, undefined), (steps, perGroup) => {
      const limits = { all: 8, perClient: 5, perGroup };
      const released: string[] = [];
      const places = new Places<string>(limits, (holder) => released.push(holder));
      const taken: Place<string>[] = [];
      const live = () => taken.filter(({ isHeld }) => isHeld);
      const held = (nameOf: (holder: string) => string, name: string): number =>
        live()
          .filter(({ holder }) => nameOf(holder) === name)
          .reduce((sum, { weight }) => sum + weight, 0);
      const share = (client: Client, name: string, which: "oldest" | "newest") => {
        const before = new Map(
          live().map(({ holder }) => [holder, [clientOf, topOf].map((of) => held(of, of(holder)))]),
        );
        const own = [clientOf, topOf].map((of) => held(of, of(name)));
        let isGivenUp = false;
        const place = places.takeShare(client, name, which, (holder) => {
          const level = topOf(holder) === topOf(name) ? 0 : 1;
          expect(before.get(holder)?.[level]).toBeGreaterThanOrEqual((own[level] ?? 0) + 2);
          isGivenUp = true;
        });
        if (isGivenUp) expect(place).toBeDefined();
        return place;
      };
      for (const [index, each] of steps.entries()) {
        if ("release" in each) taken[each.release]?.[Symbol.dispose]();
        else {
          const client = "take" in each ? each.take : each.share;
          const name = `${nameOf(client)} ${index}`;
          const place = "take" in each ? places.take(client, name, each.weight) : share(client, name, each.which);
          if (place) taken.push(place);
        }
        expect(places.all.held).toBe(held(() => "all", "all"));
        expect(places.all.held).toBeLessThanOrEqual(limits.all);
        for (const { holder } of live()) {
          expect(held(clientOf, clientOf(holder))).toBeLessThanOrEqual(limits.perClient);
          if (topOf(holder).endsWith("/"))
            expect(held(topOf, topOf(holder))).toBeLessThanOrEqual(perGroup ?? limits.all);
        }
      }
      for (const place of taken) place[Symbol.dispose]();
      expect(released.sort()).toEqual(taken.map(({ holder }) => holder).sort());
      expect([places.all.held, places.all.places.size, places.all.members.size]).toEqual([0, 0, 0]);
    }),
  );
});
