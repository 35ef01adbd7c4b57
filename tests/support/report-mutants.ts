/** One change of a report: a value that its reader read is taken out or becomes one that nobody has heard of. */
export interface ReportMutant {
  /** Such as `runs.0.results deleted`. */
  readonly how: string;
  readonly file: string;
}

type Path = readonly string[];

/** Which values of a JSON file a reader looks at: names, numbers and such, and lists without anything in them. */
export function leavesRead(file: object, read: (json: unknown) => void): Path[] {
  const seen = new Map<string, Path>();
  const watched = (value: object, path: Path): object =>
    new Proxy(value, {
      get(target, key, self) {
        const inner: unknown = Reflect.get(target, key, self);
        if (typeof key === "symbol" || !Object.hasOwn(target, key) || (Array.isArray(target) && key === "length"))
          return inner;
        const own = [...path, key];
        const isBranch = typeof inner === "object" && inner !== null && Object.keys(inner).length > 0;
        if (!isBranch) seen.set(own.join("."), own);
        return typeof inner === "object" && inner !== null ? watched(inner, own) : inner;
      },
    });
  read(watched(file, []));
  return [...seen.values()];
}

/** For each value that was read: the file without it, and the file with another in its place. */
export function mutantsOf(file: object, leaves: readonly Path[]): ReportMutant[] {
  return leaves.flatMap((path) => {
    const changed = (how: string, change: (parent: Record<string, unknown>, key: string) => void): ReportMutant => {
      const copy = structuredClone(file) as Record<string, unknown>;
      const parent = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, copy);
      change(parent, path.at(-1)!);
      return { how: `${path.join(".")} ${how}`, file: JSON.stringify(copy) };
    };
    const gone = changed("deleted", (parent, key) => delete parent[key]);
    const other = changed("invented", (parent, key) => (parent[key] = invented(parent[key])));
    return [gone, other];
  });
}

function invented(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 987_654;
  return Array.isArray(value) ? undefined : "invented";
}

/** The same of a file in XML: each attribute and each text, taken out or invented. */
export function xmlMutantsOf(file: string): ReportMutant[] {
  const mutants: ReportMutant[] = [];
  for (const found of file.matchAll(/([\w:-]+)="([^"]*)"|>([^<>\s][^<>]*)</g)) {
    const [whole, name, , text] = found;
    const put = (how: string, instead: string) =>
      mutants.push({
        how: `${name ?? `text “${text}”`} at ${found.index} ${how}`,
        file: file.slice(0, found.index) + instead + file.slice(found.index + whole.length),
      });
    put("deleted", name === undefined ? "><" : "");
    put("invented", name === undefined ? ">invented<" : `${name}="invented"`);
  }
  return mutants;
}
