import { Truth } from "./truth.ts";
import type { Path } from "./truth.ts";

/** Why something is not known. */
export type Why = "not asked" | "not granted" | "not licensed" | "not shown" | "unlisted" | "malformed";

type State<T> =
  | { readonly kind: "is"; readonly value: T }
  | { readonly kind: "absent" }
  | { readonly kind: "unread"; readonly why: Why };

/** What `absent` means has to be said wherever a fact may be absent, and nowhere else. */
type OfAbsent<MayBeAbsent extends boolean> = MayBeAbsent extends true ? [absent: boolean] : [];

/**
 * Something that was read of a subject: its value, that there is none, or why it is not known. It cannot be unwrapped: a check asks it
 * questions, and what was not read answers `unknown` to each.
 */
export class Fact<T, MayBeAbsent extends boolean = false> {
  readonly #state: State<T>;
  readonly from: readonly Path[];

  private constructor(state: State<T>, from: readonly Path[]) {
    this.#state = state;
    this.from = from;
  }

  static is<T>(value: T, from: readonly Path[]): Fact<T> {
    return new Fact<T>({ kind: "is", value }, from);
  }

  static absent<T>(from: readonly Path[]): Fact<T, true> {
    return new Fact<T, true>({ kind: "absent" }, from);
  }

  static unread<T>(why: Why, from: readonly Path[]): Fact<T> {
    return new Fact<T>({ kind: "unread", why }, from);
  }

  /** Several facts as one: unread as soon as one of them is. */
  static all<Values extends readonly unknown[]>(facts: {
    readonly [At in keyof Values]: Fact<Values[At]>;
  }): Fact<Values> {
    const from = [...new Set(facts.flatMap((fact) => fact.from))];
    const states = facts.map((fact: Fact<unknown>) => fact.#state);
    const unread = states.find(({ kind }) => kind === "unread");
    if (unread?.kind === "unread") return Fact.unread<Values>(unread.why, from);
    return Fact.is(states.map((state) => (state.kind === "is" ? state.value : undefined)) as unknown as Values, from);
  }

  /**
   * Whether a question about the value holds; undefined where the value does not say. Where there may be none, `absent` is the answer
   * for that.
   */
  holds(question: (value: T) => boolean | undefined, ...absent: OfAbsent<MayBeAbsent>): Truth {
    const state = this.#state;
    if (state.kind === "unread") return Truth.of("unknown", this.from);
    return Truth.of((state.kind === "is" ? question(state.value) : absent[0]) ?? "unknown", this.from);
  }

  is(value: T, ...absent: OfAbsent<MayBeAbsent>): Truth {
    return this.holds((own) => own === value, ...absent);
  }

  oneOf(values: readonly T[], ...absent: OfAbsent<MayBeAbsent>): Truth {
    return this.holds((own) => values.includes(own), ...absent);
  }

  atMost(most: T & (number | Date), ...absent: OfAbsent<MayBeAbsent>): Truth {
    return this.holds((own) => own <= most, ...absent);
  }

  atLeast(least: T & (number | Date), ...absent: OfAbsent<MayBeAbsent>): Truth {
    return this.holds((own) => own >= least, ...absent);
  }

  /** Whether there is a value: false where there is none, unknown where it was not read. */
  exists(): Truth {
    const { kind } = this.#state;
    return Truth.of(kind === "unread" ? "unknown" : kind === "is", this.from);
  }

  /** A truth that follows from the value, where that has facts of its own. */
  follow(next: (value: T) => Truth, ...absent: OfAbsent<MayBeAbsent>): Truth {
    const state = this.#state;
    if (state.kind !== "is") return this.holds(() => true, ...absent);
    const own = Truth.of(true, this.from);
    return own.and(next(state.value));
  }

  /** The same fact in another shape; one that throws is malformed. */
  map<Other>(change: (value: T) => Other): Fact<Other, MayBeAbsent> {
    const state = this.#state;
    if (state.kind !== "is") return new Fact<Other, MayBeAbsent>(state, this.from);
    try {
      return new Fact<Other, MayBeAbsent>({ kind: "is", value: change(state.value) }, this.from);
    } catch {
      return new Fact<Other, MayBeAbsent>({ kind: "unread", why: "malformed" }, this.from);
    }
  }

  /** The same fact with a value for "there is none". */
  orElse<Other>(none: Other): Fact<T | Other> {
    const state = this.#state;
    return new Fact<T | Other>(state.kind === "absent" ? { kind: "is", value: none } : state, this.from);
  }

  /** Words for people to read; never to decide by. */
  say(words: (value: T) => string, absent = "there is none"): string {
    const state = this.#state;
    if (state.kind === "is") return words(state.value);
    return state.kind === "absent" ? absent : UNREAD[state.why];
  }
}

const UNREAD: Readonly<Record<Why, string>> = {
  "not asked": "it was not read",
  "not granted": "we were not allowed to read it",
  "not licensed": "the plan does not include it",
  "not shown": "the provider does not show it",
  unlisted: "the provider uses a value we do not know",
  malformed: "the answer could not be read",
};
