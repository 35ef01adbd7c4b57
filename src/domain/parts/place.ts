import { isOfRegisters, registersOn } from "../registers/snapshot.ts";
import { listSource } from "../reviews/account-list.ts";

interface PlacedSystem {
  readonly id: string;
  readonly name: string;
  readonly sources: readonly string[];
}

/**
 * The system that an answer's source is about. A connection speaks for the system it belongs to. A report speaks for the one system
 * whose name, or whose connected account, is the target or the tool that the report names: "Prowler (aws 123456789012)". Null where
 * none or several are: a report about something else must not pass anything.
 */
export function systemOfSource(systems: readonly PlacedSystem[], source: string): string | null {
  const own = systems.find(({ sources }) => sources.includes(source));
  if (own) return own.id;
  // Registers speak of a system by its connection, or by its own id: nothing that is only called so is meant.
  if (isOfRegisters(source))
    return (
      systems.find((system) => [...system.sources, listSource(system)].some((name) => registersOn(name) === source))
        ?.id ?? null
    );
  const said = namesIn(source);
  const named = systems.filter((system) =>
    [system.name, ...system.sources].some((name) => namesIn(name).some((name) => said.includes(name))),
  );
  return named.length === 1 ? named[0]!.id : null;
}

/** "Report by Prowler (aws 123456789012)": the whole, the tool, the target, and an account's number in it. */
function namesIn(source: string): string[] {
  const whole = source.trim().toLowerCase();
  const bare = whole.startsWith("report by ") ? whole.slice("report by ".length) : whole;
  const open = bare.endsWith(")") ? bare.indexOf("(") : -1;
  const tool = open < 0 ? bare : bare.slice(0, open).trimEnd();
  const target = open < 0 ? "" : bare.slice(open + 1, -1);
  const account = /(?:^|\D)(\d{12})(?:\D|$)/.exec(target)?.[1] ?? "";
  return [...new Set([whole, target === "" ? tool : "", target, account])].filter((name) => name !== "");
}
