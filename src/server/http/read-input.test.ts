import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { endpoints } from "#contract/index.ts";
import { AppError } from "../app-error.ts";
import { InvalidInput, readInput } from "./read-input.ts";

const endpoint = (name: string) => endpoints.find((endpoint) => endpoint.name === name)!;
const company = "0190c0de-0000-4000-8000-000000000001";

function request(body: string | Buffer | undefined, { url = "/", headers = {} } = {}): IncomingMessage {
  const stream = Readable.from(body === undefined ? [] : [Buffer.from(body)]);
  return Object.assign(stream, { url, headers }) as unknown as IncomingMessage;
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    (value) => `read ${JSON.stringify(value)}`,
    (error: unknown) =>
      error instanceof AppError ? error.failure : error instanceof InvalidInput ? "fields" : "fault",
  );
}

const create = endpoint("projects.create");
const list = endpoint("evidence.list");

test("path and body make the input together", async () => {
  const read = await readInput(create, { companyId: company }, request('{"name":" SOC ","framework":"soc2"}'));
  expect(read).toEqual({ companyId: company, name: "SOC", framework: "soc2" });
});

test("path and query make the input together, decoded once", async () => {
  const read = await readInput(list, { companyId: company }, request(undefined, { url: "/x?search=a%2520b&limit=2" }));
  expect(read).toEqual({ companyId: company, search: "a%20b", limit: 2 });
});

test("no body is an empty object", async () => {
  expect(await readInput(endpoint("session.signOut"), {}, request(undefined))).toEqual({});
});

test.each<[string, () => Promise<unknown>, string]>([
  ["cut short", () => readInput(create, {}, request('{"name":')), "malformed-json"],
  ["not UTF-8", () => readInput(create, {}, request(Buffer.from([0x7b, 0xff, 0x7d]))), "malformed-json"],
  ["a list", () => readInput(create, {}, request("[]")), "malformed-json"],
  ["a word", () => readInput(create, {}, request('"x"')), "malformed-json"],
  ["null", () => readInput(create, {}, request("null")), "malformed-json"],
  ["larger than announced", () => readInput(create, {}, request(Buffer.alloc(1_100_000, " "))), "too-large"],
  [
    "announced as too large",
    () => readInput(create, {}, request("{}", { headers: { "content-length": "1048577" } })),
    "too-large",
  ],
  [
    "another company's id beside the path's",
    () =>
      readInput(create, { companyId: company }, request(`{"companyId":"${company}","name":"a","framework":"soc2"}`)),
    "invalid-input",
  ],
  [
    "a name twice in the query",
    () => readInput(list, {}, request(undefined, { url: "/?limit=1&limit=2" })),
    "invalid-input",
  ],
  [
    "a prototype",
    () => readInput(create, { companyId: company }, request('{"__proto__":{"a":1},"name":"a","framework":"soc2"}')),
    "fields",
  ],
])("what is %s is refused", async (_, reading, refusal) => {
  expect(await refusalOf(reading())).toBe(refusal);
});
