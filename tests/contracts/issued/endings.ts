import { sql } from "kysely";
import { asCaller } from "#server/db/as-caller.ts";
import { quickPerson } from "#tests/support/quick-person.ts";
import type { Firm } from "./issue.ts";

const json = { "content-type": "application/json" };

/** Runs as a platform admin who signed in with a second factor. */
async function asPlatformAdmin({ running }: Firm, call: ReturnType<typeof sql>): Promise<void> {
  const admin = await quickPerson(running, "Pat");
  await running.database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [admin.id]);
  await asCaller(running.database.databases.user, { userId: admin.id, secondFactor: true }, (tx) => call.execute(tx));
}

/** A way in which the rights of an admin end. `gone`: they are no longer a member, or can no longer come in. */
export interface Ending {
  readonly gone: boolean;
  /** As the ledger and the mail name it. */
  readonly reason: string;
  readonly end: (firm: Firm) => Promise<void>;
}

const expectOk = ({ status, body }: { status: number; body: unknown }) => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
};

export const endings: Readonly<Record<string, Ending>> = {
  "is removed": {
    gone: true,
    reason: "removed",
    end: async ({ company, owner, memberId }) =>
      expectOk(await owner.send("DELETE", `/companies/${company}/members/${memberId}`, "{}", json)),
  },
  "is made a viewer": {
    gone: false,
    reason: "role changed",
    end: async ({ company, owner, memberId }) =>
      expectOk(
        await owner.send(
          "PATCH",
          `/companies/${company}/members/${memberId}`,
          JSON.stringify({ role: "viewer" }),
          json,
        ),
      ),
  },
  leaves: {
    gone: true,
    reason: "left",
    end: async ({ company, adam }) => expectOk(await adam.post(`/companies/${company}/leave`, {})),
  },
  "is suspended": {
    gone: true,
    reason: "suspended",
    end: async ({ running, memberId }) =>
      void (await running.database.admin.query("UPDATE app.company_members SET status = 'suspended' WHERE id = $1", [
        memberId,
      ])),
  },
  "has their account disabled by the platform": {
    gone: true,
    reason: "account disabled",
    end: (firm) => asPlatformAdmin(firm, sql`SELECT app.set_disabled(${firm.adam.id}, true, now())`),
  },
  "has their account limited by the platform": {
    gone: false,
    reason: "account limited",
    end: (firm) => asPlatformAdmin(firm, sql`SELECT app.set_platform_role(${firm.adam.id}, 'user')`),
  },
  "deletes their account": {
    gone: true,
    reason: "left",
    end: async ({ adam }) =>
      expectOk(await adam.send("DELETE", "/account", JSON.stringify({ email: adam.email }), json)),
  },
  // Whoever changes rows past every program meets the same trigger.
  "loses their row in the database": {
    gone: true,
    reason: "removed",
    end: async ({ running, memberId }) =>
      void (await running.database.admin.query("DELETE FROM app.company_members WHERE id = $1", [memberId])),
  },
};
