import { Fact } from "./fact.ts";
import type { Why } from "./fact.ts";
import { pathOf, Place } from "./place.ts";
import type { From, Path } from "./place.ts";
import { Truth } from "./truth.ts";

/** The values of an enumeration that we know, and what each means to us. */
export type Table<Meaning> = Readonly<Record<string, Meaning>>;

/**
 * A place in a JSON document from which facts are read. What is missing or null there was not shown; whoever knows that null means
 * "there is none" says so with `orNone`. A value of another type is malformed. Reads own properties only.
 */
export class Reading<MayBeAbsent extends boolean = false> {
  readonly #value: unknown;
  readonly #unread: Why | undefined;
  readonly #nullIsNone: boolean;
  readonly #place: Place | Path;

  private constructor(value: unknown, place: Place | Path, unread?: Why, nullIsNone = false) {
    this.#value = value;
    this.#place = place;
    this.#unread = unread;
    this.#nullIsNone = nullIsNone;
  }

  /** The top of a document, named in what rests on it. */
  static of(document: unknown, name: string): Reading {
    return new Reading(document, name);
  }

  /** A document that could not be read: every fact of it is unread. */
  static unread(why: Why, name: string): Reading {
    return new Reading(undefined, name, why);
  }

  get path(): Path {
    return pathOf(this.#place);
  }

  /** A field, of a field, and so on. */
  at(...names: readonly string[]): Reading {
    let value = this.#value;
    let place = this.#place;
    let why = this.#unread;
    for (const name of names) {
      place = new Place(place, name);
      if (why === undefined && value !== undefined && value !== null) {
        if (typeof value !== "object" || Array.isArray(value)) why = "malformed";
        else if (Object.hasOwn(value, name)) {
          value = (value as Readonly<Record<string, unknown>>)[name];
          continue;
        }
      }
      value = undefined;
    }
    return new Reading(value, place, why);
  }

  /** Null here means that there is none; a missing field is still not shown. */
  orNone(): Reading<true> {
    return new Reading<true>(this.#value, this.#place, this.#unread, true);
  }

  flag(): Fact<boolean, MayBeAbsent> {
    return this.#as((value) => (typeof value === "boolean" ? value : undefined));
  }

  number(): Fact<number, MayBeAbsent> {
    return this.#as((value) => (typeof value === "number" && Number.isFinite(value) ? value : undefined));
  }

  text(): Fact<string, MayBeAbsent> {
    return this.#as((value) => (typeof value === "string" ? value : undefined));
  }

  /** A day (`2026-01-31`, its first moment in UTC) or an instant, both as ISO 8601. */
  instant(): Fact<Date, MayBeAbsent> {
    return this.#as((value) => {
      if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value)) return undefined;
      const at = new Date(value);
      return Number.isNaN(at.getTime()) ? undefined : at;
    });
  }

  /** What a listed value means. One that is not in the table is unread: `unlisted`. */
  oneOf<Meaning>(table: Table<Meaning>): Fact<Meaning, MayBeAbsent> {
    const value = this.#value;
    if (typeof value === "string" && this.#unread === undefined && !Object.hasOwn(table, value))
      return Fact.unread<Meaning>("unlisted", this.#from()) as Fact<Meaning, MayBeAbsent>;
    return this.text().map((listed) => table[listed]!);
  }

  /** The elements of a list, in order. */
  list(): Fact<readonly Reading[], MayBeAbsent> {
    return this.#as((value) =>
      Array.isArray(value)
        ? value.map((item: unknown, at) => new Reading(item, new Place(this.#place, at)))
        : undefined,
    );
  }

  /** A list of texts, in order; malformed where one is none. */
  texts(): Fact<readonly string[], MayBeAbsent> {
    return this.#as((value) =>
      Array.isArray(value) && value.every((item) => typeof item === "string") ? [...value] : undefined,
    );
  }

  /** An object, whose own facts are read from what is answered. */
  object(): Fact<Reading, MayBeAbsent> {
    return this.#as((value) =>
      typeof value === "object" && !Array.isArray(value) ? new Reading(value, this.#place) : undefined,
    );
  }

  /** Whether each element is so; true of an empty list, unknown of one that was not read. */
  every(question: (element: Reading) => Truth): Truth {
    return new Reading(this.#value, this.#place, this.#unread)
      .list()
      .follow((elements) => Truth.all(elements.map(question)));
  }

  /** Whether some element is so; false of an empty list, unknown of one that was not read. */
  some(question: (element: Reading) => Truth): Truth {
    return this.every((element) => question(element).not()).not();
  }

  #from(): From {
    return typeof this.#place === "string" ? [this.#place] : this.#place;
  }

  #as<T>(read: (value: unknown) => T | undefined): Fact<T, MayBeAbsent> {
    const from = this.#from();
    if (this.#unread) return Fact.unread<T>(this.#unread, from) as Fact<T, MayBeAbsent>;
    if (this.#value === null && this.#nullIsNone) return Fact.absent<T>(from) as Fact<T, MayBeAbsent>;
    if (this.#value === undefined || this.#value === null)
      return Fact.unread<T>("not shown", from) as Fact<T, MayBeAbsent>;
    const value = read(this.#value);
    return (value === undefined ? Fact.unread<T>("malformed", from) : Fact.is(value, from)) as Fact<T, MayBeAbsent>;
  }
}
