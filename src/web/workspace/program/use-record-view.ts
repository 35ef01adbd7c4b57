import { useLocation } from "react-router";
import { useSearch } from "../use-search.ts";
import type { Register } from "./registers.ts";

/** What is opened over the list, by its word in the address. */
export type Doing = "new" | "edit" | "import" | "confirm" | "end" | "columns" | "starters" | "proposals";

interface History {
  /** Places of the pages before this one. */
  readonly trail?: readonly string[];
}

/** How a register's list stands. All of it is in the address, so that Back leads to it and it can be handed on. */
export function useRecordView(register: Register) {
  const [search, change] = useSearch();
  const state = useLocation().state as History | null;
  const trail = state?.trail ?? [];
  const set = (changes: Readonly<Record<string, string>>, { replace = false, trail: steps = trail } = {}) =>
    change(changes, { replace, state: { trail: steps } });
  const of = (name: string) => search.get(name) ?? "";
  const views = [...register.views, { key: "all", label: "All", state: "all", sort: "number" } as const];
  const view = views.find(({ key }) => key === of("view")) ?? views[0]!;
  const [, down, sorted] = /^(-?)(\w+)$/.exec(of("sort")) ?? [];
  const [field, ...equals] = of("only").split(":");
  const after = of("after");
  const columns = of("columns") === "" ? register.columns : of("columns").split(",");
  return {
    views,
    view,
    search: of("search"),
    sort: sorted ?? view.sort,
    direction: down === "-" || (sorted === undefined && view.sort === "changed") ? ("down" as const) : ("up" as const),
    /** Only records with this value in this field. */
    only: field && equals.length > 0 ? { field, equals: equals.join(":") } : undefined,
    columns: columns.flatMap(
      (key) => register.fields.find((field) => field.key === key && key !== register.title) ?? [],
    ),
    after,
    record: search.get("record"),
    doing: of("do") as Doing | "",
    narrowed: of("search") !== "" || of("only") !== "",
    set,
    /** Changes what is listed, from its first page on. */
    narrow: (changes: Readonly<Record<string, string>>, replace = false) =>
      set({ ...changes, after: "", record: "" }, { replace, trail: [] }),
    turn: (next: string) => set({ after: next, record: "" }, { trail: [...trail, after] }),
    turnBack: () => set({ after: trail.at(-1) ?? "", record: "" }, { trail: trail.slice(0, -1) }),
    /** The address that opens a record, and the state that goes with it. */
    leadTo: (record: string) => {
      const target = new URLSearchParams(search);
      target.set("record", record);
      target.delete("do");
      return { to: `?${target}`, state };
    },
  };
}

export type RecordView = ReturnType<typeof useRecordView>;
