import { expect, test } from "vitest";
import { together } from "./durable-files.ts";

/** Work that ends when it is told to, in the order it began. */
function held() {
  const begun: { key: string; end: PromiseWithResolvers<void> }[] = [];
  const work = (key: string) => {
    const end = Promise.withResolvers<void>();
    begun.push({ key, end });
    return end.promise;
  };
  return { begun, share: together(work) };
}

const soon = () => new Promise<void>((resolve) => void setImmediate(resolve));

test("whoever asks while it is being done waits for one that begins after they asked, all of them for the same", async () => {
  const { begun, share } = held();
  const ended: string[] = [];
  const first = share("a").then(() => ended.push("first"));
  const others = [share("a"), share("a")].map((own, index) => own.then(() => ended.push(`other ${index}`)));
  await soon();
  expect(begun).toHaveLength(1);
  begun[0]!.end.resolve();
  await first;
  await soon();
  expect([begun.length, ended]).toEqual([2, ["first"]]);
  begun[1]!.end.resolve();
  await Promise.all(others);
  expect(begun).toHaveLength(2);
});

test("a failure is told to those who shared it and to nobody after them, and other keys wait for nothing", async () => {
  const { begun, share } = held();
  const first = share("a");
  const second = share("a");
  const elsewhere = share("b");
  begun[1]!.end.resolve();
  await elsewhere;
  begun[0]!.end.reject(new Error("the disk"));
  await expect(first).rejects.toThrow("the disk");
  await soon();
  begun[2]!.end.resolve();
  await second;
  const third = share("a");
  begun[3]!.end.resolve();
  await third;
  expect(begun.map(({ key }) => key)).toEqual(["a", "b", "a", "a"]);
});
