import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { memorySource, sampleBundle } from "#tests/support/sample-bundle.ts";
import type { BundleFiles } from "#tests/support/sample-bundle.ts";
import { manifestStatement } from "./manifest.ts";
import type { VerifyOptions } from "./verify-bundle.ts";
import { verifyBundle } from "./verify-bundle.ts";

const sample = sampleBundle();
const stranger = sampleBundle();
const first = "artifacts/EX-000001-file-0.txt";
const second = "artifacts/EX-000002-file-1.txt";

const verify = (files: Iterable<readonly [string, Buffer]>, options?: VerifyOptions) =>
  verifyBundle(memorySource(files), nodeCryptography, options);

/** The problems of a bundle after a change, each as "path exhibit: sentence". */
async function problemsAfter(change: (files: BundleFiles) => void, options?: VerifyOptions): Promise<string[]> {
  const files: BundleFiles = new Map(sample.files);
  change(files);
  const { problems } = await verify(files, options);
  return problems.map(({ path, exhibit, sentence }) => `${[path, exhibit].filter(Boolean).join(" ")}: ${sentence}`);
}

/** What a dishonest issuer can do: change anything, and sign a manifest that fits. */
const problemsAfterForging = (change: (files: BundleFiles) => void) =>
  problemsAfter((files) => {
    change(files);
    sample.seal(files);
  });

function edit(files: BundleFiles, path: string, from: string | RegExp, to: string): void {
  const text = files.get(path)!.toString();
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  files.set(path, Buffer.from(edited));
}

test("an untouched bundle verifies, with and without the key and with its own checkpoint", async () => {
  const report = await verify(sample.files, { key: sample.vkey, since: sample.checkpointOf(7) });
  expect(report).toMatchObject({ problems: [], files: 15, exhibits: 4, artifacts: 4, key: sample.vkey });
  expect(report.checkpoint).toMatchObject({ origin: "exhibit.test/log/0190c0de", size: 7 });
  expect(report.earlier).toEqual({ isShown: true, sentence: "The ledger is the one of the earlier checkpoint." });
  expect((await verify(sample.files)).problems).toEqual([]);
});

test("an empty bundle of a young ledger verifies", async () => {
  expect(await verify(sampleBundle([]).files)).toMatchObject({ problems: [], exhibits: 0 });
});

test("each byte of each file: any one changed is found, and no other file is blamed for it", async () => {
  // Of a bundle with one exhibit: every kind of file is in it, and no second of a kind.
  const { files } = sampleBundle([Buffer.from("one exhibit")]);
  for (const [path, bytes] of files) {
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1 << (at % 8);
      const { problems } = await verify(new Map(files).set(path, changed));
      const accused = new Set(problems.map((problem) => problem.path));
      expect([path, at, [...accused]]).toEqual([path, at, [path]]);
    }
  }
}, 600_000);

