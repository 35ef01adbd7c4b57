import fc from "fast-check";
import { expect, test } from "vitest";
import { nodePlatform } from "#server/bundle/judge-thread.ts";
import { gluttons, judgeThat, unanswered } from "#tests/support/hostile-judges.ts";
import { openSandbox } from "./judge-sandbox.ts";
import { rounds } from "#tests/support/rounds.ts";

const bounds = { memoryBytes: 4 << 20, steps: 200_000, stepsPerCharacter: 0, answerLength: 1 << 16 };
const platform = nodePlatform();

const value = fc.constantFrom(
  "question",
  "null",
  "undefined",
  "NaN",
  "-0",
  "2 ** 53",
  "10n ** 40n",
  "''",
  "'x'.repeat(5000)",
  "[]",
  "[1, 2, 3]",
  "{}",
  "globalThis",
  "this",
  "Symbol.iterator",
  "new Map([[1, 2]])",
  "new Uint8Array(64)",
  "/(a|b)*/g",
  "(function* () { yield 1 })()",
  "async () => 1",
  "Object.prototype",
  "Array.prototype",
  "String.prototype",
  "JSON",
  "Reflect",
  "Function.prototype",
  "Promise.resolve(1)",
  "new Proxy(function () {}, { apply: () => state, get: () => state })",
  "state",
  "kept",
  "Object.freeze([state])",
);
const place = fc.constantFrom(
  "state",
  "kept.a",
  "globalThis.b",
  "Object.prototype.c",
  "Array.prototype.length",
  "String.prototype.slice",
  "JSON.parse",
  "JSON.stringify",
  "Array.prototype[Symbol.iterator]",
  "Function.prototype.call",
  "globalThis.exhibitJudge",
  "this.judge",
  "Math.max",
);
const call = fc.constantFrom(
  "f(x)",
  "new f(x)",
  "f.call(x, x)",
  "f[x]",
  "x in f",
  "`${f}`",
  "[...f]",
  "f + x",
  "JSON.stringify(f)",
  "Object.assign(f, x)",
);
const act = fc.oneof(
  fc.tuple(place, value).map(([to, from]) => `${to} = ${from}`),
  fc.tuple(call, value, value).map(([how, f, x]) => `((f, x) => ${how})(${f}, ${x})`),
  fc.tuple(place, value).map(([to, x]) => `Object.defineProperty(${to}, "p", { get: () => ${x}, configurable: true })`),
  fc.tuple(value, value).map(([item, other]) => `Object.setPrototypeOf(${item}, ${other})`),
  value.map((x) => `for (const one of Reflect.ownKeys(${x})) try { delete (${x})[one] } catch {}`),
  value.map((x) => `for (let i = 0; i < 2000; i++) kept.list = [kept.list, ${x}]`),
  fc.constantFrom(...Object.values(gluttons), ...Object.values(unanswered)).map(([body]) => `(() => { ${body} })()`),
);
const program = fc
  .array(fc.tuple(act, fc.boolean()), { minLength: 1, maxLength: 8 })
  .map((acts) => acts.map(([text, isCaught]) => (isCaught ? `try { ${text} } catch {}` : text)).join(";\n"));

const honest = `if (question.startsWith("{")) {
    const { numbers } = JSON.parse(question);
    return JSON.stringify({ sum: numbers.map((one) => one * 2).reduce((a, b) => Math.max(a, b) + 1, 0), state, kept: Object.keys(kept) });
  }`;

test("whatever a judge does: it ends with an answer or a named failure, and the next answer is what it would have been", async () => {
  await fc.assert(
    fc.asyncProperty(program, value, async (text, answered) => {
      const code = judgeThat(`${honest}\n${text};\nreturn ${answered}`, "let state = 0; const kept = {};");
      const sandbox = await openSandbox(platform, code, bounds);
      if (!("judge" in sandbox)) throw new Error(sandbox.message);
      const question = '{"numbers":[1,2,3]}';
      const before = sandbox.judge(question);
      expect(before).toEqual({ answer: '{"sum":7,"state":0,"kept":[]}' });
      const first = sandbox.judge("attack");
      expect(first).toSatisfy((item: object) => "answer" in item || ("failure" in item && "message" in item));
      expect(sandbox.judge(question)).toEqual(before);
      expect(sandbox.judge("attack")).toEqual(first);
    }),
    { numRuns: rounds(25, 500) },
  );
});
