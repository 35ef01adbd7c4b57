import { afterEach, expect, test } from "vitest";
import { createLogger } from "#server/app/logging.ts";
import { json, startVendor } from "#tests/support/answering-server.ts";
import type { Answering, Vendor } from "#tests/support/answering-server.ts";
import { httpTo } from "#tests/support/way-out.ts";
import { redactorOf, shownPath } from "./redactor.ts";

const canary = "cAn4ry+s3cret/of=a user&more\nthan one line";
const forms = (text: string) => [
  text,
  encodeURIComponent(text),
  new URLSearchParams({ a: text }).toString().slice(2),
  JSON.stringify(text),
  Buffer.from(text).toString("hex"),
  Buffer.from(text).toString("base64"),
  Buffer.from(text).toString("base64url"),
  Buffer.from(`user:${text}`).toString("base64"),
  Buffer.from(`someone:${text}:and more`).toString("base64"),
  Buffer.from(`ab${text}x`).toString("base64url"),
];

test("a secret is found in whatever form it stands in a text", () => {
  const redact = redactorOf([canary]);
  const core = ["cAn4ry", "s3cret", Buffer.from("s3cret/of=a user").toString("base64").slice(4, 16)];
  for (const form of forms(canary)) {
    const safe = redact(`before ${form} after`);
    expect(safe).toMatch(/^before .*\[redacted\].* after$/);
    for (const part of core) expect(safe).not.toContain(part);
  }
});

test("a text without secrets stays as it is", () => {
  expect(redactorOf([canary, "abc"])("403 Forbidden at /repos/abc/hooks")).toBe("403 Forbidden at /repos/abc/hooks");
});

test("parameters that carry tokens are masked, others are shown", () => {
  const url = new URL(
    "https://api.example/list?page=2&pageToken=zzz&client_secret=zzz&code=zzz&X-Amz-Signature=zzz&limit=50",
  );
  expect(shownPath(url)).not.toContain("zzz");
  expect(shownPath(url)).toContain("page=2");
  expect(shownPath(url)).toContain("limit=50");
});

let vendor: Vendor | undefined;
afterEach(() => vendor?.close());

test.each<[string, Answering]>([
  [
    "answers",
    (response, { path, headers }) => json(response, { path, headers }, 200, { "x-request-id": canary.slice(0, 28) }),
  ],
  ["denies", (response, { path }) => json(response, { path, canary }, 403)],
  ["redirects", (response, { path }) => void response.writeHead(302, { location: path }).end()],
  ["limits", (response) => json(response, { canary }, 429)],
  ["breaks", (response) => response.destroy()],
  ["gives nonsense", (response) => void response.end(canary)],
  ["refuses the credentials", (response) => json(response, { canary }, 401)],
])("nothing of a credential is in records, errors or logs when the vendor %s", async (_, answer) => {
  vendor = await startVendor(answer);
  const lines: string[] = [];
  const log = createLogger({ role: "all" }, { write: (line: string) => lines.push(line) });
  const basic = Buffer.from(`someone:${canary}`).toString("base64");
  const { http, records } = httpTo(vendor.origin, {
    authorizer: {
      headersFor: async () => ({ authorization: `Basic ${basic}` }),
      refresh: async () => {
        throw new Error(`the answer was {"refresh_token":"x"} for ${canary}`);
      },
      secrets: () => [canary, canary.slice(0, 28)],
    },
    onRequest: (record) => {
      records.push(record);
      log.info(record, "request");
    },
  });
  try {
    const path = `/things/${encodeURIComponent(canary)}`;
    (await http.send({ endpoint: "api", path, query: { q: canary } })).json();
  } catch (error) {
    lines.push(String(error), JSON.stringify(error), JSON.stringify(Object.getOwnPropertyDescriptors(error)));
    log.error(error, "it failed");
  }
  const said = lines.join("\n") + JSON.stringify(records);
  expect(said).toContain("/things/");
  for (const form of [...forms(canary), basic, "cAn4ry", "s3cret"]) expect(said).not.toContain(form);
});
