import { expect, test } from "vitest";
import type { BundleReport } from "./bundle-report.ts";
import { verdictOf } from "./verdict.ts";

/** A whole bundle, with the key. */
const whole: BundleReport = {
  isBundle: true,
  unknownFormat: undefined,
  isKeyGiven: true,
  packing: "issued",
  inFolder: undefined,
  passedOver: [],
  problems: [],
  files: 1,
  bytes: 1,
  scope: undefined,
  exhibits: 0,
  artifacts: 0,
  verdicts: undefined,
  checkpoint: undefined,
  losses: [],
  key: undefined,
  earlier: undefined,
  expired: [],
  looks: [],
};
const problem = { path: "a", exhibit: undefined, sentence: "It was altered." };
const notShown = { isShown: false, sentence: "Nothing shows it." };
const expired = [
  { what: "The proof", day: "2027-02-01" },
  { what: "The claim", day: "2027-01-31" },
];

test.each<[string, Partial<BundleReport>, number, string]>([
  ["the key, all whole", {}, 0, "VERIFIED"],
  ["the key, all whole, and continued", { earlier: { isShown: true, sentence: "" } }, 0, "VERIFIED"],
  ["repacked", { packing: "repacked" }, 0, "VERIFIED"],
  ["no key", { isKeyGiven: false }, 3, "CONSISTENT. The issuer was not checked: give --key"],
  ["no proof of continuation", { earlier: notShown }, 1, "NOT SHOWN to continue"],
  ["neither key nor proof", { earlier: notShown, isKeyGiven: false }, 1, "NOT SHOWN to continue"],
  ["a day that is over", { expired }, 4, "EXPIRED on 2027-01-31"],
  ["a day that is over, and no key", { expired, isKeyGiven: false }, 4, "EXPIRED on 2027-01-31"],
  ["a problem", { problems: [problem] }, 1, "REFUSED"],
  ["all at once", { problems: [problem], earlier: notShown, expired, isKeyGiven: false }, 1, "REFUSED"],
  ["something else", { isBundle: false, problems: [problem] }, 2, "This is not an Exhibit bundle"],
  ["a later format", { unknownFormat: "exhibit-bundle/9", problems: [problem] }, 2, "This is not an Exhibit bundle"],
])("%s: the verdict is the table's", (_, found, exitCode, sentence) => {
  expect(verdictOf({ ...whole, ...found })).toMatchObject({ exitCode, sentence });
});

test("how the files were found is said in a line each, and only where all is whole", () => {
  const found = { packing: "repacked", inFolder: "audit", passedOver: [".DS_Store"] } as const;
  expect(verdictOf({ ...whole, ...found }).details.slice(1)).toEqual([
    "Another tool packed this ZIP again: its files are whole.",
    "All files lie in the folder audit, which counts for nothing.",
    "Not part of the bundle, and not looked at: .DS_Store.",
  ]);
  expect(verdictOf({ ...whole, ...found, problems: [problem] }).details).toHaveLength(1);
});
