import { acknowledgmentDue, openTexts } from "#domain/policies/policy.ts";
import type { Assignment } from "#domain/policies/policy.ts";
import type { Tx } from "../../db/as-caller.ts";
import { callFunction } from "../../db/functions.ts";
import type { RowOf } from "../../db/functions.ts";
import type { StaffMember, StaffSessions } from "../staff-sessions.ts";

/** A version in force that is assigned to somebody. */
export interface OwnPolicy {
  readonly versionId: string;
  readonly title: string;
  readonly version: number;
  /** To read it. */
  readonly minutes: number;
  readonly due: Date;
  readonly acknowledgedAt: Date | null;
}

interface Assigned {
  readonly audience: string;
  readonly personId: string | null;
  readonly assignedAt: string;
  readonly ended: boolean;
}

const CHARACTERS_A_MINUTE = 1_200;

/** How many minutes it takes to read so many characters: about 200 words a minute. */
export const minutesToRead = (characters: number): number => Math.max(1, Math.ceil(characters / CHARACTERS_A_MINUTE));

/** The versions in force that are assigned to the person; read as that person. */
export async function readOwnPolicies(tx: Tx): Promise<OwnPolicy[]> {
  return presentOwn(await callFunction(tx, "app.staff_policies", []));
}

function presentOwn(rows: readonly RowOf<"app.staff_policies">[]): OwnPolicy[] {
  return rows.flatMap((row): OwnPolicy[] => {
    const [own, earlier] = [assignmentsOf(row.assignments), assignmentsOf(row.earlier)];
    const person = { id: "", kind: row.kind, startsAt: new Date(row.starts_at) };
    const due = acknowledgmentDue(own, person, openTexts([...own, ...earlier], row.last_day ?? undefined));
    if (!due) return [];
    const minutes = minutesToRead(row.characters);
    return [
      {
        versionId: row.version_id,
        title: row.title,
        version: row.number,
        minutes,
        due,
        acknowledgedAt: row.acknowledged_at,
      },
    ];
  });
}

/** What the database answered means this person: each of them is theirs. */
const assignmentsOf = (given: unknown): Assignment[] =>
  (given as readonly Assigned[]).map(({ assignedAt, ...rest }) => ({
    ...rest,
    audience: "everyone",
    assignedAt: new Date(assignedAt),
  }));

export type OwnPolicyText = RowOf<"app.staff_policy">;

/** A version of a policy that is assigned to the person, with its text. */
export async function findOwnPolicy(
  call: StaffSessions["call"],
  staff: StaffMember,
  versionId: string,
): Promise<OwnPolicyText | undefined> {
  return (await call(staff, "app.staff_policy", [versionId]))[0];
}

/** What the person acknowledged of a version's text: the first time, whichever version had it. */
export async function findOwnAcknowledgment(
  call: StaffSessions["call"],
  staff: StaffMember,
  versionId: string,
): Promise<OwnAcknowledgment | undefined> {
  return (await call(staff, "app.own_acknowledgment", [versionId]))[0];
}

export type OwnAcknowledgment = RowOf<"app.own_acknowledgment">;
