import { pathsOf } from "./place.ts";
import type { From, Path } from "./place.ts";
import { Truth } from "./truth.ts";

/** Why something is not known. */
export type Why = "not asked" | "not granted" | "not licensed" | "not shown" | "unlisted" | "malformed";

type State<T> =
  | { readonly kind: "is"; readonly value: T }
  | { readonly kind: "absent" }
  | { readonly kind: "unread"; readonly why: Why };

const NOWHERE: readonly Path[] = [];

/** Facts by what they say, held once each, and those of a thing as one. */
export class FactPool {
  readonly #values = new Map<unknown, Fact<unknown>>();
  readonly #instants = new Map<unknown, Fact<unknown>>();
  readonly #others = new Map<unknown, Fact<unknown>>();
  readonly #numbers = new Map<Fact<unknown>, number>();
  readonly #shared = new Map<string, object>();

  /** The fact that says this, made where there is none; of what hardly two facts say, or what may be changed, none is held. */
  of(state: State<unknown>, make: () => Fact<unknown>): Fact<unknown> {
    const place = this.#placeOf(state);
    if (!place) return make();
    const [said, own] = place;
    const known = said.get(own);
    if (known) return known;
    const fact = make();
    said.set(own, fact);
    this.#numbers.set(fact, this.#numbers.size);
    return fact;
  }

  /** These facts of a thing, pooled: one object wherever each of them says the same. Its other facts are left out. */
  share<Facts extends object, Name extends keyof Facts & string>(
    facts: Facts,
    names: readonly Name[],
  ): Pick<Facts, Name> {
    const own: Record<string, unknown> = {};
    let key: string | undefined = "";
    for (const name of names) {
      const fact = (facts[name] as Fact<unknown>).pooled(this);
      own[name] = fact;
      const number = this.#numbers.get(fact);
      key = key === undefined || number === undefined ? undefined : `${key} ${name} ${number}`;
    }
    if (key === undefined) return own as Pick<Facts, Name>;
    const known = this.#shared.get(key) ?? own;
    this.#shared.set(key, known);
    return known as Pick<Facts, Name>;
  }

  #placeOf(state: State<unknown>): readonly [Map<unknown, Fact<unknown>>, unknown] | undefined {
    if (state.kind !== "is") return [this.#others, state.kind === "unread" ? state.why : state.kind];
    const { value } = state;
    if (value instanceof Date) return [this.#instants, value.getTime()];
    if (typeof value === "string" && value.length > SHARED_LENGTH) return undefined;
    return typeof value === "object" || typeof value === "function" ? undefined : [this.#values, value];
  }
}

/** Texts that are longer are names, addresses and ids. */
const SHARED_LENGTH = 16;

/** What `absent` means has to be said wherever a fact may be absent, and nowhere else. */
type OfAbsent<MayBeAbsent extends boolean> = MayBeAbsent extends true ? [absent: boolean] : [];

/**
 * Something that was read of a subject: its value, that there is none, or why it is not known. It cannot be unwrapped: a check asks it
 * questions, and what was not read answers `unknown` to each.
 */
export class Fact<T, MayBeAbsent extends boolean = false> {
  readonly #state: State<T>;
  readonly #from: From;

  private constructor(state: State<T>, from: From) {
    this.#state = state;
    this.#from = from;
  }

  /** The places that it was read from. */
  get from(): readonly Path[] {
    return pathsOf(this.#from);
  }

  static is<T>(value: T, from: From): Fact<T> {
    return new Fact<T>({ kind: "is", value }, from);
  }

  static absent<T>(from: From): Fact<T, true> {
    return new Fact<T, true>({ kind: "absent" }, from);
  }

  static unread<T>(why: Why, from: From): Fact<T> {
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
    if (state.kind === "unread") return Truth.of("unknown", this.#from);
    return Truth.of((state.kind === "is" ? question(state.value) : absent[0]) ?? "unknown", this.#from);
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
    return Truth.of(kind === "unread" ? "unknown" : kind === "is", this.#from);
  }

  /** A truth that follows from the value, where that has facts of its own. */
  follow(next: (value: T) => Truth, ...absent: OfAbsent<MayBeAbsent>): Truth {
    const state = this.#state;
    if (state.kind !== "is") return this.holds(() => true, ...absent);
    const own = Truth.of(true, this.#from);
    return own.and(next(state.value));
  }

  /** The same fact in another shape; one that throws is malformed. */
  map<Other>(change: (value: T) => Other): Fact<Other, MayBeAbsent> {
    const state = this.#state;
    if (state.kind !== "is") return new Fact<Other, MayBeAbsent>(state, this.#from);
    try {
      return new Fact<Other, MayBeAbsent>({ kind: "is", value: change(state.value) }, this.#from);
    } catch {
      return new Fact<Other, MayBeAbsent>({ kind: "unread", why: "malformed" }, this.#from);
    }
  }

  /** The same fact with a value for "there is none". */
  orElse<Other>(none: Other): Fact<T | Other> {
    const state = this.#state;
    return new Fact<T | Other>(state.kind === "absent" ? { kind: "is", value: none } : state, this.#from);
  }

  /**
   * The same fact without the places that it was read from, and the same one wherever the same is said: of tens of thousands of accounts
   * most say the same. Whatever is asked of it is answered as before; on what that rests nobody is told.
   */
  pooled(pool: FactPool): Fact<T, MayBeAbsent> {
    const state = this.#state;
    const make = () => new Fact<T, MayBeAbsent>(state, NOWHERE) as unknown as Fact<unknown>;
    return pool.of(state, make) as unknown as Fact<T, MayBeAbsent>;
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
