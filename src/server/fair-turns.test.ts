import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { fairChunks, fairTurns, TooManyWaiting } from "./fair-turns.ts";

/** Work that ends when it is told to. */
function held() {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async () => {
    order.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
  };
  return { order, work, endOne: async () => (ends.shift()?.(), await sleep(0)) };
}

test("S8: two hundred of one company leave places to the next that comes, and wait behind it", async () => {
  const turns = fairTurns({ inAll: 4, alone: 3, beside: 2, waiting: 500 }, { now: () => 0, worked: () => 0 });
  const { order, work, endOne } = held();
  const all = Array.from({ length: 200 }, (_, at) => turns("noisy", work(`noisy ${at}`)));
  await sleep(0);
  expect(order).toEqual(["noisy 0", "noisy 1", "noisy 2"]);
  all.push(turns("quiet", work("quiet")));
  await sleep(0);
  expect(order.at(-1)).toBe("quiet");
  // While both are at work the noisy one has two places: the first that ends lets nobody of it in.
  await endOne();
  expect(order).toHaveLength(4);
  await endOne();
  expect(order.at(-1)).toBe("noisy 3");
  while (order.length < 201 || all.length === 0) await endOne();
  for (let at = 0; at < 10; at += 1) await endOne();
  await Promise.all(all);
});

test("S8: a company that works without a pause has a tenth of the time while another works, and all of it while none does", async () => {
  let now = 0;
  const turns = fairTurns({ inAll: 4, alone: 3, beside: 2, waiting: 500 }, { now: () => now, worked: () => now });
  const work = (ms: number) => async () => void (now += ms);
  let done = 0;
  for (; done < 300; done += 1) await turns("busy", work(10));
  // Alone it never rested: three seconds of work in three seconds.
  expect(now).toBe(3_000);
  await turns("quiet", work(1));
  await turns("busy", work(10));
  const before = performance.now();
  await turns("busy", work(10));
  await turns("busy", work(10));
  await turns("busy", work(10));
  // Two places, each of which rests for some hundred milliseconds after ten of work.
  expect(performance.now() - before).toBeGreaterThan(80);
  const asked = performance.now();
  await turns("quiet", work(1));
  expect(performance.now() - asked).toBeLessThan(50);
});

test("work that the thread only waited for costs a company nothing, while another works, too", async () => {
  let now = 0;
  const turns = fairTurns({ inAll: 4, alone: 3, beside: 2, waiting: 500 }, { now: () => now, worked: () => 0 });
  const slow = async () => void (now += 100);
  vi.useFakeTimers();
  try {
    for (let at = 0; at < 300; at += 1) {
      await turns("quiet", async () => {});
      await turns("busy", slow);
      expect(vi.getTimerCount(), "nobody rests").toBe(0);
    }
  } finally {
    vi.useRealTimers();
  }
});

test("places that are free go round the companies, not to who came first", async () => {
  const turns = fairTurns({ inAll: 1, alone: 1, beside: 1, waiting: 10 }, { now: () => 0, worked: () => 0 });
  const { order, work, endOne } = held();
  const all = ["a1", "a2", "a3", "b1", "c1", "b2"].map((name) => turns(name[0]!, work(name)));
  for (let at = 0; at < 6; at += 1) {
    await sleep(0);
    await endOne();
  }
  await Promise.all(all);
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

test("work inside of work needs no second place, and what fails gives its place back", async () => {
  const turns = fairTurns({ inAll: 1, alone: 1, beside: 1, waiting: 0 });
  expect(await turns("a", () => turns("a", async () => "inner"))).toBe("inner");
  await expect(turns("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await turns("a", async () => 1)).toBe(1);
});

test("a company of which too many wait is refused, and another is not", async () => {
  const turns = fairTurns({ inAll: 3, alone: 1, beside: 1, waiting: 2 });
  const { work, endOne } = held();
  const all = [1, 2, 3].map((at) => turns("noisy", work(`${at}`)));
  await expect(turns("noisy", async () => 1)).rejects.toThrow(TooManyWaiting);
  expect(await turns("quiet", async () => 1)).toBe(1);
  for (let at = 0; at < 3; at += 1) {
    await sleep(0);
    await endOne();
  }
  await Promise.all(all);
});

test("ten streams of one company move one chunk for each turn of the event loop", async () => {
  const paced = fairChunks();
  async function* chunks() {
    for (let at = 0; at < 5; at += 1) yield at;
  }
  let turn = 0;
  let stop = false;
  const count = () => {
    turn += 1;
    if (!stop) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for await (const _ of paced("a", chunks())) seen.push(turn);
    }),
  );
  stop = true;
  expect(seen).toHaveLength(50);
  const each = seen.map((item) => seen.filter((other) => other === item).length);
  expect(Math.max(...each)).toBeLessThanOrEqual(2);
});
