import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { inBatches } from "./in-batches.ts";

test("the first is done at once, and those that wait meanwhile are done together, in their order, at most so many", async () => {
  const batches: (readonly number[])[] = [];
  const double = inBatches<number, number>(3, async (_, all) => {
    batches.push(all);
    await setImmediate();
    return all.map((each) => each * 2);
  });
  const answers = await Promise.all([1, 2, 3, 4, 5].map((each) => double("one", each)));
  expect(answers).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  expect(await double("one", 6)).toBe(12);
});

test("two keys wait for nothing of each other", async () => {
  let open: () => void = () => {};
  const work = inBatches<string, string>(9, async (key, all) => {
    if (key === "slow") await new Promise<void>((resolve) => (open = resolve));
    return all;
  });
  const slow = work("slow", "a");
  expect(await work("quick", "b")).toBe("b");
  open();
  expect(await slow).toBe("a");
});

test("what fails for several is tried for each alone, and fails for nobody else", async () => {
  const asked: number[] = [];
  const work = inBatches<number, number>(9, async (_, all) => {
    asked.push(all.length);
    await setImmediate();
    if (all.includes(3)) throw new Error("three");
    return all;
  });
  const answers = await Promise.allSettled([1, 2, 3, 4].map((each) => work("one", each)));
  expect(answers.map((each) => (each.status === "fulfilled" ? each.value : String(each.reason)))).toEqual([
    1,
    2,
    "Error: three",
    4,
  ]);
  expect(asked).toEqual([1, 3, 1, 1, 1]);
});
