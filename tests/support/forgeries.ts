import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { formatManifest, manifestKeyName, manifestStatement } from "#domain/bundle/manifest.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { foreignZip } from "./foreign-zip.ts";
import { formChanges, insiderChanges } from "./forged-files.ts";
import type { Change, Dice } from "./forged-files.ts";
import { smuggled } from "./forged-archives.ts";
import { lossChanges, untrueDeclaration, withLosses } from "./forged-losses.ts";
import { sampleBundle, zipOf } from "./sample-bundle.ts";
import type { BundleFiles, SampleBundle } from "./sample-bundle.ts";

// A grammar of forgeries. forgery := change{1..3} cover packing | rebuilt cover packing | smuggled | fork | loss packing
//   loss := a bundle of a ledger that began again, changed or declaring what is untrue, or one of the first that declares any;
//     sealed with the true key
//   cover := nothing | a manifest that fits, unsigned | signed with a key of the forger's own, in one, two or all places
//   packing := as the server does it | as another tool does it, in one of its ways

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
const ORIGIN = "exhibit.test/log/0190c0de";

/** What a forger hands to an auditor. */
export interface Forgery {
  /** The productions it was made by. */
  readonly made: string;
  readonly bytes: Buffer;
  /** An earlier checkpoint of the true ledger, where the forgery is one that only such a checkpoint shows. */
  readonly since?: string;
  /** The true key that auditors have of it; that of the genuine bundle otherwise. */
  readonly key?: string;
}

/** An Ed25519 key that is the same in every run. */
function pairOf(name: string) {
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), sha256(Buffer.from(name))]),
    format: "der",
    type: "pkcs8",
  });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

const artifacts = ["first", "second\n", "", `${"fourth ".repeat(60)}\n`].map((text) => Buffer.from(text));
const [truePair, ownPair] = [pairOf("the issuer's"), pairOf("the forger's")];

/** The bundle that is forged. */
export const genuine: SampleBundle = sampleBundle(artifacts, { origin: ORIGIN, pair: truePair });
const forgers = sampleBundle(artifacts, { origin: ORIGIN, pair: ownPair });

/** Of the ledger that began after two were lost. */
export const genuineThird: SampleBundle = sampleBundle(artifacts, { origin: `${ORIGIN}.3`, pair: truePair });

/** Dice that fall the same for the same seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { below, pick: (list) => list[below(list.length)]! };
}

/** The forgery of this seed. Each differs from the genuine bundle in what it says, not only in how it is packed. */
export async function forgeryOf(seed: number): Promise<Forgery> {
  const dice = diceOf(seed);
  const kind = dice.below(23);
  if (kind < 12) return await changed(dice);
  if (kind < 14) return await byInsider(dice);
  if (kind < 16) return await rebuilt(dice);
  if (kind < 17) return await fork(dice);
  if (kind < 20) return await hiddenLoss(dice);
  const { name, bytes } = await smuggled(dice, genuine, forgers);
  return { made: `smuggled: ${name}`, bytes };
}

const isGenuine = (files: BundleFiles, of = genuine) =>
  files.size === of.files.size && [...files].every(([path, bytes]) => of.files.get(path)?.equals(bytes));

/** Changes until the files are others than before: two swaps may undo each other. */
function apply(
  dice: Dice,
  changes: readonly (readonly [string, Change])[],
  files: BundleFiles,
  of = genuine,
): string[] {
  const names: string[] = [];
  for (let left = 1 + dice.below(3); left > 0 || isGenuine(files, of); left--) {
    const [name, change] = dice.pick(changes);
    change(files, dice, forgers.files);
    names.push(name);
  }
  return names;
}

async function changed(dice: Dice): Promise<Forgery> {
  const files: BundleFiles = new Map(genuine.files);
  const names = apply(dice, formChanges, files);
  const cover = dice.pick(covers);
  const covered: BundleFiles = new Map(files);
  cover[1](covered);
  // A manifest that fits may mend what was changed of the manifest.
  if (isGenuine(covered)) return await packed(dice, names.join(", "), files);
  return await packed(dice, [...names, cover[0]].join(", "), covered);
}

/** The issuer changes what the ledger commits to, and seals that with the true key. */
async function byInsider(dice: Dice): Promise<Forgery> {
  const files: BundleFiles = new Map(genuine.files);
  const names = apply(dice, insiderChanges, files);
  genuine.seal(files);
  return await packed(dice, `insider: ${names.join(", ")}`, files);
}

/** A forger's own bundle from beginning to end, with pieces of the genuine one in it. */
async function rebuilt(dice: Dice): Promise<Forgery> {
  const own = sampleBundle([Buffer.from(`forged ${dice.below(1e9)}`), ...artifacts.slice(dice.below(4))], {
    origin: dice.pick([ORIGIN, `${ORIGIN}.2`, "exhibit.test/log/other"]),
    pair: ownPair,
    leaves: dice.below(4) > 0,
  });
  const files: BundleFiles = new Map(own.files);
  const pieces = ["ledger/key.vkey", "ledger/checkpoint", "ledger/leaves.bin", "ledger/proofs.jsonl", "manifest.sig"];
  const kept = pieces.filter(() => dice.below(4) === 0);
  for (const path of kept) files.set(path, genuine.files.get(path)!);
  const cover = dice.pick(covers);
  cover[1](files);
  return await packed(dice, `rebuilt with true ${kept.join(" ") || "nothing"}, ${cover[0]}`, files);
}

