import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { nodeJudge } from "#server/bundle/judge-thread.ts";
import type { RunJudge } from "../judge/contract.ts";
import { gluttons, judgeThat, stubborn } from "#tests/support/hostile-judges.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { buildVerifier } from "../../../scripts/build-verifier.ts";

const trial = new URL("../../../tests/support/judge-thread.ts", import.meta.url);

/** Runs judges in threads of this program, until the test ends. */
function running(program: URL, patienceMs?: number): RunJudge {
  const run = nodeJudge(program, patienceMs);
  onTestFinished(run.close);
  return run;
}

const echo = judgeThat("return 'said ' + question");

test.each([
  ["in the sources", () => new URL("../../server/bundle/verify-command.ts", import.meta.url)],
  ["in one file", async () => pathToFileURL(await buildVerifier(join(temporaryFolder(), "verify.mjs")))],
])(
  "the verifier %s runs a judge in a thread of its own: as many runs as questions, in their order",
  async (_, program) => {
    const run = running(await program());
    expect(await run(echo, ["one", "two", "three"])).toEqual(
      ["one", "two", "three"].map((item) => ({ answer: `said ${item}` })),
    );
    expect(await run(echo, [])).toEqual([]);
    const none = { stopped: "error", message: expect.stringMatching(/^The script does not set/) };
    expect(await run("1 + 1", ["one", "two"])).toEqual([none, none]);
    expect(await run("throw 'no'", ["one"])).toEqual([{ stopped: "error", message: "no" }]);
  },
);

test.each(Object.entries(stubborn))("%s that counts no steps ends with its thread", async (_, body) => {
  // Long enough for a thread to begin; what never comes back is found after any time.
  const run = running(trial, 5_000);
  const late = { stopped: "time", message: "The judge did not come back." };
  expect(await run(judgeThat(`if (question === "fine") return "fine"; ${body}`), ["fine", "{}", "fine"])).toEqual([
    expect.toSatisfy((first: object) => "answer" in first || "stopped" in first),
    late,
    late,
  ]);
});

test("who once takes more than one may is not asked again; who only fails is", async () => {
  const run = running(trial);
  const over = { stopped: "time", message: "The judge took more steps than one may." };
  const judge = judgeThat(`if (question === "loop") for (;;); if (question === "throw") throw "no"; return question`);
  expect(await run(judge, ["fine", "throw", "fine", "loop", "fine"])).toEqual([
    { answer: "fine" },
    { stopped: "error", message: "no" },
    { answer: "fine" },
    over,
    over,
  ]);
  const [memory] = await run(judgeThat(gluttons["arrays without end"]![0]), ["{}"]);
  expect(memory).toEqual({ stopped: "memory", message: "The judge took more memory than one may." });
});

test("who took too much is not asked again in another call either, and others are", async () => {
  const run = running(trial);
  const loop = judgeThat("for (;;);");
  const over = [{ stopped: "time", message: "The judge took more steps than one may." }];
  const runs = await Promise.all([run(loop, ["1"]), run(echo, ["2"]), run(loop, ["3"]), run(echo, ["4"])]);
  expect(runs).toEqual([over, [{ answer: "said 2" }], over, [{ answer: "said 4" }]]);
});

test("a thread that falls, or is no sandbox, is a judge that did not answer", async () => {
  const run = running(new URL("../../../tests/support/no-such-program.ts", import.meta.url));
  expect(await run(echo, ["one", "two"])).toEqual([
    { stopped: "memory", message: "The judge's thread ended." },
    { stopped: "memory", message: "The judge's thread ended." },
  ]);
});
