import type { Checkpoint } from "../ledger/checkpoint.ts";
import { exhibitOfPath } from "./bundle-path.ts";

/** Something in a bundle that is not as it was sealed. */
export interface Problem {
  /** The damaged file's path, or "ZIP directory", or "--since" for the checkpoint that the auditor brought. */
  readonly path: string;
  /** Set where one exhibit is concerned, as `EX-000123`. */
  readonly exhibit: string | undefined;
  /** One plain sentence. */
  readonly sentence: string;
}

/** What a verification found. The bundle is what was sealed if, and only if, there are no problems. */
export interface BundleReport {
  readonly problems: readonly Problem[];
  readonly files: number;
  readonly bytes: number;
  /** What the bundle was narrowed to, in words; undefined where it holds everything. */
  readonly scope: string | undefined;
  /** Items that were proved against the signed root. */
  readonly exhibits: number;
  /** Of these, the ones whose file is in the bundle. */
  readonly artifacts: number;
  /** The signed head; undefined when no valid signature vouches for one. */
  readonly checkpoint: Checkpoint | undefined;
  /** The key that the signatures were checked with. */
  readonly key: string | undefined;
  /** How the ledger stands to the earlier checkpoint; undefined when none was given. */
  readonly earlier: string | undefined;
}

/** What no verification of a bundle can show. Belongs under every report. */
export const notProved: readonly string[] = [
  "that the source told the truth when it was asked",
  "that nothing else exists which was never filed, or was left out of this bundle",
  "that the conclusions in the report and the lists are right; only that they are the issuer's, unaltered",
];

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
