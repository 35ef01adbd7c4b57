import type { Judges } from "../judge/judges.ts";
import type { Findings } from "./bundle-report.ts";
import { nameOf, VERDICTS } from "./verdict-line.ts";
import type { VerdictLine } from "./verdict-line.ts";

/** How the verdicts of a bundle compare with what their judge says when it is asked again. */
export interface ReperformedVerdicts {
  readonly agreed: number;
  /** Of these, the ones that a foreign judge said, or that rest on what one said. */
  readonly agreedByForeign: number;
  /** SHA-256 of the judges that answered and came with the bundle: they are not the verifier's own, and of no version that it knows. */
  readonly foreign: readonly string[];
  /** Versions of the other judges that answered, by their SHA-256. */
  readonly released: ReadonlyMap<string, string>;
  /** Names of those that differ; the problems say how. */
  readonly differs: readonly string[];
  /** Names of those that cannot be judged again, by why. */
  readonly notReperformable: ReadonlyMap<string, readonly string[]>;
  /** Names of controls that agreed, and combine a check that cannot be judged again. */
  readonly resting: readonly string[];
  /** The moment that verdicts about controls speak of; undefined where there are none. */
  readonly instant: string | undefined;
}

/** Counts verdicts as they are judged again; each in one place. */
export class Tally {
  readonly #findings: Findings;
  readonly #differs: string[] = [];
  readonly #open = new Map<string, string[]>();
  readonly #resting: string[] = [];
  readonly #judges: Pick<Judges, "own" | "released">;
  readonly #foreign = new Set<string>();
  readonly #released = new Map<string, string>();
  #agreed = 0;
  #agreedByForeign = 0;

  constructor(findings: Findings, judges: Pick<Judges, "own" | "released">) {
    this.#findings = findings;
    this.#judges = judges;
  }

  /** Whether a judge is not the verifier's own, and so runs apart from it. */
  isApart(judge: string | null): boolean {
    return judge !== null && judge !== this.#judges.own?.sha256;
  }

  /** Whether nobody but the bundle's issuer vouches for a judge. */
  isForeign(judge: string | null): boolean {
    return judge !== null && this.isApart(judge) && this.#versionOf(judge) === undefined;
  }

  /** A judge gave an answer that could be read. */
  answered(judge: string): void {
    const version = this.#versionOf(judge);
    if (this.isForeign(judge)) this.#foreign.add(judge);
    else if (this.isApart(judge) && version !== undefined) this.#released.set(judge, version);
  }

  #versionOf(judge: string): string | undefined {
    const { released } = this.#judges;
    return released && Object.hasOwn(released, judge) ? released[judge] : undefined;
  }

  agree(isByForeign: boolean): void {
    this.#agreed += 1;
    if (isByForeign) this.#agreedByForeign += 1;
  }

  /** An agreed verdict that combines one which cannot be judged again. */
  agreeOn(line: VerdictLine, isByForeign: boolean): void {
    this.agree(isByForeign);
    this.#resting.push(nameOf(line));
  }

  /** `how` is a clause. */
  differ(line: VerdictLine, how: string): void {
    this.#differs.push(nameOf(line));
    this.#findings.add(`${VERDICTS}, ${nameOf(line)}`, `Differs: ${how}.`);
  }

  /** `why` is a phrase, the same for all of its kind. */
  leave(line: VerdictLine, why: string): void {
    this.#open.set(why, [...(this.#open.get(why) ?? []), nameOf(line)]);
  }

  /** The newest exhibit of the registers, which no verdict cites and which could not be judged again. */
  leaveUncited(exhibit: string): void {
    this.#open.set("the newest exhibit of the registers, which no verdict cites", [exhibit]);
  }

  result(instant: string | undefined): ReperformedVerdicts {
    return {
      agreed: this.#agreed,
      agreedByForeign: this.#agreedByForeign,
      foreign: [...this.#foreign],
      released: this.#released,
      differs: this.#differs,
      notReperformable: this.#open,
      resting: this.#resting,
      instant,
    };
  }
}
