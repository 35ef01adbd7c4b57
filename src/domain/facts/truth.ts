import { pathsOf } from "./place.ts";
import type { From, Path } from "./place.ts";

type Is = boolean | "unknown";

const NONE: readonly Truth[] = [];

/**
 * Whether something is so, as far as that was read: three-valued, with what it rests on. Made by facts and combined by Kleene's rules
 * alone, so that what nobody read can never become true or false on the way.
 */
export class Truth {
  readonly #is: Is;
  /** Known for itself, or by those that it follows from: its fields are gathered when somebody asks for them. */
  #because: From | undefined;
  #from: readonly Truth[];

  private constructor(is: Is, because: From | undefined, from: readonly Truth[]) {
    this.#is = is;
    this.#because = because;
    this.#from = from;
  }

  /** The fields that decide it: of a conjunction that fails only those that fail it. */
  get because(): readonly Path[] {
    const known = this.#because === undefined ? gathered(this.#from) : pathsOf(this.#because);
    this.#because = known;
    this.#from = NONE;
    return known;
  }

  /** What one reading says. For facts and populations alone: a check combines, it never makes one. */
  static of(is: Is, because: From): Truth {
    return new Truth(is, because, NONE);
  }

  /** True where all are, false where any is, otherwise unknown. Of none: true. */
  static all(truths: readonly Truth[]): Truth {
    return Truth.#combined(truths, false);
  }

  /** True where any is, false where all are false, otherwise unknown. Of none: false. */
  static any(truths: readonly Truth[]): Truth {
    return Truth.#combined(truths, true);
  }

  /** Where one truth is `decisive` it decides; otherwise unknown outweighs the rest. */
  static #combined(truths: readonly Truth[], decisive: boolean): Truth {
    let is: Is = !decisive;
    for (const truth of truths) {
      if (truth.#is === decisive) {
        is = decisive;
        break;
      }
      if (truth.#is === "unknown") is = "unknown";
    }
    // Mostly all of them say the same, and are no list of their own.
    const isEach = truths.every((truth) => truth.#is === is);
    return new Truth(is, undefined, isEach ? truths : truths.filter((truth) => truth.#is === is));
  }

  and(...others: readonly Truth[]): Truth {
    return Truth.all([this, ...others]);
  }

  or(...others: readonly Truth[]): Truth {
    return Truth.any([this, ...others]);
  }

  /** As `or`, where the other is asked only if this one is not true by itself. */
  orElse(other: () => Truth): Truth {
    return this.#is === true ? this : this.or(other());
  }

  /** As `and`, where the other is asked only if this one is not false by itself. */
  andThen(other: () => Truth): Truth {
    return this.#is === false ? this : this.and(other());
  }

  not(): Truth {
    return new Truth(this.#is === "unknown" ? "unknown" : !this.#is, this.#because, this.#from);
  }

  /** The outcome of a check that asks for this to be true. */
  outcome(): "pass" | "fail" | "unknown" {
    return this.#is === "unknown" ? "unknown" : this.#is ? "pass" : "fail";
  }

  /** One of three values, such as clauses for people to read; never to decide by. */
  say<Words>(words: { readonly yes: Words; readonly no: Words; readonly unknown: Words }): Words {
    return this.#is === "unknown" ? words.unknown : this.#is ? words.yes : words.no;
  }
}
const gathered = (truths: readonly Truth[]): Path[] => [...new Set(truths.flatMap(({ because }) => because))];
