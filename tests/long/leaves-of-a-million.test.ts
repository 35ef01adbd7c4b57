import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Findings } from "#domain/bundle/bundle-report.ts";
import { BundleContent } from "#domain/bundle/bundle-source.ts";
import { LEAVES, checkLeaves } from "#domain/bundle/check-leaves.ts";
import { CompactRange } from "#domain/ledger/merkle.ts";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { nobleCryptography } from "#web/verification/bundle-page/noble-cryptography.ts";

const COUNT = 1_000_000;
const THEN = 654_321;
/** Of one core, which other work may share: a quiet machine needs a third of it. */
const SECONDS = 10;
const CHUNK = 1_000_003;

test("S3: a million leaves are checked in seconds, on the command line and in the page, whatever the chunks", async () => {
  const leaves = Buffer.alloc(COUNT * 32);
  const range = new CompactRange();
  let then: Uint8Array | undefined;
  for (let at = 0; at < COUNT; at++) {
    const leaf = nodeCryptography.sha256(Buffer.from(String(at)));
    leaves.set(leaf, at * 32);
    range.append(nodeCryptography.sha256, leaf);
    if (range.size === THEN) then = range.root(nodeCryptography.sha256);
  }
  const checkpoint = { origin: "exhibit.test/log/large", size: COUNT, root: range.root(nodeCryptography.sha256) };
  const sha256 = createHash("sha256").update(leaves).digest();
  for (const crypto of [nodeCryptography, nobleCryptography]) {
    const findings = new Findings();
    const source = {
      packing: "folder" as const,
      damage: [],
      async *files() {
        yield { path: LEAVES, size: leaves.length, sha256 };
      },
      async *read() {
        for (let at = 0; at < leaves.length; at += CHUNK) yield leaves.subarray(at, at + CHUNK);
      },
    };
    const content = await BundleContent.scan(source, findings);
    const before = process.cpuUsage();
    const root = await checkLeaves(content, crypto, checkpoint, THEN, findings);
    const seconds = process.cpuUsage(before).user / 1e6;
    expect([findings.problems, Buffer.from(root!)]).toEqual([[], Buffer.from(then!)]);
    console.log(`${COUNT} leaves: ${seconds.toFixed(1)} s of one core`);
    expect(seconds).toBeLessThan(SECONDS);
  }
}, 600_000);
