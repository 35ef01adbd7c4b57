import type pg from "pg";
import { sampleAws } from "./sample-cloud.ts";
import { cloudUserId } from "./sample-cloud-users.ts";
import { connectionId, connectorBehind } from "./sample-collected.ts";
import { JONAS, TOM } from "./sample-people.ts";
import { addRun } from "./sample-runs.ts";

/** The export from which the accounts under review come. */
const READ_FROM = "Backup configuration export";
const SYSTEM = `AWS (${sampleAws.account.id})`;
const READ = { daysAgo: 16, time: "09:01" } as const;
/** After the registers were sealed with whose accounts there are. */
const MATCHED = { daysAgo: 15, time: "11:20" } as const;
const REVIEWED = { daysAgo: 15, time: "15:30" } as const;

/** Whose the accounts of the cloud are, which shows no address; a program's has nobody. */
const owners: Readonly<Record<string, string | undefined>> = {
  "m.okafor": "Maya Okafor",
  "j.lindqvist": "Jonas Lindqvist",
  "p.nair": "Priya Nair",
  "t.silva": "Tom Silva",
  "d.reyes": "Dan Reyes",
  deploy: undefined,
};

const REMOVED = "p.nair";
const REASON = "The office has had its invoices by mail since spring. Nobody signs in for them any more.";
/** As long as somebody looks at an account. */
const LOOKS_MS = 40_000;

interface ReviewDeps {
  /** The administrator's connection to the template. */
  readonly admin: pg.ClientBase;
  /** Does what a request would do, as the owner or as a colleague. */
  readonly act: (name: string, input: Record<string, unknown>, as?: string) => Promise<unknown>;
  readonly at: (when: { daysAgo: number; time: string }) => Date;
  readonly turnTo: (now: Date) => Promise<void>;
}

interface Details {
  readonly id: string;
  readonly populations: readonly { readonly id: string }[];
}

/**
 * The steps of an access review of the cloud account: what was read of it is kept as a run, the owner says whose its accounts are, and
 * Tom, who owns it, decides on each but his own, on which Jonas does. One is to be removed; the next export does not have it any more.
 */
export function sampleReview({ admin, act, at, turnTo }: ReviewDeps, companyId: string) {
  const idOf = async (sql: string, ...values: readonly string[]): Promise<string> => {
    const { rows } = await admin.query<{ id: string }>(sql, [companyId, ...values]);
    if (!rows[0]) throw new Error(`the sample company has no ${values.join(" ")}`);
    return rows[0].id;
  };
  return [
    {
      ...READ,
      do: async () => {
        const evidenceId = await idOf("SELECT id FROM app.evidence WHERE company_id = $1 AND name = $2", READ_FROM);
        const connector = connectorBehind(READ_FROM);
        const run = {
          companyId,
          id: connectionId("aws"),
          connector,
          evidenceId,
          collectedAt: at(READ),
          exceptions: [],
        };
        await addRun(admin, run);
      },
    },
    {
      ...MATCHED,
      do: async () => {
        for (const [account, name] of Object.entries(owners)) {
          const person = name !== undefined && {
            personId: await idOf(
              "SELECT id FROM app.records WHERE company_id = $1 AND register = 'people' AND fields ->> 'name' = $2",
              name,
            ),
          };
          const key = { provider: "aws", scope: sampleAws.account.id, id: cloudUserId(account) };
          await act("accounts.decide", { companyId, accounts: [key], kind: person ? "person" : "program", ...person });
        }
      },
    },
    { ...REVIEWED, do: () => review() },
  ];

  async function review(): Promise<void> {
    const systemId = await idOf("SELECT id FROM app.systems WHERE company_id = $1 AND name = $2", SYSTEM);
    const { id: reviewId, populations } = (await act("reviews.open", {
      companyId,
      name: "Access to the cloud account",
      dueOn: at({ daysAgo: 1, time: "00:00" }).toISOString().slice(0, 10),
      systems: [{ systemId, reviewerId: TOM, otherId: JONAS }],
    })) as Details;
    const [{ id: populationId }] = populations as [{ id: string }];
    const { accounts } = (await act("reviews.accounts", { companyId, reviewId, populationId })) as {
      accounts: readonly { readonly id: string; readonly label: string }[];
    };
    let now = at(REVIEWED).getTime();
    for (const { id: rowId, label } of accounts) {
      await turnTo(new Date((now += LOOKS_MS)));
      const said = label === REMOVED ? { decision: "remove", reason: REASON } : { decision: "keep" };
      await act(
        "reviews.decide",
        { companyId, reviewId, decisions: [{ rowId, ...said }] },
        label === "t.silva" ? JONAS : TOM,
      );
    }
    await turnTo(new Date((now += LOOKS_MS)));
    await act("reviews.close", { companyId, reviewId });
  }
}
