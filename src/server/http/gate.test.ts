import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { refusedWrite } from "./gate.ts";

const origin = "https://exhibit.example";
const post = (headers: Record<string, string>) => ({ method: "POST", headers }) as unknown as IncomingMessage;
const own = { origin, "content-length": "2" };

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonx",
  "",
])("a body that is declared as %j is no JSON", (type) => {
  const typed = type === "" ? own : { ...own, "content-type": type };
  expect(refusedWrite(post(typed), origin, "change")).toBe("unsupported-media-type");
  expect(refusedWrite(post({ ...own, "content-type": "application/json; charset=utf-8" }), origin, "change")).toBe(
    undefined,
  );
});

test("a write with a cookie that says nothing of where it comes from is refused, and a token's is not", () => {
  const json = { "content-type": "application/json", cookie: "session=x" };
  expect(refusedWrite(post(json), origin, "change")).toBe("cross-origin");
  expect(refusedWrite(post({ ...json, origin: "null" }), origin, "change")).toBe("cross-origin");
  expect(refusedWrite(post({ ...json, authorization: "Bearer exh_x" }), origin, "change")).toBe(undefined);
});
