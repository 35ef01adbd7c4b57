import { expect, test } from "vitest";
import { isPostmaster } from "./postmaster.ts";

const fails = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test("O10: without descriptors a server that runs is not taken for one that ended", () => {
  expect(isPostmaster(process.pid, "/data/pg", fails("EMFILE"))).toBe(true);
  expect(isPostmaster(process.pid, "/data/pg", fails("ENFILE"))).toBe(true);
});

test("another program, a zombie, and a process that is gone are no server", () => {
  expect(isPostmaster(process.pid, "/data/pg", () => "postgres -D /data/pg -k /run")).toBe(true);
  expect(isPostmaster(process.pid, "/data/pg", () => "node server.js")).toBe(false);
  expect(isPostmaster(process.pid, "/data/pg", () => "")).toBe(false);
  expect(isPostmaster(process.pid, "/data/pg", fails("ENOENT"))).toBe(false);
  expect(isPostmaster(2 ** 22 + 1, "/data/pg", () => "postgres -D /data/pg -k /run")).toBe(false);
});
