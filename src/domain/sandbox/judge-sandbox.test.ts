import { describe, expect, test } from "vitest";
import { nodePlatform } from "#server/bundle/judge-thread.ts";
import { climb, gluttons, judgeThat, searches, unanswered, worldly } from "#tests/support/hostile-judges.ts";
import { openSandbox } from "./judge-sandbox.ts";
import type { JudgeSandbox, SandboxAnswer } from "./judge-sandbox.ts";

const bounds = { memoryBytes: 16 << 20, steps: 1_000_000, stepsPerCharacter: 0, answerLength: 1 << 20 };
const platform = nodePlatform();

async function opened(code: string): Promise<JudgeSandbox> {
  const sandbox = await openSandbox(platform, code, bounds);
  if (!("judge" in sandbox)) throw new Error(sandbox.message);
  return sandbox;
}

async function said(body: string, before?: string): Promise<string> {
  const answer = (await opened(judgeThat(body, before))).judge("{}");
  if (!("answer" in answer)) throw new Error(answer.message);
  return answer.answer;
}

const failureOf = (answer: SandboxAnswer) =>
  "failure" in answer ? answer.failure : `answered ${answer.answer.slice(0, 80)}`;

test("a judge answers its question, in whatever script either is", async () => {
  const question = JSON.stringify({ name: "Ünïcøde 証跡 😀", lone: "\ud800", zero: "\0" });
  expect(
    await said("return JSON.stringify({ echo: JSON.parse(question) })").then((text) => JSON.parse(text) as unknown),
  ).toEqual({ echo: {} });
  const sandbox = await opened(judgeThat("return question"));
  expect(sandbox.judge(question)).toEqual({ answer: question });
  expect(failureOf(sandbox.judge("a\0b"))).toBe("not-a-judge");
});

describe("nothing of the world is found", () => {
  test.each(Object.entries(searches))("%s", async (_, body) => {
    expect(await said(body)).toBe("");
  });

  test("by the names that this process does have, too: the search can find", () => {
    const found = worldly.filter((name) => name in globalThis);
    expect(found).toEqual(
      expect.arrayContaining(["process", "fetch", "setTimeout", "WebAssembly", "SharedArrayBuffer"]),
    );
  });

  test("by going to everything that can be reached", async () => {
    expect(JSON.parse(await said(climb))).toEqual({ foreign: [], enough: true });
  });

  test("by importing a module, now or later", async () => {
    const body = `import("node:fs").then(() => { state = "a module" }, () => { state = "refused" }); return state`;
    const sandbox = await opened(judgeThat(body, `let state = "nothing"`));
    expect([sandbox.judge("1"), sandbox.judge("2")]).toEqual([{ answer: "nothing" }, { answer: "nothing" }]);
    expect(await openSandbox(platform, `import fs from "node:fs"`, bounds)).toMatchObject({ failure: "threw" });
  });
});

describe("a judge has no clock", () => {
  test.each([
    ["Date.now", "return String(Date.now())"],
    ["new Date", "return String(new Date())"],
    ["Date as a function", "return Date()"],
    ["the constructor of a date", "return String(new (new Date(0).constructor)())"],
    ["Reflect", "return String(Reflect.construct(Date, []))"],
    ["a class that extends it", "return String(new (class extends Date {})())"],
    ["the constructor's own prototype", "return String(new Date.prototype.constructor())"],
  ])("by %s", async (_, body) => {
    expect((await opened(judgeThat(body))).judge("{}")).toEqual({
      failure: "threw",
      message: "Error: A judge has no clock.",
    });
  });

  test("but reads a given moment, in UTC wherever it runs", async () => {
    const body = `const at = new Date("2026-03-29T01:30:00.000Z");
      return [at.toISOString(), at.getHours(), at.getTimezoneOffset(), new Date(2026, 6, 1).toISOString(), at instanceof Date,
        Date.UTC(2026, 0, 1), Date.parse("2026-01-01"), String(new Date(0))].join(" ")`;
    expect(await said(body)).toBe(
      "2026-03-29T01:30:00.000Z 1 0 2026-07-01T00:00:00.000Z true 1767225600000 1767225600000 Thu Jan 01 1970 00:00:00 GMT+0000",
    );
  });
});

