import { expect, test } from "vitest";
import { gatherPage } from "./gather-page.ts";
import type { ListInput, ListPage } from "./gather-page.ts";

/** A list of items 1 to 100 whose server looks at ten a time, and which only multiples of seven fit. */
function server() {
  const asked: ListInput[] = [];
  const ask = async (input: ListInput): Promise<ListPage> => {
    asked.push(input);
    const back = input.before !== undefined;
    const from = Number(input.after ?? input.before ?? 101);
    const looked = Array.from({ length: 10 }, (_, at) => (back ? from + 1 + at : from - 1 - at)).filter(
      (n) => n > 0 && n <= 100,
    );
    const items = looked.filter((n) => n % 7 === 0).slice(0, Number(input.limit));
    if (back) items.reverse();
    const end = looked.length < 10 ? null : String(looked.at(-1));
    const page = {
      items: items.map((n) => ({ exhibit: String(n) })),
      total: 100,
      next: back ? "known" : end,
      previous: back ? end : "known",
    };
    return page as unknown as ListPage;
  };
  return { asked, ask };
}
const numbers = (page: ListPage) => page.items.map(({ exhibit }) => Number(exhibit));
const filters = { companyId: "c", type: "Policy" };

test("a page that came short is filled up, and goes on where the last look ended", async () => {
  const { asked, ask } = server();
  const page = await gatherPage(ask, { ...filters, limit: 4 });
  expect(numbers(page)).toEqual([98, 91, 84, 77]);
  expect(asked.map(({ after, type }) => [after, type])).toEqual([
    [undefined, "Policy"],
    ["91", "Policy"],
    ["81", "Policy"],
  ]);
  expect([page.next, page.previous]).toEqual(["71", "known"]);
});

test("walking back fills the page from its beginning", async () => {
  const { ask } = server();
  const page = await gatherPage(ask, { ...filters, before: "50", limit: 3 });
  expect(numbers(page)).toEqual([70, 63, 56]);
  expect([page.next, page.previous]).toEqual(["known", "70"]);
});

test("the end of the list ends the looking", async () => {
  const { asked, ask } = server();
  const page = await gatherPage(ask, { ...filters, limit: 50 });
  expect(numbers(page)).toHaveLength(14);
  expect(page.next).toBeNull();
  expect(asked.length).toBeLessThan(13);
});

test("what hardly ever fits is looked for so long and no longer", async () => {
  let looks = 0;
  const none = async () => ({ items: [], total: 1, next: String((looks += 1)), previous: null }) as unknown as ListPage;
  const page = await gatherPage(none, { ...filters, limit: 50 });
  expect(looks).toBe(40);
  expect(page).toMatchObject({ items: [], next: "40" });
});
