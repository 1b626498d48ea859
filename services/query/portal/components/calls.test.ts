import { expect, test } from "vitest";
import { CALLS, type Call } from "./calls.ts";

const BASE = "https://data.example.org";

const read: Call = {
  method: "GET",
  target: "/api/facilities/56kt",
  body: undefined,
  needsToken: false,
  answers: "json",
};
const write: Call = {
  method: "POST",
  target: "/api/provider/facilities/add",
  body: { name: "Jülich's", active: true, altitude: null, location: { type: "Point", coordinates: [6.4, 50.9] } },
  needsToken: true,
  answers: "nothing",
};

test("a read in each language", () => {
  expect(CALLS.curl(read, BASE)).toBe("curl 'https://data.example.org/api/facilities/56kt'");
  expect(CALLS.Python(read, BASE)).toBe(`import json, urllib.request

with urllib.request.urlopen("https://data.example.org/api/facilities/56kt") as answer:
    print(json.load(answer))`);
  expect(CALLS.TypeScript(read, BASE)).toBe(`const answer = await fetch("https://data.example.org/api/facilities/56kt");
if (!answer.ok) throw new Error(await answer.text());
console.log(await answer.json());`);
});

test("an apostrophe in an address does not end it in a shell", () => {
  const target = "/api/facilities/it's";
  expect(CALLS.curl({ ...read, target }, BASE)).toBe(`curl '${BASE}/api/facilities/it'\\''s'`);
});

test("a write in each language sends its body as JSON, with a token of the environment", () => {
  expect(CALLS.curl(write, BASE)).toBe(`curl 'https://data.example.org/api/provider/facilities/add' \\
  -H "Authorization: Bearer $AIRLOG_TOKEN" \\
  -H 'Content-Type: application/json' \\
  --data-binary @- <<'JSON'
{
  "name": "Jülich's",
  "active": true,
  "altitude": null,
  "location": {
    "type": "Point",
    "coordinates": [
      6.4,
      50.9
    ]
  }
}
JSON`);
  expect(CALLS.Python(write, BASE)).toBe(`import json, os, urllib.request

request = urllib.request.Request(
    "https://data.example.org/api/provider/facilities/add",
    method="POST",
    headers={"Authorization": "Bearer " + os.environ["AIRLOG_TOKEN"], "Content-Type": "application/json"},
    data=json.dumps({
        "name": "Jülich's",
        "active": True,
        "altitude": None,
        "location": {
            "type": "Point",
            "coordinates": [
                6.4,
                50.9,
            ],
        },
    }).encode(),
)
with urllib.request.urlopen(request) as answer:
    print(answer.status)`);
  expect(CALLS.TypeScript(write, BASE)).toContain(`{
  method: "POST",
  headers: { Authorization: "Bearer " + process.env.AIRLOG_TOKEN, "Content-Type": "application/json" },
  body: JSON.stringify({
    "name": "Jülich's",`);
});
