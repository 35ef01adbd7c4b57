import { findRegister } from "#catalog/registers/index.ts";
import { digestOfAsked, SCREENING_PAGES } from "#domain/registers/screenings.ts";
import type { AskedPerson, ScreeningScope } from "#domain/registers/screenings.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { askedForScreening } from "#judge/registers/screened-before-access.ts";
import type { ReadSystem } from "#judge/registers/registers.ts";
import type { Tx } from "../db/as-caller.ts";
import { readAskedSystems } from "./asked-systems.ts";
import { sealed } from "./policy-pages.ts";
import type { Row, SealedRows } from "./policy-pages.ts";
import { readFormerStarts } from "./former-starts.ts";
import type { KnownPeople } from "./former-starts.ts";
import { stateOf } from "./record-rows.ts";
import type { HeldRow } from "./snapshot-row.ts";
import { sealedScreeningId, sealedScreeningValue } from "./sealed-screening.ts";

/** Screenings as a snapshot has them, and what their check asks beside them. */
interface SealedScreenings {
  readonly list: SealedRows;
  readonly scope: ScreeningScope;
}

/** A screening with the salt of its version, and whether the exhibit that it cites was withdrawn. */
export type HeldScreening = Omit<HeldRow, "register"> & { readonly withdrawn: boolean };

const register = findRegister("screenings")!;

/**
 * Screenings without what they say: under ids and values that are hashes with the salt of each version, in an order that follows from
 * these. Which of them is whose nobody can tell; that everybody who is asked has one is said of all of them at once, or of nobody.
 */
export async function sealScreenings(
  tx: Tx,
  companyId: string,
  held: readonly HeldScreening[],
  systems: readonly ReadSystem[],
  people: readonly SnapshotRow[],
  known: KnownPeople,
  now: Date,
): Promise<SealedScreenings> {
  const identityProviders = await readAskedSystems(tx, companyId, "idp", now);
  const formerStarts = await readFormerStarts(tx, companyId, known);
  const asked = askedForScreening(systems, identityProviders ?? [], people, formerStarts, now);
  const current = held.filter((row) => stateOf(register, row) !== "ended");
  const found = asked.map((person) => current.find((row) => clears(row, person)));
  const cleared = found.flatMap((row) => (row ? [idOf(row)] : []));
  return {
    list: sealed(
      SCREENING_PAGES,
      current.map(rowOf).toSorted((first, second) => (first.id < second.id ? -1 : 1)),
    ),
    scope: {
      identityProviders,
      formerStarts,
      asked: digestOfAsked(asked),
      cleared: cleared.length === asked.length ? cleared.toSorted() : null,
    },
  };
}

const idOf = ({ id, salt }: HeldScreening) => sealedScreeningId(salt, id);

const isApproved = (row: HeldScreening) => stateOf(register, row) === "open" && !row.approved_alone;

/** Whether what it says has a ground that somebody else looked at: what is on file of it, or the law of an exception. Words are none. */
function isFounded({ fields, withdrawn }: HeldScreening): boolean {
  return fields["kind"] === "exception" ? fields["law"] !== undefined : fields["report"] !== undefined && !withdrawn;
}

function clears(row: HeldScreening, { personId, day }: AskedPerson): boolean {
  const { kind, personId: own, completedOn } = row.fields;
  if (own !== personId || !isApproved(row) || !isFounded(row)) return false;
  return kind === "exception" || (typeof completedOn === "string" && completedOn <= day);
}

/** Every field stands there, whether it has a value or not: that a law is cited would tell of an exception. */
function rowOf(row: HeldScreening): Row {
  const values = Object.keys(register.fields).map((name) => {
    const value = row.fields[name] ?? null;
    return [name, { sha256: sealedScreeningValue(row.salt, name, value) }] as const;
  });
  return {
    ...Object.fromEntries(values),
    id: idOf(row),
    approved: isApproved(row),
    founded: isFounded(row),
  } as unknown as Row;
}
