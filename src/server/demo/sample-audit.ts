import type pg from "pg";
import { addPerson } from "./sample-people.ts";
import type { SamplePerson } from "./sample-people.ts";

/** Who audits the sample company: no member of it. */
export const auditor = {
  userId: "de300000-0000-4000-8000-000000000007",
  firstName: "Ingrid",
  lastName: "Vos",
  email: "i.vos@strand-audit.example",
};

const INVITED = { daysAgo: 12, time: "09:05" };
const JOINED = { daysAgo: 12, time: "13:40" };
const ASKED = { daysAgo: 2, time: "11:20" };
/** The audit goes on, and the answer is due, this long after the template's day. */
const [ENDS_IN_DAYS, DUE_IN_DAYS] = [60, 5];

interface AuditDeps {
  /** The administrator's connection to the template. */
  readonly admin: pg.ClientBase;
  /** Does what a request would do, as the owner unless somebody is named. */
  readonly act: (name: string, input: Record<string, unknown>, as?: SamplePerson) => Promise<unknown>;
  /** Which moment was how long before the template's day; after it where the days are negative. */
  readonly at: (when: { daysAgo: number; time: string }) => Date;
}

/** The steps of an audit that has begun: an auditor is invited, accepts, and asks for what is missing. Nobody has answered yet. */
export function sampleAudit({ admin, act, at }: AuditDeps, companyId: string) {
  const day = (daysAgo: number) => at({ daysAgo, time: "00:00" }).toISOString().slice(0, 10);
  const projectId = async () => {
    const [project] = (await act("projects.list", { companyId })) as { id: string }[];
    return project!.id;
  };
  return [
    {
      ...INVITED,
      do: async () => {
        await addPerson(admin, auditor);
        const asked = { companyId, email: auditor.email, projects: [await projectId()], endsOn: day(-ENDS_IN_DAYS) };
        await act("auditors.invite", asked);
      },
    },
    {
      ...JOINED,
      do: async () => {
        const { rows } = await admin.query<{ id: string }>("SELECT id FROM app.company_invitations WHERE email = $1", [
          auditor.email,
        ]);
        await act("invitations.accept", { invitationId: rows[0]!.id }, auditor);
        // What the database dates by itself.
        await admin.query("UPDATE app.auditors SET created_at = $2 WHERE company_id = $1", [companyId, at(JOINED)]);
      },
    },
    {
      ...ASKED,
      do: async () => {
        const text =
          "Please show the signed review of last quarter's access, with the systems that it covered and the rights that were removed.";
        const asked = { companyId, projectId: await projectId(), control: "XC-10", text, dueOn: day(-DUE_IN_DAYS) };
        await act("audit.ask", asked, auditor);
      },
    },
  ];
}
