import type { FormatSample } from "./sample-of-each-format.ts";

/** A report that grows with `n`, at one place or at two. */
export interface HostileReport {
  readonly how: string;
  /** In bytes, in the order of `n` times ten. */
  readonly grown: (n: number) => Buffer;
}

type Place = readonly (string | number)[];

/** What floods a text: one character, or what patterns and separators of the readers are made of. */
const floods = ["a", ".", "/", " ", ":", "|", "{0}", "a.", "a/", "_rule_", ":product/", "\u00e9", "\n", "\0"];

/** Each place of a JSON value with what stands there. */
function* places(value: unknown, at: Place = []): Generator<readonly [Place, unknown]> {
  yield [at, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* places(inner, [...at, Array.isArray(value) ? Number(key) : key]);
}

/** A copy in which `change` was done to what stands at `place`. */
function changed(value: unknown, place: Place, change: (old: unknown) => unknown): unknown {
  const [first, ...rest] = place;
  if (first === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, at) => (at === first ? changed(item, rest, change) : item));
  const fields = value as Record<string, unknown>;
  return { ...fields, [first]: changed(fields[first], rest, change) };
}

const flooded = (flood: string, n: number) => flood.repeat(Math.ceil((10 * n) / flood.length));

/** Copies of an array's elements; `differ` is where, inside of each, a text is another one every time. */
function repeated(list: unknown, n: number, differ: Place | undefined): unknown[] {
  const of = list as unknown[];
  return Array.from({ length: n }, (_, at) => {
    const drawn = of[at % of.length];
    return differ ? changed(drawn, differ, (text) => `${String(text)}${at}`) : drawn;
  });
}

/** A value inside `n` arrays or objects, as text: no value of that depth can be written by the platform. */
function nested(n: number): readonly (readonly [string, string])[] {
  return [
    ["[".repeat(n), "]".repeat(n)],
    ['{"Findings":['.repeat(n), "]}".repeat(n)],
    ['[{"Findings":[]},'.repeat(n), "]".repeat(n)],
    ['{"name":"x","components":['.repeat(n), "]}".repeat(n)],
  ];
}

const MARK = "\u2603mark";
const bytesOf = (json: unknown) => Buffer.from(JSON.stringify(json));
const nameOf = (place: Place) => place.join(".") || "the file";

/** What grows in a report in JSON: every text, every list, every depth, every number of fields, and texts with lists. */
function* hostileJson(file: object): Generator<HostileReport> {
  const all = [...places(file)];
  const texts = all.filter(([, value]) => typeof value === "string").map(([place]) => place);
  const lists = all.filter(([, value]) => Array.isArray(value) && value.length > 0).map(([place]) => place);
  const beneath = (list: Place) =>
    texts
      .filter((text) => text.length > list.length && list.every((key, at) => text[at] === key))
      .map((text) => text.slice(list.length + 1));
  for (const place of texts)
    for (const flood of floods)
      for (const end of ["", "!"])
        yield {
          how: `${nameOf(place)} is many ${JSON.stringify(flood)}${end}`,
          grown: (n) => bytesOf(changed(file, place, () => flooded(flood, n) + end)),
        };
  for (const place of lists)
    for (const differ of [undefined, ...beneath(place)])
      yield {
        how: `${nameOf(place)} is long${differ ? `, each with another ${nameOf(differ)}` : ""}`,
        grown: (n) => bytesOf(changed(file, place, (list) => repeated(list, n, differ))),
      };
  for (const [place, value] of all) {
    for (const at of [0, 1, 2, 3])
      yield {
        how: `${nameOf(place)} is nested in way ${at + 1}`,
        grown: (n) => {
          const [before, after] = nested(n)[at]!;
          const inner = JSON.stringify(value) ?? "null";
          const text = JSON.stringify(changed(file, place, () => MARK));
          return Buffer.from(text.replace(`"${MARK}"`, () => `${before}${inner}${after}`));
        },
      };
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    yield {
      how: `${nameOf(place)} has many fields`,
      grown: (n) =>
        bytesOf(
          changed(file, place, (old) => ({
            ...Object.fromEntries(Array.from({ length: n }, (_, at) => [`k${at}`, "v"])),
            ...(old as object),
          })),
        ),
    };
  }
  for (const [at, entry] of lists.entries())
    for (const other of lists.slice(at + 1))
      yield {
        how: `${nameOf(entry)} and ${nameOf(other)} are long`,
        // The deeper one first: the copies of the outer one are made of it.
        grown: (n) => {
          const inner = other.length > entry.length ? other : entry;
          const outer = inner === other ? entry : other;
          const isInside = outer.every((key, index) => inner[index] === key);
          const most = isInside ? Math.ceil(Math.sqrt(n)) : n;
          const once = changed(file, inner, (list) => repeated(list, most, beneath(inner)[0]));
          return bytesOf(changed(once, outer, (list) => repeated(list, most, beneath(outer)[0])));
        },
      };
  for (const text of texts)
    for (const list of lists) {
      if (list.every((key, at) => text[at] === key)) continue;
      for (const flood of ["a", "{0}"])
        yield {
          how: `${nameOf(list)} is long and ${nameOf(text)} is many ${JSON.stringify(flood)}`,
          grown: (n) =>
            bytesOf(
              changed(
                changed(file, list, (all) => repeated(all, n, beneath(list)[0])),
                text,
                () => flooded(flood, n),
              ),
            ),
        };
    }
}

/** What grows in a report that is text: each line, each word, and the depth where it is XML. */
function* hostileText(file: string): Generator<HostileReport> {
  const lines = file.split("\n");
  for (const [at, line] of lines.entries()) {
    const withLines = (all: readonly string[]) =>
      Buffer.from([...lines.slice(0, at), ...all, ...lines.slice(at + 1)].join("\n"));
    yield { how: `line ${at + 1} is there often`, grown: (n) => withLines(Array<string>(n).fill(line)) };
    yield {
      how: `line ${at + 1} is there often, with other numbers`,
      grown: (n) =>
        withLines(Array.from({ length: n }, (_, index) => line.replace(/\d+/, (number) => `${number}${index}`))),
    };
    yield { how: `line ${at + 1} is there often in itself`, grown: (n) => withLines([line.repeat(n)]) };
    if (line.startsWith("<"))
      yield { how: `line ${at + 1} is nested`, grown: (n) => withLines(["<a>".repeat(n), line, "</a>".repeat(n)]) };
    for (const { index, 0: word } of line.matchAll(/[\w.]+/g))
      for (const flood of [...floods, "<", "&", '"', "&amp;", "x='y' ", ",", "|a"])
        yield {
          how: `“${word}” of line ${at + 1} is many ${JSON.stringify(flood)}`,
          grown: (n) => withLines([line.slice(0, index) + flooded(flood, n) + line.slice(index + word.length)]),
        };
  }
}

/** Every way in which a sample is made to grow. */
export function hostileReports({ file }: FormatSample): HostileReport[] {
  return [...(typeof file === "string" ? hostileText(file) : hostileJson(file))];
}