/** The issuer's second history, signed with the true key: only an earlier checkpoint shows it. */
async function fork(dice: Dice): Promise<Forgery> {
  const other = sampleBundle([Buffer.from(`second history ${dice.below(1e9)}`), ...artifacts.slice(1)], {
    origin: ORIGIN,
    pair: truePair,
    leaves: dice.below(3) > 0,
  });
  const forgery = await packed(dice, "fork", new Map(other.files));
  return { ...forgery, since: genuine.checkpointOf(3 + dice.below(5)) };
}

/** The issuer hides that earlier ledgers were lost, or says something else of it than the ledger. */
async function hiddenLoss(dice: Dice): Promise<Forgery> {
  const kind = dice.below(6);
  if (kind === 0) {
    const files: BundleFiles = new Map(genuine.files);
    withLosses(files, genuineThird.files);
    genuine.seal(files);
    return await packed(dice, "losses of the first ledger", files);
  }
  if (kind === 1) {
    const declare = untrueDeclaration(dice, ORIGIN);
    const untrue = sampleBundle(artifacts, { origin: `${ORIGIN}.3`, pair: truePair, declare });
    return { ...(await packed(dice, "an untrue loss", new Map(untrue.files))), key: untrue.vkey };
  }
  const files: BundleFiles = new Map(genuineThird.files);
  const names = apply(dice, lossChanges, files, genuineThird);
  genuineThird.seal(files);
  return { ...(await packed(dice, `losses: ${names.join(", ")}`, files)), key: genuineThird.vkey };
}

type Cover = readonly [name: string, cover: (files: BundleFiles) => void];

function fit(files: BundleFiles): Buffer {
  const sealed = [...files].filter(([path]) => !["manifest.json", "manifest.sig"].includes(path));
  const list = sealed.map(([path, bytes]) => ({ path, sha256: sha256(bytes).toString("hex"), size: bytes.length }));
  const manifest = Buffer.from(formatManifest({ files: list }));
  files.set("manifest.json", manifest);
  return manifest;
}

function signManifest(files: BundleFiles): void {
  const statement = manifestStatement(ORIGIN, sha256(fit(files)));
  files.set("manifest.sig", Buffer.from(forgers.sign(manifestKeyName(ORIGIN), statement)));
}

const covers: readonly Cover[] = [
  ["uncovered", () => {}],
  ["with a manifest that fits", fit],
  ["with a manifest of their own key", signManifest],
  [
    "with their own key inside",
    (files) => {
      files.set("ledger/key.vkey", Buffer.from(`${forgers.vkey}\n`));
      signManifest(files);
    },
  ],
  [
    "with their own key everywhere",
    (files) => {
      const note = (files.get("ledger/checkpoint") ?? Buffer.from("\n\n")).toString();
      files.set("ledger/key.vkey", Buffer.from(`${forgers.vkey}\n`));
      const text = `${note.split("\n\n")[0]!}\n`;
      if (/^[ -~\n]+\n$/.test(text)) files.set("ledger/checkpoint", Buffer.from(forgers.sign(ORIGIN, text)));
      signManifest(files);
    },
  ],
  [
    "with both signatures on the manifest",
    (files) => {
      const theirs = genuine.files.get("manifest.sig")!.toString();
      signManifest(files);
      const own = files.get("manifest.sig")!.toString().split("\n\n")[1]!;
      files.set("manifest.sig", Buffer.from(theirs + own));
    },
  ],
  [
    "with a statement that is canonical JSON",
    (files) => {
      fit(files);
      files.set("manifest.sig", Buffer.from(`${canonicalJson({ ok: true })}\n`));
    },
  ],
];

/** Ways to pack, as the server does it and as other tools do. */
export const packings: readonly (readonly [name: string, pack: (files: BundleFiles) => Promise<Buffer> | Buffer])[] = [
  ["as issued", (files) => zipOf(files)],
  ["stored by another", (files) => foreignZip(files)],
  ["deflated by another", (files) => foreignZip(files, { deflate: true })],
  ["through a pipe", (files) => foreignZip(files, { deflate: true, descriptors: true })],
  ["in a folder", (files) => foreignZip([...files].map(([path, bytes]) => [`a folder/${path}`, bytes] as const))],
  ["backwards", (files) => foreignZip([...files].toReversed(), { deflate: true })],
];

async function packed(dice: Dice, made: string, files: BundleFiles): Promise<Forgery> {
  const isOurs = [...files.keys()].every((path) => /^\w[\w. /-]*$/.test(path) && !path.includes(".."));
  const keys = new Set([...files.keys()].map((path) => path.toLowerCase()));
  // Our own writer refuses names that are unsafe or there twice.
  const [name, pack] = dice.pick(isOurs && keys.size === files.size ? packings : packings.slice(1));
  return { made: `${made}, ${name}`, bytes: await pack(files) };
}
