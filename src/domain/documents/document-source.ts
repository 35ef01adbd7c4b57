/**
 * Where an expected document comes from. `policy`: a policy in force is it. `printed`: Exhibit prints it from registers, and a person
 * accepts it. `received`: somebody outside writes it. `collected`: a system exports it. `hand`: people file it.
 */
export const documentSources = ["policy", "printed", "received", "collected", "hand"] as const;
export type DocumentSource = (typeof documentSources)[number];
