import type { client } from "#web/api.ts";

export type ListInput = Parameters<typeof client.evidence.list>[0];
export type ListPage = Awaited<ReturnType<typeof client.evidence.list>>;

/** So often at most a page is filled up; then the reader says whether to look further. */
const MOST_LOOKS = 40;

/**
 * One page of the list. The server looks at so many items a time and no more; what it left off in the middle of is gone on
 * with until the page is full, the list has ended, or it was looked for long enough.
 */
export async function gatherPage(ask: (input: ListInput) => Promise<ListPage>, input: ListInput): Promise<ListPage> {
  const { after, before, limit = 50, ...filters } = input;
  const back = after === undefined && before !== undefined;
  const wanted = Number(limit);
  let page = await ask(input);
  for (let looks = 1; looks < MOST_LOOKS; looks += 1) {
    const on = back ? page.previous : page.next;
    if (on === null || page.items.length >= wanted) break;
    const rest = await ask({
      ...filters,
      limit: wanted - page.items.length,
      ...(back ? { before: on } : { after: on }),
    });
    page = back
      ? { ...rest, items: [...rest.items, ...page.items], next: page.next }
      : { ...rest, items: [...page.items, ...rest.items], previous: page.previous };
  }
  return page;
}
