import { describe, expect, test } from "vitest";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { memorySource, sampleBundle } from "#tests/support/sample-bundle.ts";
import type { SampleRun } from "#tests/support/sample-bundle.ts";
import { UNCHANGED } from "../ledger/look-line.ts";
import { REGISTERS } from "../registers/snapshot.ts";
import { LOOKS } from "./check-looks.ts";
import { verifyBundle } from "./verify-bundle.ts";

const AT = "2026-11-21T05:59:00.000Z";
const look = (more: SampleRun = {}): SampleRun => ({ event: UNCHANGED, exhibit: "EX-000001", at: AT, ...more });

/** A bundle whose first exhibit is of the registers, with these looks in its ledger. */
async function verify(looks: readonly SampleRun[], { filedAfter = 2, alter = (lines: string) => lines } = {}) {
  const artifacts = ["registers", "a policy"].map((text) => Buffer.from(text));
  const { files, vkey, seal } = sampleBundle(artifacts, { sources: [REGISTERS, "Ana"], runs: looks, filedAfter });
  files.set(LOOKS, Buffer.from(alter(files.get(LOOKS)!.toString())));
  seal(files);
  const { problems, looks: proved } = await verifyBundle(memorySource(files), nodeCryptography, { key: vkey });
  return { problems: problems.map(({ path, sentence }) => `${path}: ${sentence}`), proved };
}

describe("a day on which the registers were looked at", () => {
  test("is an entry of the signed ledger that names their exhibit, and all such days are counted", async () => {
    const last = "2026-11-21T06:04:00.000Z";
    expect(await verify([look(), look({ at: last })])).toEqual({
      problems: [],
      proved: [{ exhibit: "EX-000001", times: 2, last }],
    });
  });

  const refused: readonly (readonly [
    what: string,
    looks: readonly SampleRun[],
    why: string,
    how?: Parameters<typeof verify>[1],
  ])[] = [
    [
      "of an exhibit that is of something else",
      [look({ exhibit: "EX-000002" })],
      "names EX-000002, which is no exhibit of the registers here.",
    ],
    [
      "of an exhibit that is not here",
      [look({ exhibit: "EX-000009" })],
      "names EX-000009, which is no exhibit of the registers here.",
    ],
    [
      "before its exhibit was sealed",
      [look()],
      "stands in the ledger before EX-000001, which it names.",
      { filedAfter: 0 },
    ],
    [
      "of a later day than its entry",
      [look({ at: "2026-11-22T05:59:00.000Z" })],
      "names a later moment than its own entry.",
    ],
    ["without a moment", [look({ at: "today" })], "is not a look at the registers."],
    ["that is another act", [look({ event: "record.sealed" })], "is not a look at the registers."],
    [
      "that was altered",
      [look()],
      "is not what its ledger entry commits to.",
      { alter: (lines: string) => lines.replace(AT, "2026-11-20T05:59:00.000Z") },
    ],
  ];
  for (const [what, looks, why, how] of refused)
    test(`is refused ${what}`, async () => {
      expect(await verify(looks, how)).toEqual({ problems: [`${LOOKS}: Line 1 ${why}`], proved: [] });
    });

  test("is refused out of the ledger's order", async () => {
    const alter = (lines: string) => `${lines.trimEnd().split("\n").toReversed().join("\n")}\n`;
    const { problems } = await verify([look(), look()], { alter });
    expect(problems).toEqual([`${LOOKS}: Line 2 is not in the ledger's order.`]);
  });
});
