import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { drawQuiz, isPassed, scoreOf } from "./quiz.ts";

const sha256 = (text: Uint8Array) => createHash("sha256").update(text).digest();
const pool = Array.from({ length: 12 }, (_, at) => ({ id: `q${at}`, answers: ["right", "a", "b", "c"] }));
const draw = (seed: string) => drawQuiz(sha256, seed, pool, 8);

test("the same seed draws the same questions and answers, and another seed others", () => {
  expect(draw("seed")).toEqual(draw("seed"));
  expect(draw("seed").map(({ question }) => question.id)).not.toEqual(
    draw("another").map(({ question }) => question.id),
  );
});

test("each question is drawn once, with each of its answers once", () => {
  const drawn = draw("seed");
  expect(new Set(drawn.map(({ question }) => question.id)).size).toBe(8);
  for (const { order } of drawn) expect(order.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
});

test("over many seeds every question is drawn, and the right answer stands at every place", () => {
  const many = Array.from({ length: 200 }, (_, at) => draw(`seed ${at}`)).flat();
  expect(new Set(many.map(({ question }) => question.id)).size).toBe(12);
  const places = many.map(({ order }) => order.indexOf(0));
  for (const place of [0, 1, 2, 3]) expect(places.filter((at) => at === place).length).toBeGreaterThan(300);
});

test("four of five are enough, and nothing less", () => {
  const given = (right: number) =>
    Array.from({ length: 8 }, (_, at) => ({ question: `q${at}`, answer: at < right ? 0 : 2 }));
  expect(scoreOf(given(6))).toBe(6);
  expect([6, 7, 8].map((right) => isPassed(scoreOf(given(right)), 8))).toEqual([false, true, true]);
  expect(isPassed(4, 5)).toBe(true);
});
