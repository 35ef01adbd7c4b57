import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { endWhatIsLeft, processesWith } from "./left-behind.ts";
import { run } from "./program.ts";

const asks = existsSync("/proc/self/environ") ? test : test.skip;
const mark = (name: string) => `LEFT_BEHIND_TEST=${process.pid}-${name}`;
const environment = (line: string) => ({ ...process.env, [line.split("=")[0]!]: line.split("=")[1] });

asks("a process that outlives who began it is found by its environment, named and ended", async () => {
  const line = mark("orphan");
  const script = `require("node:child_process").spawn("sleep", ["987"], { detached: true, stdio: "ignore" }).unref()`;
  await once(spawn(process.execPath, ["-e", script], { env: environment(line), stdio: "ignore" }), "exit");
  expect((await endWhatIsLeft(line, 0)).map(({ command }) => command)).toEqual(["sleep 987"]);
  await expect.poll(() => processesWith(line)).toEqual([]);
});

asks("what ends by itself in time is not left behind", async () => {
  const line = mark("brief");
  spawn("sleep", ["0.3"], { env: environment(line), stdio: "ignore" });
  expect(await endWhatIsLeft(line, 20_000)).toEqual([]);
});

test("a program has ended when it has, though something that it began holds its output open", async () => {
  const line = mark("holder");
  const script = `require("node:child_process").spawn("sleep", ["60"], { detached: true, stdio: "inherit" }).unref(); console.log("done")`;
  const begun = Date.now();
  const { code, output } = await run(process.execPath, ["-e", script], { env: environment(line) });
  expect({ code, output }).toEqual({ code: 0, output: "done\n" });
  expect(Date.now() - begun).toBeLessThan(50_000);
  await endWhatIsLeft(line, 0);
});

test("a program whose time is over is ended, and said to be late", async () => {
  const { code, late } = await run("sleep", ["60"], { until: Date.now() + 100 });
  expect({ code, late }).toEqual({ code: 1, late: true });
});
