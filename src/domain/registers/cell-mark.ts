/** How a value of a record stands: `none` where nothing is asked of it. */
export const cellMarks = ["good", "soon", "late", "missing", "none"] as const;
export type CellMark = (typeof cellMarks)[number];
