/** Where something was read: a subject and the way to a field of it. */
export type Path = string;

/** A place in a document. Its path is put together when somebody asks for it: of hundreds of thousands hardly one is. */
export class Place {
  readonly #within: Place | Path;
  readonly #step: string | number;

  /** A field of what is at a place, or an element of it by its index. */
  constructor(within: Place | Path, step: string | number) {
    this.#within = within;
    this.#step = step;
  }

  get path(): Path {
    const [within, step] = [pathOf(this.#within), this.#step];
    return typeof step === "number" ? `${within}[${step}]` : `${within}.${step}`;
  }
}

/** The path of a place, or the one that is known. */
export const pathOf = (place: Place | Path): Path => (typeof place === "string" ? place : place.path);

/** What something was read from: paths, or a place whose path nobody has asked for yet. */
export type From = Place | readonly Path[];

export const pathsOf = (from: From): readonly Path[] => (from instanceof Place ? [from.path] : from);
