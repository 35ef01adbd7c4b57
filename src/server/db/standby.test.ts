import { expect, test } from "vitest";
import { sharedQuestion, standbyFault } from "./standby.ts";

test("only a copy that follows this very database is read", () => {
  const database = { cluster: "7" };
  expect(standbyFault({ follows: true, cluster: "7" }, database)).toBeUndefined();
  expect(standbyFault({ follows: false, cluster: "7" }, database)).toBe("it takes changes and follows nobody");
  expect(standbyFault({ follows: true, cluster: "8" }, database)).toBe("it is a copy of another database");
});

test("who asks how far the database is gets an answer to a question that was asked after they came, and shares it", async () => {
  const asked: ((answer: number) => void)[] = [];
  const position = sharedQuestion(() => new Promise<number>((resolve) => asked.push(resolve)));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = position();
  await turn();
  const [second, third] = [position(), position()];
  await turn();
  expect(asked.length).toBe(1);
  asked[0]!(1);
  expect(await first).toBe(1);
  await turn();
  expect(asked.length).toBe(2);
  asked[1]!(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

test("a question that fails is asked again for who comes next", async () => {
  let times = 0;
  const position = sharedQuestion(async () => {
    times += 1;
    if (times === 1) throw new Error("away");
    return times;
  });
  await expect(position()).rejects.toThrow("away");
  expect(await position()).toBe(2);
});
