import { expect, test } from "vitest";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { memorySource, sampleBundle } from "#tests/support/sample-bundle.ts";
import type { BundleFiles } from "#tests/support/sample-bundle.ts";
import { verifyBundle } from "./verify-bundle.ts";

// EX-000001 was renamed twice, left mfa and came back; EX-000002 left access-reviews.
const sample = sampleBundle(undefined, {
  changes: [
    { item: 0, event: "evidence.renamed", details: { from: "Item №0", to: "Policy" } },
    { item: 0, event: "evidence.refiled", details: { added: [], removed: ["mfa"], reason: "Wrong" } },
    { item: 1, event: "evidence.refiled", details: { added: [], removed: ["access-reviews"], reason: "Wrong" } },
    { item: 0, event: "evidence.refiled", details: { added: ["mfa"], removed: [] } },
    { item: 0, event: "evidence.renamed", details: { from: "Policy", to: "Policy of May" } },
  ],
});
type Row = Record<string, unknown>;

function edited(change: (rows: Row[], controls: Row[]) => void, more: (files: BundleFiles) => void = () => {}) {
  const files: BundleFiles = new Map(sample.files);
  const read = (path: string) => JSON.parse(files.get(path)!.toString()) as Row[];
  const [rows, controls] = [read("evidence.json"), read("controls.json")];
  rows[0]!["renamedTo"] = "Policy of May";
  rows[1]!["refiledUnder"] = ["mfa"];
  const reviews = controls.find(({ id }) => id === "access-reviews")!;
  reviews["exhibits"] = (reviews["exhibits"] as string[]).filter((exhibit) => exhibit !== "EX-000002");
  change(rows, controls);
  files.set("evidence.json", Buffer.from(`${JSON.stringify(rows)}\n`));
  files.set("controls.json", Buffer.from(`${JSON.stringify(controls)}\n`));
  more(files);
  sample.seal(files);
  return files;
}

async function problemsOf(files: BundleFiles) {
  const { problems } = await verifyBundle(memorySource(files), nodeCryptography, { key: sample.vkey });
  return problems.map(({ path, exhibit, sentence }) => `${[path, exhibit].filter(Boolean).join(" ")}: ${sentence}`);
}

test("a bundle verifies that lists items by the names and controls that the ledger's entries give them", async () => {
  expect(await problemsOf(edited(() => {}))).toEqual([]);
});

test("an issuer cannot list a name or controls that no entry of the ledger gives", async () => {
  const otherName = "evidence.json EX-000001: It is listed with another name than the ledger says.";
  const otherControls = (exhibit: string) =>
    `evidence.json ${exhibit}: It is listed under other controls than the ledger says.`;
  for (const [change, said] of [
    [(rows: Row[]) => (rows[0]!["renamedTo"] = "Policy of June"), otherName],
    [(rows: Row[]) => delete rows[0]!["renamedTo"], otherName],
    [(rows: Row[]) => (rows[1]!["refiledUnder"] = ["mfa", "backup"]), otherControls("EX-000002")],
    [(rows: Row[]) => (rows[1]!["refiledUnder"] = []), otherControls("EX-000002")],
    [(rows: Row[]) => delete rows[1]!["refiledUnder"], otherControls("EX-000002")],
    [(rows: Row[]) => (rows[2]!["refiledUnder"] = ["mfa"]), otherControls("EX-000003")],
    [(rows: Row[]) => (rows[2]!["renamedTo"] = "Mine"), otherName.replace("000001", "000003")],
  ] as const)
    expect(await problemsOf(edited((rows) => void change(rows)))).toEqual([said]);
});

test("a control names what counts under it now, and not what left it", async () => {
  const files = edited((_, controls) => {
    for (const control of controls) control["exhibits"] = ["EX-000001", "EX-000002", "EX-000003", "EX-000004"];
  });
  expect(await problemsOf(files)).toEqual(["controls.json: access-reviews: EX-000002 is not filed under it."]);
});

test("a change that was left out, doubled, moved, or made up is found", async () => {
  const lines = sample.files.get("ledger/changes.jsonl")!.toString().trimEnd().split("\n");
  const withLines = (changed: readonly string[]) =>
    edited(
      () => {},
      (files) => files.set("ledger/changes.jsonl", Buffer.from(changed.map((line) => `${line}\n`).join(""))),
    );
  const without = (at: number) => withLines(lines.filter((_, index) => index !== at));
  const notFollowing = "evidence.json EX-000001: What changed of it does not follow from what was filed.";
  expect(await problemsOf(without(0))).toEqual([notFollowing]);
  expect(await problemsOf(without(2))).toEqual([
    "evidence.json EX-000002: It is listed under other controls than the ledger says.",
  ]);
  expect(await problemsOf(without(1))).toEqual([notFollowing]);
  expect(await problemsOf(withLines([...lines, lines[4]!]))).toEqual([
    "ledger/changes.jsonl: Line 6 is not in the ledger's order.",
  ]);
  expect(await problemsOf(withLines([lines[0]!, lines[0]!.replace("Policy", "Forged"), ...lines.slice(1)]))).toEqual([
    "ledger/changes.jsonl: Line 2 is not in the ledger's order.",
  ]);
  expect(await problemsOf(withLines([lines[0]!.replace("Policy", "Forged"), ...lines.slice(1)]))).toEqual([
    "ledger/changes.jsonl: Line 1 is not what its ledger entry commits to.",
  ]);
  expect(await problemsOf(withLines(["{}", ...lines]))).toEqual([
    "ledger/changes.jsonl: Line 1 is not a change of an item.",
  ]);
  const moved = lines[4]!.replace(/"index":\d+/, '"index":99');
  expect((await problemsOf(withLines([...lines.slice(0, 4), moved])))[0]).toMatch(
    /^ledger\/changes\.jsonl: Line 5 is not shown to be in the signed ledger/,
  );
});
