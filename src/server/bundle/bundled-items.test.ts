import { expect, test } from "vitest";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { BundledItems } from "./bundled-items.ts";
import type { StoredItem } from "./bundled-items.ts";

const control = (number: number) => (number % 2 === 0 ? "XC-02" : "XC-01");
function stored(number: number): StoredItem {
  const item = { exhibit: formatExhibitNumber(number), controls: [control(number)], name: `Łódź ${number}` };
  return { item: item as never, number, blobKey: `v1/${number}`, location: "us" };
}

/** Numbers 1 to `count`, added as they are read: the newest page first. */
function itemsOf(count: number, page: number): BundledItems {
  const items = new BundledItems();
  for (let from = count; from > 0; from -= page)
    items.keep(Array.from({ length: Math.min(page, from) }, (_, at) => stored(from - at)));
  return items;
}

test("items come back in the order of their numbers as they were added, however they were paged", () => {
  for (const page of [1, 7, 1_000]) {
    const items = itemsOf(30, page);
    expect([...items.pages()].flat()).toEqual(Array.from({ length: 30 }, (_, at) => stored(at + 1)));
    expect([items.count, items.range]).toEqual([30, { first: "EX-000001", last: "EX-000030" }]);
    expect(items.newest(3).map(({ exhibit }) => exhibit)).toEqual(["EX-000030", "EX-000029", "EX-000028"]);
  }
});

test("a control has all of its exhibits, and the newest twelve as items", () => {
  const { exhibits, newest } = itemsOf(60, 9).ofControl("XC-02");
  expect(exhibits).toEqual(Array.from({ length: 30 }, (_, at) => formatExhibitNumber(2 * (at + 1))));
  expect(newest.map(({ exhibit }) => exhibit)).toEqual(exhibits.slice(-12));
  expect(itemsOf(60, 9).ofControl("XC-09")).toEqual({ exhibits: [], newest: [] });
});

test("of nothing there is nothing", () => {
  const items = new BundledItems();
  items.add([]);
  expect([items.count, items.range, [...items.pages()], items.newest(5)]).toEqual([0, undefined, [], []]);
});
