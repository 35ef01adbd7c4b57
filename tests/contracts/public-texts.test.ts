import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plans } from "#catalog/plans.ts";
import { publicForms } from "#catalog/public-forms.ts";
import { publicTexts } from "#catalog/public-texts.ts";
import { failures } from "#contract/failures.ts";
import { readTestJson } from "../support/test-data.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";

let running: RunningApp;
beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

const specification = readTestJson<readonly string[]>("specification/texts.json");
const { bar, landing, requestAccess, pricing, legal, notFound, failed } = publicTexts;
const { access, waitlist, contact } = publicForms;

/** The words of a page as they read, without its scripts. */
async function wordsOf(address: string): Promise<string> {
  const html = await (await fetch(running.url + address)).text();
  return plain(html.replace(/<(script|style|template)[\s\S]*?<\/\1>/g, " ").replace(/<[^>]+>/g, " "));
}

function plain(text: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole).replace(/\s+/g, " ");
}

const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;
const labels = (form: typeof access | typeof contact) => form.fields.map((field) => field.label);
const everywhere = Object.values(bar);

/** What each page must show before any script has run. */
const shown: Readonly<Record<string, readonly string[]>> = {
  "/": [...everywhere, ...Object.values(landing)],
  "/pricing": [
    ...everywhere,
    ...Object.values(pricing),
    ...plans.flatMap(({ name, price, limits }) => [
      name,
      dollars(price.monthly),
      ...(price.yearly === null ? ["Custom"] : [dollars(price.yearly)]),
      limits.users === "unlimited" ? "Unlimited users" : `Up to ${limits.users} users`,
      limits.frameworks === "all" ? "All frameworks" : `${limits.frameworks} frameworks`,
    ]),
    "$1,200+",
    "API access",
    "Monthly",
    "Yearly",
  ],
  "/request-access": [...everywhere, access.heading, access.button, requestAccess.signIn, ...labels(access)],
  "/waitlist": [...everywhere, waitlist.heading, waitlist.button, ...labels(access)],
  "/contact": [...everywhere, contact.heading, contact.button, "within 24 hours", ...labels(contact)],
  "/privacy": [...everywhere, legal.updated, "Introduction", "Contact"],
  "/terms": [...everywhere, legal.updated, "Payment Terms", "Non-refundable", "Contact"],
  "/no-such-page": [...everywhere, ...Object.values(notFound)],
};

test.each(Object.entries(shown))("%s shows its specified texts without a script", async (address, texts) => {
  const words = await wordsOf(address);
  expect(texts.filter((text) => !words.includes(text))).toEqual([]);
});

/** Every sentence and label that the specification gives for these pages, and that the product shows from one list. */
const specified = [
  ...Object.values(publicTexts).flatMap((page) => Object.values(page)),
  ...plans.map((plan) => plan.name),
  ...[access, waitlist, contact].map((form) => form.success),
  access.heading,
  waitlist.heading,
  access.busy,
  contact.failure,
  ...(["verification-required", "verification-failed", "verification-expired"] as const).map(
    (name) => failures[name].message,
  ),
];

describe("the specification", () => {
  test.each([...new Set(specified)])("says: %s", (text) => {
    expect(specification).toContain(text);
  });

  test("says nothing that no page shows any more", () => {
    expect(specification.filter((text) => !specified.includes(text))).toEqual([]);
  });
});

test("what only scripts say is in the pages' scripts", () => {
  const assets = path.resolve(import.meta.dirname, "../../build/client/assets");
  const scripts = readdirSync(assets)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(path.join(assets, name), "utf8"))
    .join("\n");
  const said = [
    failed.title,
    access.busy,
    ...[access, waitlist, contact].flatMap((form) => [form.success, form.failure]),
  ];
  expect(said.filter((text) => !scripts.includes(text))).toEqual([]);
});
