import type { Checkpoint } from "../ledger/checkpoint.ts";
import { toHex } from "../ledger/bytes.ts";
import { commitContent } from "../ledger/commitment.ts";
import { InclusionChecker } from "../ledger/inclusion-checker.ts";
import { exhibitOfPath } from "./bundle-path.ts";
import { isInScope } from "./bundle-scope.ts";
import type { BundleScope } from "./bundle-scope.ts";
import type { Findings } from "./bundle-report.ts";
import type { BundleContent, Cryptography } from "./bundle-source.ts";
import { CHANGES, checkChanges, standingFault } from "./check-changes.ts";
import type { ProvedChanges } from "./check-changes.ts";
import { checkControls } from "./check-controls.ts";
import { listFault, parseEvidenceList } from "./evidence-list.ts";
import type { ListedItem } from "./evidence-list.ts";
import { hashReader, parseProofLine, proofFault } from "./proof-line.ts";
import type { ProofLine } from "./proof-line.ts";

const EVIDENCE = "evidence.json";
const PROOFS = "ledger/proofs.jsonl";
const EVIDENCE_LIMIT = 400e6;

/** What signatures vouch for. */
interface SignedFacts {
  readonly checkpoint: Checkpoint | undefined;
  readonly scope: BundleScope | undefined;
}

/** What the entry by which an exhibit was filed says of it, or commits to. */
export interface Filing {
  /** As in verdicts. */
  readonly at: string;
  /** Undefined where it was filed under none. */
  readonly source: string | undefined;
}

export interface ProvedExhibits {
  readonly exhibits: number;
  readonly artifacts: number;
  /** What is listed, by exhibit; undefined where the list cannot be read. */
  readonly items: ReadonlyMap<string, ListedItem> | undefined;
  /** How each exhibit that was proved was filed. */
  readonly filings: ReadonlyMap<string, Filing>;
}

/**
 * Each proof against the signed root, and each item's file and listing against its proof. A proof is judged by itself
 * first, so that what disagrees with a sound one can be named as the thing that was altered.
 */
export async function checkExhibits(
  content: BundleContent,
  crypto: Cryptography,
  { checkpoint, scope }: SignedFacts,
  findings: Findings,
): Promise<ProvedExhibits> {
  const items = await readItems(content, findings);
  const changes = await checkChanges(content, crypto, checkpoint, findings);
  const claimed = new Set<string>();
  const proved = new Set<string>();
  const filings = new Map<string, Filing>();
  const tree = checkpoint && new InclusionChecker(crypto.sha256, checkpoint.size, checkpoint.root);
  let artifacts = 0;
  for await (const line of readProofs(content, findings)) {
    const { exhibit } = line;
    const item = items?.get(exhibit);
    const fault = claimed.has(exhibit) ? "There are two proofs for it." : proofFault(line, tree, crypto);
    claimed.add(exhibit);
    if (fault !== undefined) findings.add(PROOFS, fault, exhibit);
    else if (items && !item) findings.add(EVIDENCE, "There is a proof for it, but it is not listed.", exhibit);
    else if (item && isAsFiled(item, line, { content, changes }, crypto, findings)) {
      proved.add(exhibit);
      filings.set(exhibit, filingOf(line));
      artifacts += item.artifact === null ? 0 : 1;
    }
  }
  for (const exhibit of items?.keys() ?? []) {
    if (!claimed.has(exhibit)) findings.add(PROOFS, "There is no readable proof for it.", exhibit);
  }
  // A list that is known to be altered accuses no file.
  if (items && !findings.has(EVIDENCE)) {
    checkOwners(items, content, findings);
    if (scope) checkScope(items, scope, findings);
    // Nor does one in which a single item is wrong accuse the list of controls.
    if (!findings.problems.some(({ path }) => path === EVIDENCE || path === PROOFS || path === CHANGES))
      await checkControls(content, items, findings);
  }
  return checkpoint
    ? { exhibits: proved.size, artifacts, items, filings }
    : { exhibits: 0, artifacts: 0, items, filings: new Map() };
}

function filingOf({ entry: { at }, metadata: { source } }: ProofLine): Filing {
  return { at, source: typeof source === "string" ? source : undefined };
}

async function readItems(content: BundleContent, findings: Findings): Promise<Map<string, ListedItem> | undefined> {
  const text = await content.text(EVIDENCE, EVIDENCE_LIMIT);
  if (text === undefined) return undefined;
  const items = parseEvidenceList(text);
  if (!items) findings.add(EVIDENCE, "The list of evidence cannot be read.");
  return items;
}

async function* readProofs(content: BundleContent, findings: Findings): AsyncGenerator<ProofLine> {
  if (!content.found.has(PROOFS)) {
    findings.add(PROOFS, "The file is missing.");
    return;
  }
  let number = 0;
  const readHash = hashReader();
  for await (const text of content.lines(PROOFS)) {
    number += 1;
    const line = text === undefined ? undefined : parseProofLine(text, readHash);
    if (line) yield line;
    else findings.add(PROOFS, `Line ${number} is not a proof.`);
  }
}

/** Whether the list says of the item, and its file is, what was filed. */
function isAsFiled(
  item: ListedItem,
  line: ProofLine,
  { content: { found }, changes }: { readonly content: BundleContent; readonly changes: ProvedChanges },
  crypto: Cryptography,
  findings: Findings,
): boolean {
  // Where a change is not proved, the list that follows it is not to blame.
  const fault =
    listFault(item, line, crypto) ?? (findings.has(CHANGES) ? undefined : standingFault(item, line, changes));
  if (fault !== undefined) findings.add(EVIDENCE, fault, item.exhibit);
  if (item.artifact === null) return fault === undefined;
  const file = found.get(item.artifact);
  if (!file) {
    // A file that the manifest misses has been reported; any other was never there.
    if (!findings.has(item.artifact))
      findings.add(EVIDENCE, "It names a file that is not in the bundle.", item.exhibit);
    return false;
  }
  // What is listed was committed to, where nothing is wrong with the listing: the same bytes need no second commitment.
  const isListed = fault === undefined && toHex(file.sha256) === item.sha256;
  const isFiled =
    file.size === line.entry.size &&
    (isListed || commitContent(crypto.hmacSha256, line.salt, file.sha256) === line.entry.content);
  if (!isFiled) findings.add(item.artifact, "This is not the file that was filed.");
  return isFiled && fault === undefined;
}

/** An artifact that no item names was never shown to be filed. */
function checkOwners(items: ReadonlyMap<string, ListedItem>, { found }: BundleContent, findings: Findings): void {
  for (const path of found.keys()) {
    if (!path.startsWith("artifacts/")) continue;
    const exhibit = exhibitOfPath(path);
    if (exhibit === undefined || items.get(exhibit)?.artifact !== path)
      findings.add(path, "No item is listed for this file.");
  }
}

/** A bundle that says it is narrowed must not hold more. */
function checkScope(items: ReadonlyMap<string, ListedItem>, scope: BundleScope, findings: Findings): void {
  for (const { exhibit, collectedAt } of items.values()) {
    if (typeof collectedAt === "string" && !isInScope(scope, collectedAt))
      findings.add(EVIDENCE, "It was collected outside of what the bundle says it covers.", exhibit);
  }
}
