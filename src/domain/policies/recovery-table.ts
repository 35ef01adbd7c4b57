import { plainMarkdown } from "./plain-markdown.ts";

const RANKS: Readonly<Record<string, string>> = { critical: "1 Critical", important: "2 Important", minor: "3 Minor" };

/** A system of the register of systems, by its name. */
interface RecoveredSystem {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const hours = (value: unknown) =>
  typeof value !== "number" ? "Not stated" : value === 1 ? "1 hour" : `${value} hours`;

/** A system's line of the recovery table; undefined where its rank or a recovery goal is not stated. */
export function recoveryRow({ name, fields }: RecoveredSystem): string | undefined {
  const { criticality, rtoHours, rpoHours } = fields;
  const rank = typeof criticality === "string" ? RANKS[criticality] : undefined;
  if (rank === undefined || typeof rtoHours !== "number" || typeof rpoHours !== "number") return undefined;
  return `| ${plainMarkdown(name)} | ${rank} | ${hours(rtoHours)} | ${hours(rpoHours)} |`;
}

/** What a table of systems says where there is none, so that nobody approves an empty one unseen: where they are added. */
export const noSystems = (place: string): string => `No systems yet. Add them under ${place}.`;

/** Systems in the order in which they come back, with how long each may be gone and how much may be lost, as a table in Markdown. */
export function recoveryTable(systems: readonly RecoveredSystem[]): string {
  const orderOf = ({ fields }: RecoveredSystem) => {
    const at = Object.keys(RANKS).indexOf(String(fields["criticality"]));
    return (at === -1 ? 9 : at) * 10_000 + (typeof fields["rtoHours"] === "number" ? fields["rtoHours"] : 9_999);
  };
  const lines = systems
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map((system) => recoveryRow(system) ?? `| ${plainMarkdown(system.name)} | Not stated | Not stated | Not stated |`);
  const none = `| ${noSystems("Program, Systems")} | | | |`;
  return [
    "| System | Rank | Back within | Data lost at most |",
    "| --- | --- | --- | --- |",
    ...(lines.length > 0 ? lines : [none]),
  ].join("\n");
}
