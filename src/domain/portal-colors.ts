/** The colors that a portal can have, by the names that the style sheet knows. */
export const portalColors = ["blue", "teal", "green", "bronze", "red", "plum", "graphite"] as const;

export type PortalColor = (typeof portalColors)[number];
