import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { atOnce } from "./at-once.ts";

const after = async <T>(ms: number, work: () => T): Promise<T> => {
  await setTimeout(ms);
  return work();
};

test("all are answered in the order in which they were asked for", async () => {
  expect(
    await atOnce(
      after(2, () => "first"),
      after(0, () => 2),
    ),
  ).toEqual(["first", 2]);
  expect(await atOnce()).toEqual([]);
});

test("what failed first is thrown, and not before the last has ended", async () => {
  const ended: string[] = [];
  const fail = (ms: number, message: string) =>
    after(ms, () => {
      ended.push(message);
      throw new Error(message);
    });
  const works = atOnce(
    fail(6, "the transaction is aborted"),
    fail(1, "why"),
    after(12, () => ended.push("last")),
  );
  await expect(works).rejects.toThrow("why");
  expect(ended).toEqual(["why", "the transaction is aborted", "last"]);
});
