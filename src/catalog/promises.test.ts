import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTestText } from "#tests/support/test-data.ts";
import { capabilities, said } from "./capabilities/index.ts";
import { faqItems } from "./faq.ts";
import { promises } from "./promises.ts";

const root = join(import.meta.dirname, "../..");
const landing = join(root, "src/web/marketing/landing");
const sources = readdirSync(landing).map((name) => join(landing, name));
const page = [
  ...sources.filter((path) => /\.tsx?$/.test(path)).map((path) => readFileSync(path, "utf8").replace(/\s+/g, " ")),
  ...faqItems.map(({ answer }) => answer),
].join("\n");

test.each(promises.map((promise) => [promise.sentence, promise] as const))("%s", (sentence, { tests, status }) => {
  expect(page, "the landing page says it in these words").toContain(sentence);
  expect(tests.length > 0 || status === "coming", "a promise that is kept names a test").toBe(true);
});

test("a promise is kept only where no row that answers for it is coming, and what is coming says so", () => {
  for (const { status, does, sentence, capabilities: keys } of promises) {
    const coming = keys.filter((key) => capabilities[key].status === "coming");
    expect([sentence, status]).toEqual([sentence, coming.length > 0 ? "coming" : "kept"]);
    for (const key of coming) expect(does).toContain(capabilities[key].sentence);
  }
});

/** What the specification claims of the product in its first section, in its words and its order. */
const claims = [
  "audit-ready",
  "legally protected",
  "hourly automated evidence collection from cloud and development tools",
  "evidence tagged once and reused across SOC 2, HIPAA, ISO 27001, PCI, FedRAMP and NIST",
  "government-grade security",
  "attorney-client privilege protection",
  "guided setup of about 90 minutes to a first control report",
  "secure OAuth links to cloud services and practice-management tools, no agents",
  "continuous ingestion and encryption of logs, policy documents, change tickets and client-confidentiality controls",
  "pass/fail status by control",
  "alerts on compliance gaps",
  "saves developer cycles (no scripts to maintain)",
  "faster client deals through a real-time compliance portal",
  "mitigates legal risk",
  "role-based access",
  "single-tenant data architecture",
  "client confidentiality controls",
  "transparent flat monthly pricing",
  "cancel anytime",
  "raw evidence can be exported as JSON/CSV bundles",
  "given to auditors read-only",
  "data is encrypted with 256-bit encryption in transit and at rest",
];

describe("the specification's claims", () => {
  test.each(claims)("%s: is in the register and on the page", (claim) => {
    const registered = promises.filter(({ sentence }) => sentence.toLowerCase().includes(claim.toLowerCase()));
    expect(registered).toHaveLength(1);
    expect(page.toLowerCase()).toContain(claim.toLowerCase());
  });

  test("are all listed here", () => {
    let rest = readTestText("specification/promises.txt");
    for (const claim of claims) {
      expect(rest).toContain(claim);
      rest = rest.replace(claim, "*");
    }
    expect(rest.replace(/\s+/g, " ").trim()).toMatchInlineSnapshot(
      `"Promise: get * and * without the headache. It is aimed at startups, small businesses and legal practices. Marketing claims: *; *; * with *; *. These are marketing text, not behaviour the product enforces. How it works (three steps on the landing page): 1. Connect: *. 2. Collect: *. 3. Protect: a dashboard with * and *. Benefits listed: *; *; *; * with *; *; *, *. FAQ claims: * or *; *. The landing page also recruits design-partner startups and legal practices for early access."`,
    );
  });
});

describe("an answer to a frequent question", () => {
  test.each(faqItems)("$question", ({ answer, capabilities: keys }) => {
    expect(answer, "says its rows of the table").toContain(said(...keys));
    const plain = (text: string) => text.toLowerCase().replace(/\.$/, "");
    for (const { sentence, capabilities: rows } of promises.filter(({ sentence: item }) =>
      plain(answer).includes(plain(item)),
    )) {
      const coming = rows.filter((key) => capabilities[key].status === "coming");
      expect(keys, `repeats “${sentence}”, and says what of it is coming`).toEqual(expect.arrayContaining(coming));
    }
  });
});

test("no promise is listed twice", () => {
  expect(new Set(promises.map(({ sentence }) => sentence)).size).toBe(promises.length);
});
