import { formatVkey } from "../ledger/signed-note.ts";
import { Findings } from "./bundle-report.ts";
import type { BundleReport, Continuation } from "./bundle-report.ts";
import { wordScope } from "./bundle-scope.ts";
import { BundleContent } from "./bundle-source.ts";
import type { BundleSource, Cryptography } from "./bundle-source.ts";
import { checkExhibits } from "./check-exhibits.ts";
import { checkFiles } from "./check-files.ts";
import { readKey } from "./check-key.ts";
import { checkContinuation, readCheckpoint } from "./check-ledger.ts";
import { checkLooks } from "./check-looks.ts";
import { checkLosses } from "./check-losses.ts";
import { checkRuns } from "./check-runs.ts";
import { withdrawnIn } from "./withdrawn-list.ts";
import { checkVerdicts } from "./check-verdicts.ts";
import type { ListedItem } from "./evidence-list.ts";
import type { Judges } from "../judge/judges.ts";

/** What the auditor brings along. */
export interface VerifyOptions {
  /** The ledger's key as it was given by another route; without it a bundle is only shown to agree with its own. */
  readonly key?: string | undefined;
  /** A checkpoint of an earlier day, the whole signed note. */
  readonly since?: string | undefined;
}

/** What the verifier judges verdicts again with; nothing judges them where nothing is given. */
export interface Reperforming {
  readonly judges?: Judges | undefined;
}

/** Nobody vouches for this bundle's ledger, and so nothing of it is shown. */
const UNSIGNED: Continuation = {
  isShown: false,
  sentence: "NOT SHOWN to continue the earlier checkpoint: the bundle's own checkpoint is not signed.",
};

/**
 * Verifies a whole bundle without trusting its issuer: every file against the manifest, the manifest and the
 * ledger's head against the key, and each item and its file against the ledger. Reads each file once, and the lists and
 * the ledger's leaves a second time; memory grows with the number of files, not with their size. Damage is reported,
 * never thrown. Throws a TypeError for a given key that is none.
 */
export async function verifyBundle(
  source: BundleSource,
  crypto: Cryptography,
  options: VerifyOptions & Reperforming = {},
): Promise<BundleReport> {
  const findings = new Findings();
  const content = await BundleContent.scan(source, findings);
  const isBundle = await content.isBundle();
  if (!isBundle || content.isBroken) return unread(isBundle, source, findings, options);
  const key = await readKey(content, crypto, options.key, findings);
  const { manifest, unknownFormat } = await checkFiles(content, crypto, key, findings);
  const checkpoint = key && (await readCheckpoint(content, crypto, key, findings));
  const { items, filings, ...proved } = await checkExhibits(
    content,
    crypto,
    { checkpoint, scope: manifest?.scope },
    findings,
  );
  const runs = await checkRuns(content, crypto, checkpoint, findings);
  const withdrawn = await withdrawnIn(content);
  const cited = { items: items ?? new Map<string, ListedItem>(), entries: checkpoint?.size, runs, filings, withdrawn };
  const looks = await checkLooks(content, crypto, checkpoint, cited, findings);
  const verdicts = await checkVerdicts(content, options.judges ?? {}, cited, findings);
  const losses = key && checkpoint ? await checkLosses(content, crypto, key, checkpoint, findings) : [];
  const earlier =
    key && checkpoint
      ? await checkContinuation(content, crypto, key, checkpoint, options.since, findings)
      : options.since !== undefined
        ? UNSIGNED
        : undefined;
  let bytes = 0;
  for (const { size } of content.found.values()) bytes += size;
  return {
    ...proved,
    verdicts,
    looks,
    isBundle,
    unknownFormat,
    isKeyGiven: options.key !== undefined,
    packing: source.packing,
    inFolder: content.inFolder,
    passedOver: content.passedOver,
    problems: findings.problems,
    files: content.found.size,
    bytes,
    scope: manifest?.scope && wordScope(manifest.scope),
    checkpoint,
    losses,
    key: key && formatVkey(crypto.sha256, key.name, key.publicKey),
    earlier,
    expired: [],
  };
}

/** What is no bundle, or cannot be read, is not asked for files: what it lacks is no finding. */
function unread(isBundle: boolean, source: BundleSource, findings: Findings, options: VerifyOptions): BundleReport {
  return {
    isBundle,
    unknownFormat: undefined,
    isKeyGiven: options.key !== undefined,
    packing: source.packing,
    inFolder: undefined,
    passedOver: [],
    problems: findings.problems,
    files: 0,
    bytes: 0,
    scope: undefined,
    exhibits: 0,
    artifacts: 0,
    verdicts: undefined,
    looks: [],
    checkpoint: undefined,
    losses: [],
    key: undefined,
    earlier: options.since === undefined ? undefined : UNSIGNED,
    expired: [],
  };
}
