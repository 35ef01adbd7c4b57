import type { PrintedTable } from "#domain/printed/layout.ts";

/** The sites that a log is about. */
export const sitesTable: PrintedTable = {
  title: "Sites",
  list: "sites",
  rows: ["site", "sites"],
  states: ["open", "waiting"],
  columns: ["number", "name", "address", "holds"],
};
