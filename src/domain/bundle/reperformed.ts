import type { Findings } from "./bundle-report.ts";
import { nameOf, VERDICTS } from "./verdict-line.ts";
import type { VerdictLine } from "./verdict-line.ts";

/** How the verdicts of a bundle compare with what their judge says when it is asked again. */
export interface ReperformedVerdicts {
  readonly agreed: number;
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
  #agreed = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  agree(): void {
    this.#agreed += 1;
  }

  /** An agreed verdict that combines one which cannot be judged again. */
  agreeOn(line: VerdictLine): void {
    this.#agreed += 1;
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

  result(instant: string | undefined): ReperformedVerdicts {
    return {
      agreed: this.#agreed,
      differs: this.#differs,
      notReperformable: this.#open,
      resting: this.#resting,
      instant,
    };
  }
}
