import type { LedgerLoss } from "../ledger-loss.ts";
import type { Checkpoint } from "../ledger/checkpoint.ts";
import { exhibitOfPath } from "./bundle-path.ts";
import type { Looks } from "./check-looks.ts";
import type { ReperformedVerdicts } from "./reperformed.ts";

/** Something in a bundle that is not as it was sealed. */
export interface Problem {
  /** The damaged file's path, or "ZIP directory", or "--key" where the bundle is another ledger's. */
  readonly path: string;
  /** Set where one exhibit is concerned, as `EX-000123`. */
  readonly exhibit: string | undefined;
  /** One plain sentence. */
  readonly sentence: string;
}

/**
 * How a bundle's files were found: in a ZIP, byte for byte as it was issued; in a ZIP that another tool packed; or in a
 * folder.
 */
export type Packing = "issued" | "repacked" | "folder";

/** How the ledger stands to the earlier checkpoint that an auditor brought. */
export interface Continuation {
  /** True only where the bundle shows that its ledger begins with the earlier one. */
  readonly isShown: boolean;
  readonly sentence: string;
}

/** A proof or a claim that was good until a day. Bundles of format 1 hold none. */
export interface Expiry {
  readonly what: string;
  /** The last day it was good for, of UTC, as 2027-01-31. */
  readonly day: string;
}

/** What a verification found; {@link verdictOf} tells what follows from it. */
export interface BundleReport {
  /** False where nothing tells that this is one of our bundles, damaged or whole. */
  readonly isBundle: boolean;
  /** A signed format that this verifier is too old for, such as `exhibit-bundle/7`. */
  readonly unknownFormat: string | undefined;
  /** Whether the key came from the auditor; a key from inside the bundle vouches for nobody. */
  readonly isKeyGiven: boolean;
  readonly packing: Packing;
  /** The one folder that all files lie in, where a tool packed them so; it counts for nothing. */
  readonly inFolder: string | undefined;
  /** Files that systems leave behind by themselves: not part of the bundle, and not looked at. */
  readonly passedOver: readonly string[];
  readonly problems: readonly Problem[];
  readonly files: number;
  readonly bytes: number;
  /** What the bundle was narrowed to, in words; undefined where it holds everything. */
  readonly scope: string | undefined;
  /** Items that were proved against the signed root. */
  readonly exhibits: number;
  /** Of these, the ones whose file is in the bundle. */
  readonly artifacts: number;
  /** How its verdicts compare with what is judged again; undefined for a bundle that holds none. */
  readonly verdicts: ReperformedVerdicts | undefined;
  /** The exhibits of the registers that were found to say the same on later days. */
  readonly looks: readonly Looks[];
  /** The signed head; undefined when no valid signature vouches for one. */
  readonly checkpoint: Checkpoint | undefined;
  /** Ledgers of the same name that were lost before this one began, as it proves them; the first one first. */
  readonly losses: readonly LedgerLoss[];
  /** The key that the signatures were checked with. */
  readonly key: string | undefined;
  /** Undefined when no earlier checkpoint was given. */
  readonly earlier: Continuation | undefined;
  /** What ran out before today. */
  readonly expired: readonly Expiry[];
}

/** What a verification of a bundle cannot show. Belongs under every report. */
export function notProved({ verdicts }: Pick<BundleReport, "verdicts">): readonly string[] {
  return [
    ...(verdicts && verdicts.foreign.length > 0
      ? ["that a judge which came with the bundle, and is not this verifier's own, judges by the published rules"]
      : []),
    "that the source told the truth when it was asked",
    "that nothing else exists which was never filed, or was left out of this bundle",
    ...(verdicts
      ? [
          "that the verdicts rest on every exhibit: one that no verdict cites is not missed, except the newest of the registers",
          "that a connection bears the name of its account: its exhibit says which one was read",
        ]
      : []),
    verdicts && verdicts.agreed > 0
      ? "that what a person tested, reviewed or declared is right, nor anything else that was not judged again"
      : "that the conclusions in the report and the lists are right; only that they are the issuer's, unaltered",
  ];
}

/** Collects problems: the first for each file and exhibit, for what comes after is mostly its consequence. */
export class Findings {
  readonly #problems = new Map<string, Problem>();

  add(path: string, sentence: string, exhibit = exhibitOfPath(path)): void {
    const key = JSON.stringify([path, exhibit]);
    if (!this.#problems.has(key)) this.#problems.set(key, { path, exhibit, sentence });
  }

  /** Whether something is wrong with a file as a whole, or with an artifact. */
  has(path: string): boolean {
    return this.#problems.has(JSON.stringify([path, exhibitOfPath(path)]));
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }
}
