import { expect, test } from "vitest";
import { isDatabaseAway } from "./app-error.ts";

const failed = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

test.each(["ECONNREFUSED", "EMFILE", "ENFILE", "ENETUNREACH", "EHOSTUNREACH"])(
  "a database that cannot be connected to for %s is away, and may be asked again",
  (code) => expect(isDatabaseAway(failed(code, "connect"))).toBe(true),
);

test.each(["57014", "25P03", "57P01", "53300"])("a statement that PostgreSQL ends with %s may be asked again", (code) =>
  expect(isDatabaseAway(Object.assign(new Error("ended"), { code }))).toBe(true),
);

test("a file that cannot be opened says nothing of the database", () => {
  expect(isDatabaseAway(failed("EMFILE", "open"))).toBe(false);
  expect(isDatabaseAway(new Error("a fault of ours"))).toBe(false);
});
