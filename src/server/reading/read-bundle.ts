import type { BundleReport } from "#domain/bundle/bundle-report.ts";
import type { ReperformedVerdicts } from "#domain/bundle/reperformed.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { verdictOf } from "#domain/bundle/verdict.ts";
import { zipSource } from "#domain/bundle/zip-source.ts";
import { ANOTHER_VERSION } from "#domain/judge/judges.ts";
import { asField } from "#domain/registers/vendor-bundle.ts";
import { toBase64 } from "#domain/ledger/bytes.ts";
import { parseVkey } from "#domain/ledger/signed-note.ts";
import { judge } from "#judge/judge.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";
import { nodeZip } from "../zip/bundle-sources.ts";
import { gunzip } from "../zip/gunzip.ts";
import { bundleFacts } from "./bundle-facts.ts";
import type { BundleFacts } from "./bundle-facts.ts";

/** A bundle that another Exhibit issued; its bytes follow. */
export interface BundleToRead {
  readonly size: number;
  /** The signer's key, as somebody was given it by another route than the bundle; undefined where nobody entered one. */
  readonly key: string | undefined;
  /** SHA-256 of the judge that this process is built from, hexadecimal: what the same judge said is judged again. */
  readonly judge: string | undefined;
}

/** What came of it. `consistent`: it agrees with itself, and nobody's key was compared. */
export interface ReadBundle {
  readonly outcome: "verified" | "consistent" | "refused";
  /** One sentence. */
  readonly sentence: string;
  /** Of a bundle that was not refused. */
  readonly facts?: BundleFacts;
}

const refused = (sentence: string): ReadBundle => ({ outcome: "refused", sentence: asField(sentence) });

/**
 * Verifies a bundle with the key that a person entered. What is damaged, altered, signed by another key or no bundle at all is refused with one
 * sentence; nothing that a bundle holds makes it throw.
 */
export async function readBundle(bytes: Buffer, { key, judge: sha256 }: BundleToRead): Promise<ReadBundle> {
  if (key !== undefined && !parseVkey(nodeCryptography.sha256, key))
    return refused("The ledger key that was entered is none. It has the form name+id+key.");
  const source = await zipSource(
    async (into, at) => bytes.copy(into, 0, at, Math.min(bytes.length, at + into.length)),
    bytes.length,
    nodeZip,
  );
  const own = sha256 === undefined ? undefined : { sha256, judge };
  const report = await verifyBundle(source, nodeCryptography, { key, judges: { own, gunzip } });
  const { name, details } = verdictOf(report);
  if (name === "not-a-bundle") return refused(`This file is not an Exhibit bundle. ${details[0]}`);
  if (name !== "verified" && name !== "consistent") return refused(whyRefused(report, details));
  const { checkpoint, exhibits, verdicts } = report;
  if (!checkpoint || report.key === undefined) return refused("The bundle's ledger is signed by nobody.");
  const items = exhibits === 1 ? "1 item" : `${exhibits} items`;
  const judged = verdicts ? judgedWords(verdicts) : "";
  return {
    outcome: name,
    sentence:
      name === "verified"
        ? `Signed with the key that was entered: ${items}, each in a ledger of ${checkpoint.size} entries.${judged}`
        : `The bundle agrees with itself: ${items}.${judged} Enter the ledger key that the vendor gave you by another route.`,
    facts: {
      ...(await bundleFacts(source, report.inFolder)),
      items: exhibits,
      checkpoint: `${checkpoint.origin}, ${checkpoint.size} entries, ${toBase64(checkpoint.root)}`,
      key: report.key,
    },
  };
}

/**
 * How many of its verdicts were judged again, and whose judge said the others: what a judge of another version said is whole and signed, and
 * is not judged again by this process, which runs no code of a bundle.
 */
function judgedWords({ agreed, notReperformable }: ReperformedVerdicts): string {
  const others = [...notReperformable.values()].reduce((sum, names) => sum + names.length, 0);
  const all = agreed + others;
  if (all === 0) return "";
  const byAnother = notReperformable.get(ANOTHER_VERSION)?.length ?? 0;
  const another =
    byAnother > 0
      ? ` ${byAnother} were said by the judge of another version of Exhibit, and were not judged again.`
      : "";
  return ` ${agreed} of ${all} verdicts were judged again and agree.${another}`;
}

function whyRefused({ problems }: BundleReport, details: readonly string[]): string {
  const [first] = problems;
  if (!first) return `The bundle is not verified. ${details[0]}`;
  if (first.path === "ledger/key.vkey" && /another key|another ledger|one of them began/.test(first.sentence))
    return `The bundle is signed with another key than the one that was entered. ${first.sentence}`;
  const more = problems.length === 1 ? "" : ` ${problems.length - 1} more like it.`;
  return `The bundle was damaged or altered: ${first.exhibit ?? first.path}. ${first.sentence}${more}`;
}
