import type { Shape } from "#domain/judge/shapes.ts";

/** Where a value is not what it should be, as "input.answers[3].validUntil"; undefined where all of it is. */
export type Reader = (value: unknown, at: string) => string | undefined;

/** A value that is of this shape. */
export const is =
  (shape: Shape): Reader =>
  (value, at) =>
    shape(value) ? undefined : at;

/** A list of such values. */
export const each =
  (reader: Reader): Reader =>
  (value, at) => {
    if (!Array.isArray(value)) return at;
    for (let index = 0; index < value.length; index += 1) {
      const wrong = reader(value[index], `${at}[${index}]`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

/** A list of such values, no two of which have the same name: of two, one would hide the other. */
export const eachOnce =
  (name: string, reader: Reader): Reader =>
  (value, at) => {
    const wrong = each(reader)(value, at);
    if (wrong !== undefined) return wrong;
    const seen = new Set<unknown>();
    for (const [index, held] of (value as readonly Readonly<Record<string, unknown>>[]).entries()) {
      if (seen.has(held[name])) return `${at}[${index}].${name}`;
      seen.add(held[name]);
    }
    return undefined;
  };

/** These fields, all of them, whatever else there is. */
export function holding(fields: Readonly<Record<string, Reader>>): Reader {
  const readers = Object.entries(fields);
  return (value, at) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return at;
    for (const [name, reader] of readers) {
      const place = at === "" ? name : `${at}.${name}`;
      if (!Object.hasOwn(value, name)) return place;
      const wrong = reader((value as Readonly<Record<string, unknown>>)[name], place);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
}

/** These fields, those of them that there are, of a value that is known to hold fields. */
export const whereSaid =
  (fields: Readonly<Record<string, Reader>>): Reader =>
  (value, at) =>
    holding(Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(value as object, name))))(
      value,
      at,
    );

/** Fields of any number, whose names and values are such. */
export const eachNamed =
  (name: Reader, reader: Reader): Reader =>
  (value, at) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return at;
    for (const [own, held] of Object.entries(value)) {
      const wrong = name(own, `${at}.${own}`) ?? reader(held, `${at}.${own}`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

/** What both find nothing wrong with; the second one looks at what is right for the first. */
export const both =
  (first: Reader, second: Reader): Reader =>
  (value, at) =>
    first(value, at) ?? second(value, at);

/** What this reads, or null. */
export const orNothing =
  (reader: Reader): Reader =>
  (value, at) =>
    value === null ? undefined : reader(value, at);
