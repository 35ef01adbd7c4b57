import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { capabilities, capabilityKeys } from "#catalog/capabilities/index.ts";
import { conditionsOf } from "#catalog/capabilities/conditions.ts";
import { documentation, wordsOf } from "#catalog/documentation.ts";
import { faqItems } from "#catalog/faq.ts";
import { promises } from "#catalog/promises.ts";
import { publicPages } from "#catalog/public-pages.ts";
import { everyPlanHas } from "#web/marketing/pricing/every-plan.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";

let running: RunningApp;
beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

const rows = capabilityKeys.map((key) => capabilities[key]);
const missing = rows.filter(({ status }) => status !== "kept");
const sentences = rows.flatMap(({ name, sentence, more }) => [sentence, ...(more ? [more] : []), name]);
const coming = promises.filter(({ status }) => status === "coming");

/** Words by which a page denies something, or puts it off. */
const denies =
  /\bbeing (?:built|written)\b|\bcoming\b|\bnot yet\b|\bno connections? to\b|\b(?:is|are) planned\b|\bwill be (?:available|added|built)\b|\bavailable soon\b|\bunder (?:development|construction)\b|\broadmap\b|\bfor now\b|\bvisible to all members\b|\bnot (?:supported|available|built)\b|\btoday you\b/i;

/** What names the state of a row or of a promise, and says nothing of the product by itself. */
const labels = [
  "Partly coming",
  "What is coming, and what Exhibit does not do",
  /\b\d+ coming\b/g,
  /^Coming$/gm,
] as const;

/** What a page says, a line for each of its blocks, without scripts. */
async function linesOf(address: string): Promise<string> {
  const html = await (await fetch(running.url + address)).text();
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
  return html
    .replace(/<(script|style|template|head)[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<\/?(?:b|i|a|span|small|em|strong|code|mark|time)(?:\s[^>]*)?>/g, "")
    .replace(/<[^>]+>/g, "\n")
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ *\n\s*/g, "\n");
}

function without(text: string, parts: readonly (string | RegExp)[]): string {
  return parts.reduce<string>((rest, part) => rest.replaceAll(part as string, " "), text);
}

/** What of a text denies something without standing in the table, or speaks of what is missing in words of its own. */
function untrue(text: string): string[] {
  const own = without(text, [...sentences.toSorted((a, b) => b.length - a.length), ...labels]);
  const denied = own.split(/\n|(?<=\.)\s/).filter((line) => denies.test(line));
  const asked = [...promises.map(({ sentence }) => sentence), ...faqItems.map(({ question }) => question)];
  const claims = without(own, asked).split(/\n|(?<=\.)\s/);
  return [...denied, ...claims.filter((line) => missing.some(({ words }) => words!.test(line)))];
}

describe.each(publicPages.map(({ path }) => path))("U1: %s", (path) => {
  test("denies nothing and puts nothing off but in the table's words", async () => {
    expect(untrue(await linesOf(path))).toEqual([]);
  });

  test("says with each promise that is coming what of it is", async () => {
    const text = await linesOf(path);
    for (const { sentence, capabilities: keys } of coming.filter((promise) => text.includes(promise.sentence)))
      for (const key of keys.filter((key) => capabilities[key].status === "coming"))
        expect(text, sentence).toContain(capabilities[key].sentence);
  });
});

test("U1: documentation and questions deny nothing and put nothing off but in the table's words", () => {
  const lower = sentences.map((sentence) => sentence.toLowerCase()).toSorted((a, b) => b.length - a.length);
  for (const page of documentation.filter(({ key }) => key !== "what-exhibit-does")) {
    const own = without(wordsOf(page), lower);
    expect([page.key, own.match(denies)?.[0]]).toEqual([page.key, undefined]);
  }
  for (const { answer } of faqItems) expect(untrue(answer)).toEqual([]);
});

test("U1: the check sees a page that denies what is there, and one that claims what is not", () => {
  expect(untrue("Hourly collection is being built.")).toHaveLength(1);
  expect(untrue("There are no connections to other services today.")).toHaveLength(1);
  expect(untrue("Until then every item is visible to all members.")).toHaveLength(1);
  expect(untrue("Connect your practice-management tool in a minute.")).toHaveLength(1);
  expect(untrue("We certify that you are compliant.")).toHaveLength(1);
  expect(untrue(capabilities.practiceManagement.sentence)).toEqual([]);
});

test("U1: the price list names what every plan has, and with its plan what not every plan has", async () => {
  const text = await linesOf("/pricing");
  for (const key of everyPlanHas) {
    expect([key, capabilities[key].status, conditionsOf(key)]).toEqual([key, "kept", ""]);
    expect(text).toContain(capabilities[key].sentence);
  }
  for (const key of capabilityKeys.filter((key) => capabilities[key].plan !== undefined)) {
    expect(text).toContain(capabilities[key].sentence);
    expect(text).toContain(conditionsOf(key));
  }
});

test("U1: what is missing stands on the page of promises in full", async () => {
  const text = await linesOf("/promises");
  for (const { sentence } of missing) expect(text).toContain(sentence);
});

test("U1: rows name every flag that a new installation has off, but the one that closes nothing", async () => {
  const { rows: off } = await running.database.admin.query(
    "SELECT key FROM app.feature_flags WHERE NOT enabled ORDER BY key",
  );
  const named = new Set(rows.flatMap(({ flag }) => flag ?? []));
  expect([...named, "multi-framework"].toSorted()).toEqual(off.map(({ key }) => key));
});
