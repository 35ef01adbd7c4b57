/** Where something was read: a subject and the way to a field of it. */
export type Path = string;

type Is = boolean | "unknown";

/**
 * Whether something is so, as far as that was read: three-valued, with what it rests on. Made by facts and combined by Kleene's rules
 * alone, so that what nobody read can never become true or false on the way.
 */
export class Truth {
  readonly #is: Is;
  /** The fields that decide it: of a conjunction that fails only those that fail it. */
  readonly because: readonly Path[];

  private constructor(is: Is, because: readonly Path[]) {
    this.#is = is;
    this.because = because;
  }

  /** What one reading says. For facts and populations alone: a check combines, it never makes one. */
  static of(is: Is, because: readonly Path[]): Truth {
    return new Truth(is, because);
  }

  /** True where all are, false where any is, otherwise unknown. Of none: true. */
  static all(truths: readonly Truth[]): Truth {
    return combined(truths, false, true);
  }

  /** True where any is, false where all are false, otherwise unknown. Of none: false. */
  static any(truths: readonly Truth[]): Truth {
    return combined(truths, true, false);
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
    return new Truth(this.#is === "unknown" ? "unknown" : !this.#is, this.because);
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

/** Where one truth is `decisive` it decides; otherwise unknown outweighs the `rest`. */
function combined(truths: readonly Truth[], decisive: boolean, rest: boolean): Truth {
  const pick = (outcome: ReturnType<Truth["outcome"]>) => truths.filter((truth) => truth.outcome() === outcome);
  const deciding = pick(decisive ? "pass" : "fail");
  if (deciding.length > 0) return Truth.of(decisive, paths(deciding));
  const unknown = pick("unknown");
  return unknown.length > 0 ? Truth.of("unknown", paths(unknown)) : Truth.of(rest, paths(truths));
}

const paths = (truths: readonly Truth[]): Path[] => [...new Set(truths.flatMap(({ because }) => because))];