describe("a bundle is refused, naming the item,", () => {
  test.each<[string, (files: BundleFiles) => void, string[]]>([
    ["when a file is missing", (files) => files.delete("README.txt"), ["README.txt: The file is missing."]],
    ["when an artifact is missing", (files) => files.delete(first), [`${first} EX-000001: The file is missing.`]],
    [
      "when a file was added",
      (files) => files.set("extra.txt", Buffer.from("x")),
      ["extra.txt: The file does not belong to the bundle."],
    ],
    [
      "when two artifacts were swapped",
      (files) => void files.set(first, files.get(second)!).set(second, sample.files.get(first)!),
      [
        `${first} EX-000001: The file was altered: it has 7 bytes instead of 5.`,
        `${second} EX-000002: The file was altered: it has 5 bytes instead of 7.`,
      ],
    ],
    ["when the manifest is missing", (files) => files.delete("manifest.json"), ["manifest.json: The file is missing."]],
    [
      "when the manifest's signature is missing",
      (files) => files.delete("manifest.sig"),
      ["manifest.sig: The file is missing."],
    ],
    [
      "when the manifest was written anew, with a file and its sum, by someone without the key",
      (files) => edit(files, "manifest.json", /"sha256":"./, '"sha256":"!'),
      ["manifest.json: The manifest was altered: it is not the one that was signed."],
    ],
    [
      "when the signature is a stranger's",
      (files) => files.set("manifest.sig", stranger.files.get("manifest.sig")!),
      ["manifest.sig: There is no valid signature of the ledger's key on the manifest."],
    ],
    [
      "when somebody else signed the manifest, too",
      (files) => {
        const [line] = stranger.files.get("manifest.sig")!.toString().split("\n").slice(-2);
        files.set("manifest.sig", Buffer.from(`${files.get("manifest.sig")!.toString()}${line!}\n`));
      },
      ["manifest.sig: There is more in it than the signature of the ledger's key."],
    ],
    [
      "when a path leaves the folder",
      (files) => files.set("../outside", Buffer.alloc(1)),
      ["../outside: No file of a bundle has such a name."],
    ],
    [
      "when two names differ in case only",
      (files) => files.set("readme.TXT", Buffer.alloc(1)),
      ["readme.TXT: There are two files of this name."],
    ],
  ])("%s", async (_, change, problems) => {
    expect(await problemsAfter(change)).toEqual(problems);
  });

  test("when the manifest lists a file twice, itself, or an unsafe path, though it is signed", async () => {
    const twice = (text: string) => text.replace(/\{"path":"README.*?\},/, "$&$&");
    const itself = (text: string) => text.replace("README.txt", "manifest.json");
    const outside = (text: string) => text.replace("README.txt", "../README.txt");
    const spaced = (text: string) => text.replace(":", ": ");
    for (const change of [twice, itself, outside, spaced]) {
      const files: BundleFiles = new Map(sample.files);
      const manifest = Buffer.from(change(files.get("manifest.json")!.toString()));
      const statement = manifestStatement("exhibit.test/log/0190c0de", nodeCryptography.sha256(manifest));
      files.set("manifest.json", manifest);
      files.set("manifest.sig", Buffer.from(sample.sign("exhibit.test/log/0190c0de/bundle", statement)));
      const { problems } = await verify(files);
      expect(problems[0]).toMatchObject({ path: "manifest.json", sentence: expect.stringContaining("its one form") });
    }
  });

  test("when it is made by a stranger from beginning to end, once the auditor gives the key", async () => {
    expect((await verify(stranger.files)).problems).toEqual([]);
    const { problems, exhibits } = await verify(stranger.files, { key: sample.vkey });
    expect(problems.map(({ path }) => path)).toEqual(["ledger/key.vkey", "manifest.sig", "ledger/checkpoint"]);
    expect(exhibits).toBe(0);
  });
}, 900_000);

describe("an issuer who has the signing key, and seals what was altered, is found out by the ledger:", () => {
  const evidence = "evidence.json";
  const proofs = "ledger/proofs.jsonl";

  test.each<[string, (files: BundleFiles) => void, string[]]>([
    [
      "an artifact of the same length",
      (files) => files.set(first, Buffer.from("FIRST")),
      [`${first} EX-000001: This is not the file that was filed.`],
    ],
    [
      "an artifact and its listing",
      (files) => {
        files.set(first, Buffer.from("FIRST"));
        const sum = (text: string) => createHash("sha256").update(text).digest("hex");
        edit(files, evidence, sum("first"), sum("FIRST"));
      },
      [
        `${evidence} EX-000001: It is listed with another SHA-256 than it was filed with.`,
        `${first} EX-000001: This is not the file that was filed.`,
      ],
    ],
    [
      "an artifact that was never filed",
      (files) => files.set("artifacts/EX-000009-late.txt", Buffer.from("late")),
      ["artifacts/EX-000009-late.txt EX-000009: No item is listed for this file."],
    ],
    [
      "an artifact taken away",
      (files) => files.delete(second),
      [`${evidence} EX-000002: It names a file that is not in the bundle.`],
    ],
    [
      "a control that leaves out one of its exhibits",
      (files) => edit(files, "controls.json", '"exhibits":["EX-000001",', '"exhibits":['),
      ["controls.json: access-reviews: EX-000001 is filed under it, but not named."],
    ],
    [
      "a control that cites an exhibit of another ledger",
      (files) => edit(files, "controls.json", '"exhibits":["EX-000001",', '"exhibits":["EX-000009","EX-000001",'),
      ["controls.json: access-reviews: EX-000009 is not filed under it."],
    ],
    [
      "a check that rests on an item which was left out",
      (files) => edit(files, "controls.json", '"exhibit":"EX-000001"', '"exhibit":"EX-000009"'),
      ["controls.json: access-reviews: a check rests on EX-000009, which is not in the bundle."],
    ],
    [
      "a control that passes on nothing",
      (files) => edit(files, "controls.json", "[{", '[{"id":"backups","status":"passing","exhibits":[],"checks":[]},{'),
      ["controls.json: backups: it is said to pass without evidence."],
    ],
    [
      "a list of controls that is none",
      (files) => files.set("controls.json", Buffer.from("{}")),
      ["controls.json: The list of controls cannot be read."],
    ],
    [
      "another name in the list",
      (files) => edit(files, evidence, "Item №1", "Item №2"),
      [`${evidence} EX-000002: What is listed as its name is not what was filed.`],
    ],
    [
      "a control more in the list",
      (files) => edit(files, evidence, '"mfa"', '"mfa","backups"'),
      [`${evidence} EX-000001: What is listed as its controls is not what was filed.`],
    ],
    [
      "a control for another, though as many",
      (files) => edit(files, evidence, '"mfa"', '"access-reviews"'),
      [`${evidence} EX-000001: What is listed as its controls is not what was filed.`],
    ],
    [
      "another place in the ledger",
      (files) => edit(files, evidence, '"ledgerIndex": 2', '"ledgerIndex": 3'),
      [`${evidence} EX-000001: It is listed at another place in the ledger than it has.`],
    ],
    [
      "another size in the list",
      (files) => edit(files, evidence, '"size": 5', '"size": 6'),
      [`${evidence} EX-000001: It is listed with another size than it was filed with.`],
    ],
    [
      "another id in the list",
      (files) => edit(files, evidence, "000000000100", "000000000109"),
      [`${evidence} EX-000001: It is listed with another id than it was filed with.`],
    ],
    [
      "an item struck from the list",
      (files) => {
        const rows = JSON.parse(files.get(evidence)!.toString()) as unknown[];
        files.set(evidence, Buffer.from(JSON.stringify(rows.slice(0, -1))));
        files.delete("artifacts/EX-000004-file-3.txt");
      },
      [`${evidence} EX-000004: There is a proof for it, but it is not listed.`],
    ],
    [
      "an item listed twice",
      (files) => {
        const rows = JSON.parse(files.get(evidence)!.toString()) as unknown[];
        files.set(evidence, Buffer.from(JSON.stringify([...rows, rows[0]])));
      },
      [`${evidence}: The list of evidence cannot be read.`],
    ],
    [
      "a proof left out",
      (files) => edit(files, proofs, /^.*\n/, ""),
      [`${proofs} EX-000001: There is no readable proof for it.`],
    ],
    [
      "a proof given twice",
      (files) => edit(files, proofs, /^.*\n/, "$&$&"),
      [`${proofs} EX-000001: There are two proofs for it.`],
    ],
    [
      "two proofs with their exhibits exchanged",
      (files) => edit(files, proofs, '"exhibit":"EX-000001"', '"exhibit":"EX-000002"'),
      [
        `${proofs} EX-000002: The ledger entry is that of another exhibit.`,
        `${proofs} EX-000001: There is no readable proof for it.`,
      ],
    ],
    [
      "an entry with another time",
      (files) => edit(files, proofs, "2026-11-21T06:00:00.000Z", "2026-10-21T06:00:00.000Z"),
      [
        `${proofs} EX-000001: The ledger entry is not shown to be in the signed ledger: the proof leads to another root.`,
      ],
    ],
    [
      "a proof for another place",
      (files) => edit(files, proofs, '"index":2', '"index":3'),
      [
        `${proofs} EX-000001: The ledger entry is not shown to be in the signed ledger: the proof leads to another root.`,
      ],
    ],
    [
      "a proof for a place outside of the ledger",
      (files) => edit(files, proofs, '"index":2', '"index":7'),
      [
        `${proofs} EX-000001: The ledger entry is not shown to be in the signed ledger: the leaf's index lies outside the tree.`,
      ],
    ],
    [
      "another description in list and proof",
      (files) => {
        edit(files, proofs, "Item №0", "Item №9");
        edit(files, evidence, "Item №0", "Item №9");
      },
      [`${proofs} EX-000001: The description is not the one that the ledger entry commits to.`],
    ],
    [
      "another salt",
      (files) => edit(files, proofs, /"salt":"[A-Za-z0-9+/]{4}/, '"salt":"AAAA'),
      [`${proofs} EX-000001: The description is not the one that the ledger entry commits to.`],
    ],
    [
      "the same salt with a zero after it, which no HMAC would notice",
      (files) => {
        const salt = /"salt":"([^"]+)"/.exec(files.get(proofs)!.toString())![1]!;
        const longer = Buffer.concat([Buffer.from(salt, "base64"), Buffer.alloc(1)]).toString("base64");
        edit(files, proofs, salt, longer);
      },
      [`${proofs}: Line 1 is not a proof.`, `${proofs} EX-000001: There is no readable proof for it.`],
    ],
    [
      "a proof with a word of its own",
      (files) => edit(files, proofs, '"entry"', '"comment":"trust me","entry"'),
      [`${proofs}: Line 1 is not a proof.`, `${proofs} EX-000001: There is no readable proof for it.`],
    ],
    [
      "the proof of an administrative act",
      (files) => edit(files, proofs, '\\"t\\":\\"evidence.filed\\"', '\\"t\\":\\"evidence.viewed\\"'),
      [`${proofs}: Line 1 is not a proof.`, `${proofs} EX-000001: There is no readable proof for it.`],
    ],
    [
      "a description that the ledger never saw",
      (files) => {
        // The salt is theirs to choose only if the entry is; here both are new, and so the entry is not in the tree.
        const salt = Buffer.alloc(16);
        const commit = (message: string | Buffer) => createHmac("sha256", salt).update(message).digest("base64");
        const entry = `{"at":"2026-11-21T06:00:00.000Z","c":"${commit("{}")}","h":"${commit(createHash("sha256").update("first").digest())}","id":"0190c0de-0000-4000-8000-000000000100","n":1,"size":5,"t":"evidence.filed","v":1}`;
        const [line] = files.get(proofs)!.toString().split("\n");
        const value = JSON.parse(line!) as Record<string, unknown>;
        const forged = { entry, exhibit: value["exhibit"], index: value["index"], metadata: {}, proof: value["proof"] };
        edit(files, proofs, line!, JSON.stringify({ ...forged, salt: salt.toString("base64") }));
      },
      [
        `${proofs} EX-000001: The ledger entry is not shown to be in the signed ledger: the proof leads to another root.`,
      ],
    ],
    [
      "proofs that do not end",
      (files) => edit(files, proofs, /\n$/, ""),
      [`${proofs}: Line 4 is not a proof.`, `${proofs} EX-000004: There is no readable proof for it.`],
    ],
    [
      "all proofs taken away",
      (files) => files.delete("ledger/proofs.jsonl"),
      [
        "ledger/proofs.jsonl: The file is missing.",
        ...[1, 2, 3, 4].map((n) => `${proofs} EX-00000${n}: There is no readable proof for it.`),
      ],
    ],
    [
      "a checkpoint of a stranger",
      (files) => files.set("ledger/checkpoint", stranger.files.get("ledger/checkpoint")!),
      ["ledger/checkpoint: The checkpoint carries no valid signature of the ledger's key."],
    ],
    [
      "a checkpoint under another origin",
      (files) => {
        const text = files.get("ledger/checkpoint")!.toString().split("\n\n")[0]!;
        const other = `${text.replace("0190c0de", "0190c0df")}\n`;
        files.set("ledger/checkpoint", Buffer.from(sample.sign("exhibit.test/log/0190c0de", other)));
      },
      ["ledger/checkpoint: The checkpoint carries no valid signature of the ledger's key."],
    ],
    [
      "a manifest's statement passed off as a checkpoint",
      (files) => files.set("ledger/checkpoint", sample.files.get("manifest.sig")!),
      ["ledger/checkpoint: The checkpoint carries no valid signature of the ledger's key."],
    ],
    [
      "a list that is no list",
      (files) => files.set(evidence, Buffer.from("null")),
      [`${evidence}: The list of evidence cannot be read.`],
    ],
    [
      "a list that is not text",
      (files) => files.set(evidence, Buffer.from([0xff])),
      [`${evidence}: The file is not text.`],
    ],
  ])("%s", async (_, change, problems) => {
    expect(await problemsAfterForging(change)).toEqual(problems);
  });

  test("but not for controls in another order, which is the database's", async () => {
    const reorder = (files: BundleFiles) =>
      edit(files, evidence, /"access-reviews",(\s*)"mfa"/, '"mfa",$1"access-reviews"');
    expect(await problemsAfterForging(reorder)).toEqual([]);
  });

  test("an item that was filed with another size than its file has", async () => {
    const { problems } = await verify(sampleBundle([Buffer.from("first")], { sizeOf: () => 6 }).files);
    expect(problems).toMatchObject([{ path: first, sentence: "This is not the file that was filed." }]);
  });

  test("an item without its file is still proved, and counted apart", async () => {
    const files: BundleFiles = new Map(sample.files);
    edit(files, evidence, `"${first}"`, "null");
    files.delete(first);
    sample.seal(files);
    expect(await verify(files)).toMatchObject({ problems: [], exhibits: 4, artifacts: 3 });
  });
});

describe("an earlier checkpoint that the auditor has kept", () => {
  const origin = "exhibit.test/log/0190c0de";
  const consistency = "ledger/consistency.jsonl";
  const forged = (size: number) => sample.sign(origin, `${origin}\n${size}\n${Buffer.alloc(32).toString("base64")}\n`);

  /** A bundle of the days before bundles held all leaves, with proofs from these sizes. */
  const older = (...sizes: readonly number[]) => {
    const files: BundleFiles = new Map(sample.files);
    files.delete("ledger/leaves.bin");
    if (sizes.length > 0)
      files.set(consistency, Buffer.from(sizes.map((size) => `${sample.consistencyFrom(size)}\n`).join("")));
    sample.seal(files);
    return files;
  };

  test("is continued by the ledger, whichever size it has, when the bundle holds the leaves or a proof", async () => {
    for (let size = 0; size < 7; size++) {
      for (const files of size === 0 ? [sample.files] : [sample.files, older(6, 5, 4, 3, 2, 1)]) {
        const report = await verify(files, { since: sample.checkpointOf(size) });
        const sentence = `The ledger continues the earlier checkpoint: ${size} entries then, 7 in this bundle.`;
        expect([report.problems, report.earlier]).toEqual([[], { isShown: true, sentence }]);
      }
    }
  });

  test("is read as it was signed, whatever a mail made of its line ends", async () => {
    const since = `\ufeff${sample.checkpointOf(3).replaceAll("\n", "\r\n")}\r\n\r\n`;
    expect((await verify(sample.files, { since })).earlier).toMatchObject({ isShown: true });
  });

  test.each<[string, BundleFiles, string, RegExp]>([
    [
      "by a bundle without leaves and proofs",
      older(),
      sample.checkpointOf(3),
      /holds no leaves .* no proof from there/,
    ],
    ["by proofs that begin elsewhere", older(4), sample.checkpointOf(3), /holds no leaves .* no proof from there/],
    ["by a proof of another history", older(3), forged(3), /proof from there does not hold/],
    ["where another key signed it", sample.files, stranger.checkpointOf(3), /no valid signature of this ledger's key/],
    ["where it is none", sample.files, "hello", /is not a checkpoint/],
    ["where nothing was given", sample.files, "", /is not a checkpoint/],
    [
      "where it is of another ledger",
      sample.files,
      sampleBundle(undefined, { origin: "exhibit.test/log/other" }).checkpointOf(3),
      /is of another ledger, exhibit\.test\/log\/other/,
    ],
    [
      "where the ledger began anew",
      sample.files,
      sampleBundle(undefined, { origin: `${origin}.2` }).checkpointOf(3),
      /a ledger that began when the other was lost/,
    ],
  ])("is not shown to be continued %s, and that is no problem of the bundle", async (_, files, since, sentence) => {
    const { problems, earlier } = await verify(files, { since });
    expect([problems, earlier]).toEqual([[], { isShown: false, sentence: expect.stringMatching(sentence) }]);
  });

  test.each<[string, BundleFiles, string, string]>([
    [
      "with another history",
      sample.files,
      forged(3),
      "ledger/checkpoint: The ledger was rewritten: it had another root at the earlier checkpoint's size, 3 entries then, 7 in this bundle.",
    ],
    [
      "of the same size with another root",
      sample.files,
      forged(7),
      "ledger/checkpoint: The ledger was rewritten: the earlier checkpoint has the same size and another root.",
    ],
    [
      "of a longer ledger",
      sample.files,
      forged(8),
      "ledger/checkpoint: The ledger is shorter than the earlier checkpoint says: 8 entries then, 7 in this bundle.",
    ],
  ])("%s refuses the bundle", async (_, files, since, problem) => {
    const { problems } = await verify(files, { since });
    expect(problems.map(({ path, sentence }) => `${path}: ${sentence}`)).toEqual([problem]);
  });

  test("is not compared by proofs that cannot be read", async () => {
    const files = older(3).set(consistency, Buffer.from('{"from":3,"proof":[1]}\n'));
    sample.seal(files);
    const { problems } = await verify(files, { since: sample.checkpointOf(3) });
    expect(problems).toMatchObject([{ path: consistency, sentence: "A consistency proof cannot be read." }]);
  });
});

describe("the leaves of the ledger, sealed by an issuer who has the key,", () => {
  const leaves = "ledger/leaves.bin";
  const whole = sample.files.get(leaves)!;

  test.each<[string, Buffer, RegExp]>([
    ["one changed", Buffer.concat([Buffer.alloc(32), whole.subarray(32)]), /do not lead to the signed root/],
    ["two swapped", Buffer.concat([whole.subarray(32, 64), whole.subarray(0, 32), whole.subarray(64)]), /do not lead/],
    ["one too few", whole.subarray(32), /192 bytes, where 7 leaves have 32 each/],
    ["one too many", Buffer.concat([whole, Buffer.alloc(32)]), /256 bytes/],
    ["half a one", whole.subarray(0, -16), /208 bytes/],
    ["none", Buffer.alloc(0), /0 bytes/],
  ])("%s, are refused", async (_, bytes, sentence) => {
    const problems = await problemsAfterForging((files) => files.set(leaves, bytes));
    expect(problems).toEqual([expect.stringMatching(sentence)]);
  });

  test("of a bundle that has none are not missed, for older bundles have none", async () => {
    expect(await problemsAfterForging((files) => files.delete(leaves))).toEqual([]);
  });
});

describe("a key that was given", () => {
  const others = (origin: string) => sampleBundle(undefined, { origin });

  test.each([
    [
      "of a forger for the same ledger",
      stranger.vkey,
      /another key than the one you gave, for a ledger of the same name/,
    ],
    [
      "of another ledger",
      others("exhibit.test/log/other").vkey,
      /that of another ledger: it belongs to exhibit\.test\/log\/other/,
    ],
    [
      "of the ledger that began after this one was lost",
      others("exhibit.test/log/0190c0de.2").vkey,
      /one of them began after/,
    ],
  ])("%s is told to be another, in a sentence", async (_, key, sentence) => {
    const { problems, exhibits } = await verify(sample.files, { key });
    expect(problems[0]).toMatchObject({ path: "ledger/key.vkey", sentence: expect.stringMatching(sentence) });
    expect(exhibits).toBe(0);
  });

  test("and is none is not asked of, lest it be taken for no key", async () => {
    await expect(verify(sample.files, { key: "secret" })).rejects.toThrow(TypeError);
  });
});

test("a format that the key signed and nobody here knows is told, and nothing else is judged", async () => {
  const sealed = (format: string) => {
    const files: BundleFiles = new Map(sample.files);
    const manifest = Buffer.from(files.get("manifest.json")!.toString().replace("exhibit-bundle/1", format));
    const statement = manifestStatement("exhibit.test/log/0190c0de", nodeCryptography.sha256(manifest));
    files.set("manifest.json", manifest);
    files.set("manifest.sig", Buffer.from(sample.sign("exhibit.test/log/0190c0de/bundle", statement)));
    return files;
  };
  const later = await verify(sealed("exhibit-bundle/7"), { key: sample.vkey });
  expect(later).toMatchObject({ problems: [], unknownFormat: "exhibit-bundle/7" });
  expect((await verify(sealed("exhibit-bundle/x"), { key: sample.vkey })).unknownFormat).toBeUndefined();
  const forged = new Map(sealed("exhibit-bundle/7")).set("manifest.sig", sample.files.get("manifest.sig")!);
  expect(await verify(forged, { key: sample.vkey })).toMatchObject({
    unknownFormat: undefined,
    problems: [{ path: "manifest.json" }],
  });
});

test("lists that say they are enormous are refused, not loaded", async () => {
  const source = memorySource(sample.files);
  const inflated = {
    ...source,
    async *files() {
      for await (const file of source.files()) yield file.path === "evidence.json" ? { ...file, size: 2 ** 40 } : file;
    },
  };
  const { problems } = await verifyBundle(inflated, nodeCryptography);
  expect(problems).toMatchObject([{ path: "evidence.json" }]);
});

test("a list that is nested as deep as no list of ours is reported, and nothing is thrown", async () => {
  const depth = 200_000;
  const problems = await problemsAfterForging((files) =>
    edit(files, "evidence.json", /"name": "[^"]*"/, `"name": ${"[".repeat(depth)}${"]".repeat(depth)}`),
  );
  expect(problems[0]).toMatch(/^evidence\.json EX-000001: What is listed as its name is not what was filed\./);
});
