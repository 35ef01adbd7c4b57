/** Where something was read: a subject and the way to a field of it. */
export type Path = string;

type Is = boolean | "unknown";

const NONE: readonly Truth[] = [];

/**
 * Whether something is so, as far as that was read: three-valued, with what it rests on. Made by facts and combined by Kleene's rules
 * alone, so that what nobody read can never become true or false on the way.
 */
export class Truth {
  readonly #is: Is;
  #because: readonly Path[] | undefined;
  /** Those that it follows from, until somebody asks for its fields: of hundreds of thousands hardly one is asked. */
  #from: readonly Truth[];

  private constructor(is: Is, because: readonly Path[] | undefined, from: readonly Truth[]) {
    this.#is = is;
    this.#because = because;
    this.#from = from;
  }

  /** The fields that decide it: of a conjunction that fails only those that fail it. */
  get because(): readonly Path[] {
    if (this.#because === undefined) {
      this.#because = paths(this.#from);
      this.#from = NONE;
    }
    return this.#because;
  }

  /** What one reading says. For facts and populations alone: a check combines, it never makes one. */
  static of(is: Is, because: readonly Path[]): Truth {
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
    return new Truth(
      is,
      undefined,
      truths.filter((truth) => truth.#is === is),
    );
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
const paths = (truths: readonly Truth[]): Path[] => [...new Set(truths.flatMap(({ because }) => because))];