test.each(Object.entries(gluttons))("%s ends, and the next question is answered", async (_, [body, failure]) => {
  const sandbox = await opened(judgeThat(`if (question === "fine") return "fine"; ${body}`));
  for (let round = 0; round < 2; round += 1) {
    expect(failureOf(sandbox.judge("{}"))).toMatch(new RegExp(failure));
    expect(sandbox.judge("fine")).toEqual({ answer: "fine" });
  }
});

test.each(Object.entries(unanswered))("%s is no answer, and says so", async (_, [body, failure, message]) => {
  const answer = (await opened(judgeThat(body))).judge("{}");
  expect(answer).toEqual({ failure, message: expect.stringMatching(message) });
  // One line that a terminal and a page may show: nothing that moves, hides or turns what stands around it.
  expect(answer).toEqual({ failure, message: expect.stringMatching(/^[^\p{C}\p{Zl}\p{Zp}]{1,201}$/u) });
});

test.each([
  ["no script", "return return", "threw"],
  ["sets nothing", "1 + 1", "not-a-judge"],
  ["sets a text", "globalThis.exhibitJudge = 'judge'", "not-a-judge"],
  ["has no version", "globalThis.exhibitJudge = { judge: () => '' }", "not-a-judge"],
  ["has no function", "globalThis.exhibitJudge = { version: '1', judge: 'x' }", "not-a-judge"],
  [
    "throws when it is looked at",
    "Object.defineProperty(globalThis, 'exhibitJudge', { get() { throw new Error('no') } })",
    "threw",
  ],
  ["does not end when it is looked at", "globalThis.exhibitJudge = { get version() { for (;;); } }", "out-of-time"],
  ["does not end", "for (;;);", "out-of-time"],
  ["takes all memory", "const all = []; for (;;) all.push(new Uint8Array(1 << 20))", "out-of-memory"],
  ["throws", "throw new Error('no')", "threw"],
])("a script that %s is not asked anything", async (_, code, failure) => {
  const sandbox = await openSandbox(platform, code, bounds);
  expect("judge" in sandbox ? "a judge" : sandbox.failure).toBe(failure);
});

describe("an answer depends on its question alone", () => {
  const counting = `let count = 0; const seen = [];
    class Memory { static all = 0 }`;
  test.each([
    ["a variable", "count += 1; return String(count)"],
    ["a list", "seen.push(question); return String(seen.length)"],
    ["a static field", "Memory.all += 1; return String(Memory.all)"],
    ["the global object", "globalThis.all = (globalThis.all ?? 0) + 1; return String(globalThis.all)"],
    ["a prototype", "Array.prototype.all = (Array.prototype.all ?? 0) + 1; return String([].all)"],
    ["the judge itself", "this.all = (this.all ?? 0) + 1; return String(this.all)"],
    [
      "another judge in its place",
      "const n = String((this.n ?? 0) + 1); globalThis.exhibitJudge.judge = () => 'taken'; return n",
    ],
    [
      "a symbol that all share",
      "const key = Symbol.for('all'); globalThis[key] = (globalThis[key] ?? 0) + 1; return String(globalThis[key])",
    ],
    ["a regular expression", "globalThis.pattern ??= /x/g; pattern.test('xx'); return String(pattern.lastIndex)"],
    [
      "a generator",
      "globalThis.steps ??= (function* () { for (let i = 1; ; i++) yield i; })(); return String(steps.next().value)",
    ],
    ["a promise", "Promise.resolve().then(() => { count = 5 }); return String(++count)"],
  ])("whatever is kept in %s", async (_, body) => {
    const sandbox = await opened(judgeThat(body, counting));
    for (const question of ["1", "2", "3"]) expect(sandbox.judge(question)).toEqual({ answer: "1" });
  });
});
