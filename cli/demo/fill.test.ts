import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { listenLocally } from "../../test/listen.ts";
import { demoFacilities } from "./catalogue.ts";
import { ProviderClient } from "./client.ts";
import { FACILITIES, fillCatalogue } from "./fill.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

interface Holdings {
  readonly facilities: readonly { readonly identifier: string }[];
  /** Records of the last batch that are there. */
  readonly last: number;
  /** Indices of records that belong to others. */
  readonly foreign?: readonly number[];
}

/** A system with these holdings, which notes each addition: a facility, or a number of records. */
async function systemWith({ facilities, last, foreign = [] }: Holdings) {
  const added: (string | number)[] = [];
  server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const body = Buffer.concat(await request.toArray()).toString();
    if (path === "/api/facilities") response.end(JSON.stringify(facilities));
    else if (path === "/api/metadata/search") {
      response.end(JSON.stringify({ response: { hits: { total: { value: last } } } }));
    } else if (path === "/api/auth/token") {
      response.end(JSON.stringify({ access_token: "token", expires_in: 300 }));
    } else if (path === "/api/provider/facilities/add") {
      added.push(JSON.parse(body).identifier);
      response.end();
    } else {
      const count: number = JSON.parse(body).length;
      if (foreign.length > 0 && added.at(-1) !== "refused") {
        added.push("refused");
        const errors = foreign.map((index) => ({ path: `/${index}/identification/identifier/pid` }));
        response.writeHead(403).end(JSON.stringify({ code: "record-owned-by-another", errors }));
      } else {
        added.push(count);
        response.end();
      }
    }
  });
  const url = `http://${await listenLocally(server)}`;
  await fillCatalogue(new ProviderClient(url, { username: "demo", password: "" }), url, 1001);
  return added;
}

const all = demoFacilities(FACILITIES);

test("a complete catalogue is left as it is", async () => {
  expect(await systemWith({ facilities: all, last: 1 })).toEqual([]);
});

test("additions of others do not replace missing ones", async () => {
  const others = Array.from({ length: 200 }, (_, index) => ({ identifier: `other ${index}` }));
  expect(await systemWith({ facilities: [...others, ...all.slice(1)], last: 0 })).toEqual([
    all[0]?.identifier,
    500,
    500,
    1,
  ]);
});

test("records whose PIDs others have taken are left out", async () => {
  const added = await systemWith({ facilities: all, last: 0, foreign: [0, 3] });
  expect(added.slice(0, 2)).toEqual(["refused", 498]);
});
