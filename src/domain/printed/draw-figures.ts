import { recordNumber } from "../registers/register.ts";
import type { SnapshotRow } from "../registers/snapshot.ts";
import { columnOf } from "./cells.ts";
import type { cellDrawer, Lists } from "./cells.ts";
import type { Figure, FigureNode, FigureZone } from "./figure.ts";
import type { PrintedFigure } from "./layout.ts";

/** What figures are drawn with: the lists of the exhibit, and what their cells say. */
export interface FigureSources {
  readonly lists: Lists;
  readonly cell: ReturnType<typeof cellDrawer>;
}

/** Flows that a document draws: 1,000 take 250 pages already. Tables list those beyond. */
const MOST_FLOWS = 1_000;

/** The figures of a document, and how many there are beyond those that are drawn. */
interface DrawnFigures {
  readonly figures: readonly Figure[];
  readonly undrawn: number;
}

/** The figures of a document, drawn from the rows that its exhibit has. Everything in them stands in a record. */
export function drawFigures(which: PrintedFigure, sources: FigureSources): DrawnFigures {
  if (which === "systems") return { figures: zonesOf(sources).map((zone) => ({ kind: "zone", zone })), undrawn: 0 };
  const kinds = sources.lists.rows("data").filter(({ state }) => state !== "ended");
  const systems = new Map<unknown, SnapshotRow>();
  for (const row of open(sources.lists, "systems")) {
    const id = row.fields["systemId"];
    if (!systems.has(id)) systems.set(id, row);
  }
  const drawn = kinds.slice(0, MOST_FLOWS);
  return {
    figures: drawn.map((row) => ({ kind: "flow", flow: flowOf(row, sources, systems) })),
    undrawn: kinds.length - drawn.length,
  };
}

function flowOf(row: SnapshotRow, sources: FigureSources, systems: ReadonlyMap<unknown, SnapshotRow>) {
  const { lists } = sources;
  const say = (field: string) => said(row, "data", field, sources);
  const each = (field: string) => {
    const ids = row.fields[field];
    return Array.isArray(ids) ? (ids as readonly string[]) : [];
  };
  const about = say("about");
  return {
    from: about === "" ? undefined : { title: about, note: "" },
    data: { title: `${numberOf(row, "data", lists)} ${say("name")}`, note: words(say("class"), kept(say("keptDays"))) },
    keptIn: each("systemIds").map((id): FigureNode => {
      const own = systems.get(id);
      const title = said({ ...row, fields: { systemIds: [id] } }, "data", "systemIds", sources);
      return { title, note: own ? systemNote(own, sources) : "Not in the register of systems" };
    }),
    sharedWith: each("vendorIds").map((id): FigureNode => {
      const own = lists.row("vendors", id);
      const title = said({ ...row, fields: { vendorIds: [id] } }, "data", "vendorIds", sources);
      return { title, note: own ? said(own, "vendors", "location", sources) : "" };
    }),
  };
}

/** Systems of the company by what hangs on them, and vendors by whether they host. */
function zonesOf(sources: FigureSources): readonly FigureZone[] {
  const { lists } = sources;
  const [systems, vendors] = [open(lists, "systems"), open(lists, "vendors")];
  const systemNode = (row: SnapshotRow): FigureNode => ({
    title: `${numberOf(row, "systems", lists)} ${said(row, "systems", "systemId", sources)}`,
    note: words(said(row, "systems", "criticality", sources), said(row, "systems", "data", sources)),
  });
  const vendorNode = (row: SnapshotRow): FigureNode => ({
    title: `${numberOf(row, "vendors", lists)} ${said(row, "vendors", "name", sources)}`,
    note: words(said(row, "vendors", "location", sources), said(row, "vendors", "data", sources)),
  });
  const isProduction = ({ fields }: SnapshotRow) => fields["production"] === true;
  const hosts = ({ fields }: SnapshotRow) => fields["hosting"] === "yes";
  const zone = (title: string, isOutside: boolean, nodes: readonly FigureNode[]) => ({ title, isOutside, nodes });
  return [
    zone("Production systems", false, systems.filter(isProduction).map(systemNode)),
    zone("Other systems", false, systems.filter((row) => !isProduction(row)).map(systemNode)),
    zone("Outside the company: vendors that host systems or data", true, vendors.filter(hosts).map(vendorNode)),
    zone("Outside the company: other vendors", true, vendors.filter((row) => !hosts(row)).map(vendorNode)),
  ].filter(({ nodes }) => nodes.length > 0);
}

const open = (lists: Lists, list: string) => lists.rows(list).filter(({ state }) => state === "open");

function said(row: SnapshotRow, list: string, field: string, { lists, cell }: FigureSources): string {
  return cell(row, list, columnOf(field, lists.register(list)));
}

function numberOf(row: SnapshotRow, list: string, { register }: Lists): string {
  const own = register(list);
  return own ? recordNumber(own, row.number) : String(row.number);
}

const systemNote = (row: SnapshotRow, sources: FigureSources): string =>
  words(
    row.fields["production"] === true ? "Production" : "",
    said(row, "systems", "criticality", sources).toLowerCase(),
  );

const kept = (days: string): string => (days === "" ? "" : `kept ${days} ${days === "1" ? "day" : "days"}`);
const words = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(", ");
