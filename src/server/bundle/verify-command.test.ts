import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildVerifier } from "../../../scripts/build-verifier.ts";
import { lacks, machinesNode } from "#tests/support/machine.ts";
import { builtJudge, judgedBundle, seenLater } from "#tests/support/judged-bundle.ts";
import { sampleBundle, zipOf } from "#tests/support/sample-bundle.ts";
import type { BundleFiles } from "#tests/support/sample-bundle.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { verifyCommand } from "./verify-command.ts";

const sample = sampleBundle();
const artifact = "artifacts/EX-000001-file-0.txt";

/** The bundle as a ZIP and, beside it, unpacked. */
async function bundleOf(files: BundleFiles): Promise<{ zip: string; folder: string }> {
  const parent = temporaryFolder();
  const [zip, folder] = [join(parent, "bundle.zip"), join(parent, "unpacked")];
  writeFileSync(zip, await zipOf(files));
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return { zip, folder };
}

async function run(argv: readonly string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const code = await verifyCommand(argv, { out: (line) => void lines.push(line) });
  return { code, text: lines.join("\n") };
}

describe("the command", () => {
  test("answers 0 for an untouched bundle of the key that was given, zipped and unpacked", async () => {
    const { zip, folder } = await bundleOf(sample.files);
    for (const answer of [await run([zip, "--key", sample.vkey]), await run([folder, "--key", ` ${sample.vkey}\n`])]) {
      expect(answer.text).toMatch(/^VERIFIED$/m);
      expect(answer.text).toContain(sample.vkey);
      expect(answer.text).toContain("Not proved:\n  - that the source told the truth");
      expect(answer.code).toBe(0);
    }
  });

  test("answers 1 and names the exhibit when its file differs, zipped and unpacked", async () => {
    const { zip, folder } = await bundleOf(new Map(sample.files).set(artifact, Buffer.from("firsT")));
    for (const { code, text } of [await run([zip]), await run([folder])]) {
      expect(text).toMatch(/^REFUSED\nThis is not what was sealed: 1 problem\.$/m);
      expect(text).toContain(`  EX-000001 (${artifact}): The file was altered: its SHA-256 differs.`);
      expect(text).toContain("Not proved:");
      expect(code).toBe(1);
    }
  });

  test("says whether the key was the auditor's or the bundle's, and refuses another", async () => {
    const { zip } = await bundleOf(sample.files);
    expect((await run([zip])).text).toContain("the bundle's own, which vouches for nobody");
    expect((await run([zip, "--key", sample.vkey])).text).toContain("the one you gave");
    const other = await run([zip, "--key", sampleBundle().vkey]);
    expect(other.code).toBe(1);
    expect(other.text).toContain("ledger/key.vkey: The bundle has another key than the one you gave");
  });

  test("compares the ledger with an earlier checkpoint, from a file or as text", async () => {
    const { zip, folder } = await bundleOf(sample.files);
    const file = join(dirname(folder), "old-checkpoint");
    writeFileSync(file, sample.checkpointOf(3));
    for (const since of [file, sample.checkpointOf(3)]) {
      const { code, text } = await run([zip, "--key", sample.vkey, "--since", since]);
      expect(text).toMatch(/^Earlier +The ledger continues the earlier checkpoint: 3 entries then/m);
      expect(code).toBe(0);
    }
  });

  test("refuses an unpacked bundle with a file too few, too many, or with a link in it", async () => {
    const { folder } = await bundleOf(sample.files);
    rmSync(join(folder, artifact));
    writeFileSync(join(folder, ".hidden"), "");
    rmSync(join(folder, "README.txt"));
    symlinkSync("/etc/hostname", join(folder, "README.txt"));
    const { code, text } = await run([folder]);
    expect(code).toBe(1);
    expect(text).toContain(`EX-000001 (${artifact}): The file is missing.`);
    expect(text).toContain(".hidden: No file of a bundle has such a name.");
    expect(text).toContain("README.txt: This is not a plain file.");
  });

  test("passes over what systems leave in a folder, and the folder around a bundle, and says so", async () => {
    const { folder } = await bundleOf(sample.files);
    writeFileSync(join(folder, ".DS_Store"), "what the Finder remembers");
    writeFileSync(join(dirname(folder), "Thumbs.db"), "");
    rmSync(join(dirname(folder), "bundle.zip"));
    const { code, text } = await run([dirname(folder), "--key", sample.vkey]);
    expect(text).toMatch(/^All files lie in the folder unpacked/m);
    expect(text).toMatch(
      /^Not part of the bundle, and not looked at: (?:Thumbs\.db, unpacked\/\.DS_Store|unpacked\/\.DS_Store, Thumbs\.db)\.$/m,
    );
    expect(code).toBe(0);
  });

  test("prints no name that could steer a terminal", async () => {
    const { folder } = await bundleOf(sample.files);
    writeFileSync(join(folder, "\u001b[2J\u202etxt"), "");
    const { text } = await run([folder]);
    expect(text).toContain("?[2J?txt");
    expect(text).not.toContain("\u001b");
  });

  test.each([
    ["without a bundle", []],
    ["with two", ["a.zip", "b.zip"]],
    ["with an option it does not have", ["--force", "a.zip"]],
    ["with a key that is none", ["--key", "secret", "a.zip"]],
    ["with a file that is not there", ["/nowhere/a.zip"]],
    ["with an earlier checkpoint that is not there", ["--since", "/nowhere/checkpoint", "/nowhere/a.zip"]],
  ])("answers 2 and says why when it is called %s", async (_, argv) => {
    const { code, text } = await run(argv);
    expect(code).toBe(2);
    expect(text.length).toBeGreaterThan(10);
  });

  test("explains itself when asked", async () => {
    expect(await run(["--help"])).toMatchObject({ code: 0, text: expect.stringContaining("node verify.mjs") });
  });
});

