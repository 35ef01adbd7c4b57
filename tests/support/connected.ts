import { randomUUID } from "node:crypto";
import { collectedFigures } from "#domain/policies/shown-figures.ts";
import { writeDocument } from "#server/connections/exhibit-document.ts";
import type { ExhibitDocument } from "#server/connections/exhibit-document.ts";
import type { Person } from "./person.ts";
import { oktaExhibit } from "./read-system.ts";
import type { OktaUser } from "./read-system.ts";

type Admin = (text: string, values?: unknown[]) => Promise<any[]>;

/** A company's Okta, of which each run's exhibit is filed as if it had been read then. */
export interface ConnectedOkta {
  readonly id: string;
  readonly systemId: string;
  /** A run that found these users; without steps nothing is known to be complete. */
  read(users: readonly OktaUser[], at: Date, steps?: readonly string[], more?: object): Promise<void>;
  /** A run that found just what the last one did. */
  readAgain(at: Date): Promise<void>;
}

/**
 * Connects an organization of Okta, and with the first one, acme, one of Google that proves the domain of its addresses, without asking
 * either. Google has one account there, which is suspended unless a test says otherwise.
 */
export async function connectOkta(
  admin: Admin,
  person: Person,
  companyId: string,
  account = "acme",
  { suspended = true }: { readonly suspended?: boolean } = {},
): Promise<ConnectedOkta> {
  const connect = async (provider: string, source: string) => {
    const [row] = await admin(
      `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, created_by, connected_at)
        VALUES ($1, gen_random_uuid(), $2, 'token', 'paused', $5, $5, $3, $4, now()) RETURNING id, system_id`,
      [companyId, provider, source, person.id, account],
    );
    return row as { readonly id: string; readonly system_id: string };
  };
  const file = async (connection: string, document: object, at: Date) => {
    const about = new URLSearchParams({
      name: `Read ${randomUUID()}`,
      fileName: "read.json",
      type: "Config",
      controls: "XC-09",
    });
    const filed = await person.upload(
      `/companies/${companyId}/evidence?${about}`,
      writeDocument(document as ExhibitDocument),
    );
    if (filed.status !== 201) throw new Error(`not filed: ${filed.status}`);
    const steps = (document as ExhibitDocument).steps.map((step) => ({ ...step, startedAt: at.toISOString() }));
    await admin(
      `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, finished_at, observed_at, steps, shown_figures)
        VALUES ($1, $2, $3, 'asked', 'done', $3, $3, $4, $5)`,
      [
        companyId,
        connection,
        at,
        JSON.stringify(steps),
        JSON.stringify(collectedFigures((document as ExhibitDocument).items, at)),
      ],
    );
    await admin(
      "UPDATE app.collection_runs SET evidence_id = $3 WHERE company_id = $1 AND connection_id = $2 AND slot = $4",
      [companyId, connection, filed.body.id, at],
    );
  };
  const okta = await connect("okta", `Okta ${account}`);
  const proof = {
    ...oktaExhibit([]),
    provider: "google-workspace",
    settings: { approvedApps: [], inactiveDays: 90 },
    steps: [],
    results: [],
    items: [
      {
        kind: "gws.user",
        subject: { type: "user", id: "g1", label: "info@acme.test" },
        data: { suspended, archived: false, isAdmin: false, createdOn: "2026-01-01" },
        observedAt: "2026-11-23T11:00:00.000Z",
        step: "users",
      },
    ],
  };
  if (account === "acme") {
    const google = await connect("google-workspace", "Google Workspace acme.test");
    await file(google.id, proof, new Date(Date.now() - 86_400_000));
  }
  return {
    id: okta.id,
    systemId: okta.system_id,
    read: (users, at, steps, more) =>
      file(
        okta.id,
        { ...oktaExhibit(users, steps), account: { id: account, label: account }, results: [], ...more },
        at,
      ),
    readAgain: async (at) => {
      await admin(
        `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, finished_at, observed_at, steps, shown_figures, unchanged)
          SELECT company_id, connection_id, $3, 'asked', 'done', $3, $3,
            (SELECT jsonb_agg(s || jsonb_build_object('startedAt', $4::text)) FROM jsonb_array_elements(steps) s), shown_figures, true
          FROM app.collection_runs WHERE company_id = $1 AND connection_id = $2 ORDER BY slot DESC LIMIT 1`,
        [companyId, okta.id, at, at.toISOString()],
      );
      await admin(
        `UPDATE app.collection_runs r SET evidence_id = (SELECT b.evidence_id FROM app.collection_runs b WHERE b.company_id = $1
            AND b.connection_id = $2 AND b.evidence_id IS NOT NULL ORDER BY b.slot DESC LIMIT 1)
          WHERE r.company_id = $1 AND r.connection_id = $2 AND r.slot = $3`,
        [companyId, okta.id, at],
      );
    },
  };
}

/** Says of accounts whose they are, so that reviews of them wait for no owner: somebody's who is in People under no address. */
export async function sayOwner(
  admin: Admin,
  person: Person,
  companyId: string,
  accounts: readonly { readonly id?: string }[],
  { provider = "okta", scope = "acme" } = {},
): Promise<void> {
  const [known] = await admin(
    "SELECT id FROM app.records WHERE company_id = $1 AND register = 'people' AND fields ->> 'name' = 'Owner of accounts'",
    [companyId],
  );
  const fields = { name: "Owner of accounts", kind: "employee", startsAt: "2026-01-01" };
  const owner =
    known?.id ?? (await person.post(`/companies/${companyId}/registers/people/records`, { fields })).body.id;
  await admin(
    `WITH mode AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
    INSERT INTO app.person_accounts (company_id, provider, scope, account_id, label, kind, person_register, person_id, decided_by, decided_at, ledger_index)
      SELECT $1, $5, $3, x.id, x.id, 'person', 'people', $4, $1, now(), -2 FROM mode, unnest($2::text[]) x (id)`,
    [companyId, accounts.flatMap(({ id }) => id ?? []), scope, owner, provider],
  );
}
