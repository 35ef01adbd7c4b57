import { randomUUID } from "node:crypto";
import { policyKinds } from "#catalog/policies/kinds.ts";
import { writeDocument } from "#server/connections/exhibit-document.ts";
import type { ExhibitDocument } from "#server/connections/exhibit-document.ts";
import { writeAct } from "#server/ledger/record-act.ts";
import type { Person } from "#tests/support/person.ts";
import { oktaExhibit } from "#tests/support/read-system.ts";
import type { Instance } from "./instance.ts";

/** Behind all entries of the measured company's ledger, which nobody signs. */
const AFTER_ALL = 1_000_000_000;
const BATCH = 5_000;

/** A company that is filled for measuring, and who fills it. */
export interface Filled {
  readonly instance: Instance;
  readonly person: Person;
  readonly companyId: string;
}

type Answered = Awaited<ReturnType<Person["post"]>>;

const done = ({ status, body }: Pick<Answered, "status" | "body">, what: string): Answered["body"] => {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  return body;
};

const textOf = (title: string) =>
  `# ${title}\n\n${Array.from({ length: 40 }, (_, at) => `Rule ${at} of this policy says what everybody does.`).join("\n\n")}\n`;

/** Puts so many policies in force, each assigned to everyone; answers their versions. */
export async function putPoliciesInForce({ person, companyId }: Filled, count: number): Promise<readonly string[]> {
  const at = (path: string) => `/companies/${companyId}${path}`;
  const versions: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const kind = policyKinds[number];
    const title = kind?.title ?? `Policy ${number + 1}`;
    const asked = { title, text: textOf(title), ...(kind && { documentId: kind.documentId }) };
    const { open } = done(await person.post(at("/policies"), asked), "policy");
    const { revision } = open;
    done(await person.post(at(`/policy-versions/${open.id}/review`), { revision, quorum: 1 }), "review");
    done(await person.post(at(`/policy-versions/${open.id}/approvals`), { revision }), "approval");
    done(await person.post(at(`/policy-versions/${open.id}/assignments`), { audience: "everyone" }), "assignment");
    versions.push(open.id);
  }
  return versions;
}

/** Puts down that these people acknowledged these versions, each with its leaf, as the database has it in the end: nobody waits for that. */
export async function putAcknowledged(
  { instance, companyId }: Filled,
  people: readonly { readonly id: string }[],
  versions: readonly string[],
): Promise<void> {
  const { rows } = await instance.admin.query<{ id: string; policy: string; sha256: string }>(
    "SELECT id, policy_id AS policy, sha256 FROM app.policy_versions WHERE company_id = $1 AND id = ANY ($2)",
    [companyId, versions],
  );
  const at = new Date();
  let seq = AFTER_ALL;
  for (const { id, policy, sha256 } of rows)
    for (let from = 0; from < people.length; from += BATCH) {
      const batch = people.slice(from, from + BATCH).map((person) => {
        const details = { person: person.id, sha256, at: at.toISOString() };
        const act = writeAct({ userId: person.id }, "policy.acknowledged", { subject: policy, details });
        seq += 1;
        const entry = JSON.stringify({ c: act.commitment });
        return { seq, person: person.id, details: act.details, salt: act.salt.toString("hex"), entry };
      });
      const client = await instance.admin.connect();
      try {
        await client.query("BEGIN; SET LOCAL session_replication_role = replica");
        await client.query(
          `WITH x AS (SELECT * FROM jsonb_to_recordset($4::jsonb) x (seq bigint, person uuid, details text, salt text, entry text)),
            a AS (INSERT INTO app.acknowledgments (company_id, id, version_id, person_id, sha256, method, acknowledged_at, ledger_index, vouched)
              SELECT $1, gen_random_uuid(), $2, x.person, $3, 'staff link', $6, x.seq, 'alone' FROM x),
            e AS (INSERT INTO app.ledger_entries (company_id, seq, leaf_hash, entry)
              SELECT $1, x.seq, sha256(x.entry::bytea), x.entry FROM x)
          INSERT INTO app.ledger_acts (company_id, seq, event, actor_id, subject, details, salt, at)
            SELECT $1, x.seq, 'policy.acknowledged', x.person, $5, x.details, decode(x.salt, 'hex'), $6 FROM x`,
          [companyId, id, sha256, JSON.stringify(batch), policy, at],
        );
        // What triggers would have counted.
        await client.query(
          `INSERT INTO app.people_counts AS c (company_id, policy_id, sha256, kind, starts_at, ends_at, people)
            SELECT $1, $2, $3, r.fields ->> 'kind', r.fields ->> 'startsAt', coalesce(r.fields ->> 'endsAt', ''), count(*)
            FROM app.records r WHERE r.company_id = $1 AND r.id = ANY ($4) GROUP BY 4, 5, 6
            ON CONFLICT (company_id, policy_id, sha256, kind, starts_at, ends_at) DO UPDATE SET people = c.people + excluded.people`,
          [companyId, policy, sha256, batch.map(({ person }) => person)],
        );
        await client.query(
          "SELECT app.list_texts($1, array_agg(p), array_agg($3::uuid), array_agg($4::text)) FROM unnest($2::uuid[]) p",
          [companyId, batch.map(({ person }) => person), id, sha256],
        );
        await client.query("COMMIT");
      } finally {
        client.release();
      }
    }
  await instance.admin.query("ANALYZE app.acknowledgments, app.ledger_acts, app.ledger_entries, app.records");
}

