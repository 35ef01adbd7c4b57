import type { Door, DoorCell, Found } from "./doors.ts";
import type { Cell, Place, Touched } from "./matrix.ts";

/** Who can do what, in words that a reviewer reads: people who can do the same are named together. */
export interface Manifest {
  readonly tables: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly doors: Readonly<Record<string, unknown>>;
}

const placeNames: Readonly<Record<Place, string>> = { A: "company A", B: "company B", nobody: "everything" };

/** What the contract tests found, ready to be compared with the committed file. */
export function manifestOf(cells: readonly Cell[], doors: readonly Door[], doorCells: readonly DoorCell[]): Manifest {
  return {
    tables: record(
      Map.groupBy(cells, ({ table }) => table),
      (own) => {
        const byPerson = record(
          Map.groupBy(own, ({ principal }) => principal.name),
          describePlaces,
        );
        return together(byPerson);
      },
    ),
    doors: Object.fromEntries(
      doors.map(({ name, signature, definer, callableBy }) => {
        const own = Map.groupBy(
          doorCells.filter(({ door }) => door === name),
          ({ call }) => call,
        );
        const tried = record(own, (tries) =>
          together(Object.fromEntries(tries.map((cell) => [cell.principal.name, describeCall(cell)]))),
        );
        const rights = definer ? "its owner's" : "the caller's";
        return [
          `${name}(${signature})`,
          { "runs with rights": rights, "callable by": callableBy.join(", "), ...tried },
        ];
      }),
    ),
  };
}

function record<V, R>(map: ReadonlyMap<string, V>, make: (value: V) => R): Record<string, R> {
  return Object.fromEntries([...map].map(([key, value]) => [key, make(value)]));
}

function together(described: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const alike = Map.groupBy(Object.keys(described), (name) => JSON.stringify(described[name]));
  return Object.fromEntries([...alike].map(([text, names]) => [names.join(", "), JSON.parse(text)]));
}

function describePlaces(cells: readonly Cell[]): Record<string, string> | string {
  const described = cells.map((cell) => [placeNames[cell.place], describe(cell)] as const);
  return described.every(([, text]) => text === "no privilege") ? "no privilege" : Object.fromEntries(described);
}

/** For instance "read all; insert as oneself; update started_at". Verbs without privilege go unmentioned. */
export function describe({ rows, columns, read, insert, update, delete: deleted }: Cell): string {
  const verbs: string[] = [];
  const only = (granted: readonly string[]) => (granted.length < columns ? ` (${granted.join(", ")})` : "");
  if (read) verbs.push(`read ${amount(read.seen, rows)}${only(read.columns)}`);
  if (insert)
    verbs.push(`${insert.outcome === "unsigned" ? "insert" : `insert ${insert.outcome}`}${only(insert.columns)}`);
  for (const [reached, names] of Map.groupBy(Object.keys(update ?? {}), (column) => amount(update![column]!, rows))) {
    verbs.push(
      reached === "none" ? `update none (${names.length} columns)` : `update ${reached} (${names.join(", ")})`,
    );
  }
  if (deleted !== undefined) verbs.push(`delete ${amount(deleted, rows)}`);
  return verbs.join("; ") || "no privilege";
}

function amount(touched: Touched, rows: number): string {
  if (touched === "append-only") return "only stopped by the trigger";
  if (touched === 0) return "none";
  return touched === rows ? "all" : `${touched} of ${rows}`;
}

function describeCall({ outcome, shows, changes }: DoorCell): string {
  const list = (verb: string, found: readonly Found[]) =>
    [...Map.groupBy(found, ({ of }) => of)].map(
      ([of, all]) => `${verb} ${all.map(({ what }) => what).join(", ")} of ${of}`,
    );
  return [outcome, ...list("shows", shows), ...list("changes", changes)].join("; ");
}
