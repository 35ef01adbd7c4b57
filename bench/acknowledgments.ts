import { acknowledgingByHand } from "./acknowledgments-by-hand.ts";
import { withoutPagesRatios } from "./acknowledgments-without-pages.ts";
import type { Filled } from "./fill-people.ts";
import { timed } from "./measure.ts";
import type { Ratio } from "./measure.ts";
import { manyAtOnce, signInAll } from "./readers.ts";
import type { Reader } from "./readers.ts";

/**
 * Acknowledgments over HTTP: the page with the text, then its form. Against what a careful engineer would write by hand for the same form
 * on the same machine, database and durability, and without a look at anybody's rights: {@link acknowledgingByHand}. Half of the people do
 * that; what the form calls is measured alone with the others.
 */
export async function acknowledgmentRatios(
  filled: Filled,
  people: readonly { readonly id: string }[],
  versions: readonly string[],
): Promise<Ratio[]> {
  const [seen, others] = [people.slice(0, people.length / 2), people.slice(people.length / 2)];
  const readers = await signInAll(filled, seen);
  const asked = readers.flatMap((reader) => versions.map((version) => ({ reader, version })));
  const url = (version: string) => `${filled.instance.url}/me/policies/${version}`;
  const texts = new Map<object, string>();
  const reading = await timed(() =>
    manyAtOnce(asked, async (each) => {
      const page = await ask(url(each.version), each.reader);
      texts.set(each, /name="text" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? "");
    }),
  );
  const keeping = await timed(() =>
    manyAtOnce(asked, async (each) => {
      const form = new URLSearchParams({ token: each.reader.formToken, text: texts.get(each)! });
      // Where it leads to is read by a request of its own.
      const to = await ask(url(each.version), each.reader, form);
      if (!to.endsWith("?done")) throw new Error(`not kept: ${to.slice(-400)}`);
    }),
  );
  const byHand = await acknowledgingByHand(
    filled.instance.admin,
    seen,
    readers.map(({ cookie }) => cookie),
    versions,
  );
  const raw = await timed(() =>
    manyAtOnce(asked, async ({ reader, version }) => {
      const page = await ask(`${byHand.url}/${version}`, reader, new URLSearchParams({ text: byHand.text }));
      if (!page.includes("recorded")) throw new Error(page);
    }),
  );
  const withoutPages = await withoutPagesRatios(filled, others, versions);
  byHand.close();
  const [own, most, inAll] = [keeping, raw, reading + keeping].map((seconds) => asked.length / seconds) as [
    number,
    number,
    number,
  ];
  return [
    {
      what: "acknowledgments a second in one company over HTTP / 200",
      figures: `${own.toFixed(0)} a second, ${inAll.toFixed(0)} with each text read before it, ${asked.length} in all`,
      ratio: own / 200,
      goal: { atLeast: 1 },
    },
    {
      what: "acknowledgments kept a second over HTTP / a page by hand: session, hash, row and leaf under one head, receipt in line",
      figures: `${own.toFixed(0)} / ${most.toFixed(0)} a second`,
      ratio: own / most,
      goal: { atLeast: 0.4 },
    },
    ...withoutPages,
  ];
}

async function ask(url: string, { cookie, address }: Reader, form?: URLSearchParams): Promise<string> {
  const headers = { cookie, "x-forwarded-for": address, origin: new URL(url).origin };
  const answer = await fetch(url, form ? { method: "POST", headers, body: form, redirect: "manual" } : { headers });
  if (answer.status === 303) return answer.headers.get("location") ?? "";
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return await answer.text();
}
