import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { rotateUnderLoad } from "#tests/support/rotation-load.ts";
import { startTwoProcesses } from "#tests/support/two-processes.ts";
import type { TwoProcesses } from "#tests/support/two-processes.ts";

let two: TwoProcesses;
beforeAll(async () => {
  two = await startTwoProcesses();
});
afterAll(() => two?.close());

/** Ids of the processes below another one. */
function childrenOf(pid: number): number[] {
  return execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)])
    .toString()
    .split("\n")
    .map(Number)
    .filter((id) => id > 0);
}

test("S12: the process that serves has neither the administrator's URL nor SECRET_KEY in its environment", () => {
  const [serving] = childrenOf(two.web.pid).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("processes/serve.ts"),
  );
  const environment = readFileSync(`/proc/${serving}/environ`, "utf8");
  expect(environment).toContain("ROLE=web");
  for (const secret of [
    "DATABASE_URL",
    "SECRET_KEY",
    Buffer.from(two.secrets().current).toString("base64"),
    two.adminUrl,
  ])
    expect(environment).not.toContain(secret);
});

test("S12: keys and logins are turned over five times under load on two processes, and no request fails", async () => {
  const [ana, ben] = [await two.founder("Ana"), await two.founder("Ben")];
  const users = [ana, { person: ben.person.at(two.web.url), company: ben.company }];
  users[1]!.person.jar.clear();
  const { requests, failed, codes } = await rotateUnderLoad(users, {
    adminUrl: two.adminUrl,
    secrets: two.secrets(),
    times: 5,
  });
  expect(codes).toEqual([0, 0, 0, 0, 0]);
  expect(failed).toEqual([]);
  expect(requests).toBeGreaterThan(50);
});

test("S12: a supervisor that is killed leaves no process that serves", async () => {
  const children = childrenOf(two.web.pid);
  expect(children.length).toBeGreaterThan(0);
  await two.web.stop("SIGKILL");
  const gone = (pid: number) => {
    try {
      return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    } catch {
      return true;
    }
  };
  await eventually("the end of each process", () => children.every(gone) || undefined);
  // The port is free, too: the same one is served again at once.
  await two.web.start();
});

test("S12: a process that serves and dies ends its supervisor", async () => {
  const ended = two.web.ended();
  for (const pid of childrenOf(two.web.pid)) process.kill(pid, "SIGKILL");
  expect(await ended).not.toBe(0);
});