describe("the built verify.mjs", () => {
  let script = "";
  beforeAll(async () => {
    script = await buildVerifier(join(mkdtempSync(join(tmpdir(), "exhibit-verifier-")), "verify.mjs"));
  });
  afterAll(() => rmSync(dirname(script), { recursive: true }));

  test("is one file that imports nothing but Node, and is the same when it is built again", async () => {
    const text = readFileSync(script, "utf8");
    const imported = [...text.matchAll(/\bfrom "([^"]+)"|\bimport\("([^"]+)"\)|\brequire\(/g)].map(([, name]) => name);
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((name) => !name?.startsWith("node:"))).toEqual([]);
    await buildVerifier(script);
    expect(readFileSync(script, "utf8")).toBe(text);
  });

  for (const [whose, node] of [
    ["ours", process.execPath],
    ["the machine's own", machinesNode],
  ] as const) {
    test.skipIf(lacks(node))(`answers on ${whose} as it does in the product`, async () => {
      const files: BundleFiles = new Map(sample.files).set("verify.mjs", readFileSync(script));
      sample.seal(files);
      const { zip, folder } = await bundleOf(files);
      const altered = await bundleOf(new Map(files).set(artifact, Buffer.from("firsT")));
      const inside = join(folder, "verify.mjs");
      for (const args of [
        [zip],
        [folder],
        [altered.zip],
        [altered.folder],
        [zip, "--key", "no"],
        [zip, "--key", sample.vkey],
      ]) {
        const { status, stdout, stderr } = spawnSync(node, [inside, ...args]);
        const { code, text } = await run(args);
        expect([status, stdout.toString(), stderr.toString()]).toEqual([code, `${text}\n`, ""]);
      }
      // Without a bundle it verifies none, not even the one that it lies in.
      const { status, stdout } = spawnSync(node, ["verify.mjs"], { cwd: folder });
      expect([status, stdout.toString()]).toEqual([2, `${(await run([])).text}\n`]);
    });

    test.skipIf(lacks(node))(`refuses on ${whose} what a connection shall have seen 200 days later`, async () => {
      const made = judgedBundle(await builtJudge());
      const { folder } = await bundleOf(made.with({ lines: seenLater(made.lines, 200) }));
      const { status, stdout } = spawnSync(node, [script, folder, "--key", made.vkey]);
      expect(status).toBe(1);
      expect(stdout.toString()).toContain(
        "the ledger says that it was seen at 2026-11-21T05:59:00.000Z, not at 2027-06-09",
      );
    });

    test.skipIf(lacks(node))(`judges verdicts again on ${whose}, also those of a packed report`, async () => {
      const { files, lines, vkey } = judgedBundle(await builtJudge(), { isPacked: true });
      const { folder } = await bundleOf(files);
      const { status, stdout, stderr } = spawnSync(node, [script, folder, "--key", vkey]);
      expect([status, stderr.toString()]).toEqual([0, ""]);
      expect(stdout.toString()).toContain(`judged again: ${lines.length - 1} agreed, 0 differ, 1 not re-performable`);
    });
  }
});
