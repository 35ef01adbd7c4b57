import { expect, test } from "vitest";
import { threadEnv } from "./thread-env.ts";

test("a thread is told where modules are kept compiled, and no key or address of what the process was given", () => {
  const given = { DATABASE_URL: "postgres://u:secret@h/d", SECRET_KEY: "k", PATH: "/bin" };
  expect(threadEnv({ ...given, NODE_COMPILE_CACHE: "/var/cache/exhibit" })).toEqual({
    NODE_COMPILE_CACHE: "/var/cache/exhibit",
  });
  expect(threadEnv(given)).toEqual({});
});