/** Puts down that four of five people passed three courses, some of them long ago, as the database has it in the end. */
export async function putPassed({ instance, companyId }: Filled): Promise<void> {
  const client = await instance.admin.connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    await client.query(
      `INSERT INTO app.completions (company_id, id, person_id, course, source, course_version, attempt_id, answers, score, out_of, passed,
          completed_at, vouched, number, ledger_index)
        SELECT $1, gen_random_uuid(), r.id, c.course, 'quiz', 1, gen_random_uuid(), '[]', 8, 8, true, now() - (r.number % 500) * interval '1 day',
          'alone', r.number * 10 + c.n, 1
        FROM app.records r CROSS JOIN unnest(ARRAY['security', 'privacy', 'phishing']) WITH ORDINALITY c (course, n)
        WHERE r.company_id = $1 AND r.register = 'people' AND r.number % 5 <> 0`,
      [companyId],
    );
    // What a trigger would have written.
    await client.query(
      "SELECT app.list_passes($1, array_agg(r.id)) FROM app.records r WHERE r.company_id = $1 AND r.register = 'people'",
      [companyId],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
  await instance.admin.query("ANALYZE app.completions, app.listed_people");
}

/**
 * Connects so many organizations of Okta, with so many accounts each, whose addresses are those of people in turn, and one of Google, which
 * proves their domain.
 */
export async function connectSystems(filled: Filled, systems: number, accounts: number): Promise<void> {
  await connect(filled, "google-workspace", "firm.example", {
    ...oktaExhibit([], []),
    provider: "google-workspace",
    settings: { approvedApps: [], inactiveDays: 90 },
    items: [
      {
        kind: "gws.user",
        subject: { type: "user", id: "g1", label: "info@firm.example" },
        data: { suspended: true, archived: false, isAdmin: false, createdOn: "2026-01-01" },
        observedAt: "2026-11-23T11:00:00.000Z",
        step: "users",
      },
    ],
  });
  for (let system = 0; system < systems; system += 1) {
    const users = Array.from({ length: accounts }, (_, n) => ({
      id: `${system}-${n}`,
      login: `person-${(system * accounts + n) % 10_000}@firm.example`,
    }));
    await connect(filled, "okta", `firm-${system}`, oktaExhibit(users));
  }
}

type Exhibit = Pick<ReturnType<typeof oktaExhibit>, "steps"> & Readonly<Record<string, unknown>>;

async function connect({ instance, person, companyId }: Filled, provider: string, label: string, exhibit: Exhibit) {
  const at = new Date();
  const { rows } = await instance.admin.query(
    `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, created_by, connected_at)
      VALUES ($1, gen_random_uuid(), $2, 'token', 'paused', $3, $3, $4, $5, now()) RETURNING id`,
    [companyId, provider, label, `${provider} ${label}`, person.id],
  );
  const sealed = { ...exhibit, account: { id: label, label }, results: [] };
  const about = new URLSearchParams({
    name: `Read ${randomUUID()}`,
    fileName: "read.json",
    type: "Config",
    controls: "XC-09",
  });
  const path = `/companies/${companyId}/evidence?${about}`;
  const { id } = done(await person.upload(path, writeDocument(sealed as unknown as ExhibitDocument)), "exhibit");
  const steps = sealed.steps.map((step) => ({ ...step, startedAt: at.toISOString() }));
  await instance.admin.query(
    `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, finished_at, observed_at, steps, evidence_id)
      VALUES ($1, $2, $3, 'asked', 'done', $3, $3, $4, $5)`,
    [companyId, rows[0].id, at, JSON.stringify(steps), id],
  );
}
