import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { foreignZip } from "#tests/support/foreign-zip.ts";
import { sampleBundle, zipOf } from "#tests/support/sample-bundle.ts";
import type { BundleFiles } from "#tests/support/sample-bundle.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { verifyCommand } from "./verify-command.ts";

const sample = sampleBundle();
const CONSISTENT = "CONSISTENT. The issuer was not checked: give --key";

/** What the command says of these bytes: its verdict, everything it printed, and its exit code. */
async function verdictOn(bytes: Buffer, options: { key?: string; since?: string } = {}) {
  const folder = temporaryFolder();
  const [bundle, since] = [join(folder, "bundle.zip"), join(folder, "since")];
  writeFileSync(bundle, bytes);
  const argv = [bundle, ...(options.key === undefined ? [] : ["--key", options.key])];
  if (options.since !== undefined) {
    writeFileSync(since, options.since);
    argv.push("--since", since);
  }
  const lines: string[] = [];
  const code = await verifyCommand(argv, { out: (line) => void lines.push(line) });
  return { code, lines, text: lines.join("\n") };
}

const whole = await zipOf(sample.files);

describe("S3", () => {
  test("S3: an earlier checkpoint that the bundle does not show to be continued is NOT SHOWN, with exit code 1", async () => {
    const files: BundleFiles = new Map(sample.files);
    files.delete("ledger/leaves.bin");
    sample.seal(files);
    const { code, lines, text } = await verdictOn(await zipOf(files), {
      key: sample.vkey,
      since: sample.checkpointOf(3),
    });
    expect([code, lines.includes("NOT SHOWN to continue")]).toEqual([1, true]);
    expect(text).not.toContain("VERIFIED");
    expect((await verdictOn(await zipOf(files), { key: sample.vkey })).code).toBe(0);
  });

  test("S3: a bundle shows by all leaves that it continues a checkpoint of any earlier size", async () => {
    for (let size = 0; size <= 7; size++) {
      const { code, text } = await verdictOn(whole, { key: sample.vkey, since: sample.checkpointOf(size) });
      expect(text).toMatch(/^Earlier +The ledger (?:continues|is the one of) the earlier checkpoint/m);
      expect([size, code, text.includes("NOT SHOWN")]).toEqual([size, 0, false]);
    }
  });

  test("S3: a checkpoint that another key signed, or of another ledger, shows nothing", async () => {
    for (const since of [sampleBundle().checkpointOf(3), "no checkpoint", ""]) {
      const { code, lines } = await verdictOn(whole, { key: sample.vkey, since });
      expect([since, code, lines.includes("NOT SHOWN to continue")]).toEqual([since, 1, true]);
    }
  });
});

describe("S4", () => {
  test("S4: a bundle that a stranger made with a key of their own is CONSISTENT at most, with exit code 3", async () => {
    const forged = sampleBundle([Buffer.from("We passed everything.")]);
    const { code, lines, text } = await verdictOn(await zipOf(forged.files));
    expect([code, lines.includes(CONSISTENT)]).toEqual([3, true]);
    expect(text).not.toContain("VERIFIED");
    const withKey = await verdictOn(await zipOf(forged.files), { key: sample.vkey });
    expect([withKey.code, withKey.lines.includes("REFUSED")]).toEqual([1, true]);
  });

  test("S4: the key inside of a bundle counts for nothing: whole and without the key it is CONSISTENT, not VERIFIED", async () => {
    const { code, lines, text } = await verdictOn(whole, { since: sample.checkpointOf(3) });
    expect([code, lines.includes(CONSISTENT), text.includes("VERIFIED")]).toEqual([3, true, false]);
  });
});

describe("U6", () => {
  test("U6: a picture, a text, another ZIP and nothing at all are said to be no bundle, with exit code 2", async () => {
    const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(5_000, 7)]);
    const other = await zipOf([
      ["README.md", Buffer.from("# Another")],
      ["manifest.json", Buffer.from('{"manifest_version":3}')],
    ]);
    const deflated = foreignZip([["word/document.xml", Buffer.from("<w/>")]], { deflate: true });
    for (const bytes of [png, Buffer.from("hello"), Buffer.alloc(0), other, deflated, deflated.subarray(0, -9)]) {
      const { code, lines } = await verdictOn(bytes, { key: sample.vkey });
      expect([code, lines[0]]).toEqual([2, "This is not an Exhibit bundle"]);
    }
  });

  test("U6: a bundle that is cut short is refused as a bundle", async () => {
    for (const at of [60, 1_000, whole.length - 100, whole.length - 1]) {
      const { code, lines } = await verdictOn(whole.subarray(0, at), { key: sample.vkey });
      expect([at, code, lines.includes("REFUSED")]).toEqual([at, 1, true]);
    }
  });

  test("U6: a bundle that another tool packed again verifies, and says so in one line", async () => {
    for (const options of [{}, { deflate: true }, { descriptors: true }, { deflate: true, descriptors: true }]) {
      const { code, lines, text } = await verdictOn(foreignZip(sample.files, options), { key: sample.vkey });
      expect([code, lines.includes("VERIFIED")], text).toEqual([0, true]);
      expect(lines).toContain("Another tool packed this ZIP again: its files are whole.");
    }
  });

  test("U6: one that was packed again with its folder, and what a Mac adds, verifies too", async () => {
    const inFolder = [...sample.files].map(([path, bytes]) => [`audit 2026/${path}`, bytes] as const);
    const added = [
      ["audit 2026/", Buffer.alloc(0)],
      ["audit 2026/.DS_Store", Buffer.from("Bud1")],
      ["__MACOSX/audit 2026/._README.txt", Buffer.from("Mac OS X")],
    ] as const;
    const { code, lines, text } = await verdictOn(foreignZip([...inFolder, ...added], { deflate: true }), {
      key: sample.vkey,
    });
    expect(code, text).toBe(0);
    expect(lines).toContain("All files lie in the folder audit 2026, which counts for nothing.");
    expect(lines).toContain(
      "Not part of the bundle, and not looked at: audit 2026/.DS_Store, __MACOSX/audit 2026/._README.txt.",
    );
    const smuggled = [...inFolder, ["__MACOSX/audit 2026/report.pdf", Buffer.from("%PDF")] as const];
    expect((await verdictOn(foreignZip(smuggled), { key: sample.vkey })).code).toBe(1);
  });
});
