/** The kinds of systems that checks ask about, in the order in which they are listed; src/catalog/systems.ts names them. */
export const systemKindKeys = [
  "idp",
  "office",
  "code",
  "cloud",
  "k8s",
  "tracker",
  "chat",
  "mdm",
  "edr",
  "vault",
  "hr",
  "training",
  "practice",
  "edge",
  "paas",
  "data",
  "monitor",
  "oncall",
  "site",
  "scanner",
] as const;

/** A system of a company can be of several, as Google Workspace is idp and office. */
export type SystemKind = (typeof systemKindKeys)[number];

/** Whether a text is a kind that this version knows. */
export const isSystemKind = (text: string): text is SystemKind => (systemKindKeys as readonly string[]).includes(text);
