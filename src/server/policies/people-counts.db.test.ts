import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let members: readonly Person[];
let company: string;

beforeAll(async () => {
  running = await runApp();
  members = await Promise.all(["Olga", "Adam", "Mia"].map((name) => running.person(name)));
});
afterAll(() => running.close());

const at = (more: string) => `/companies/${company}${more}`;
const json = { "content-type": "application/json" };
const texts = ["# Access\n\nFirst.\n", "# Access\n\nSecond.\n"];
const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;

const row = `coalesce(r.fields ->> 'kind', '') AS kind, r.fields ->> 'startsAt' AS starts_at, coalesce(r.fields ->> 'endsAt', '') AS ends_at,
  count(DISTINCT r.id)::integer AS people`;
const people = "r.register = 'people' AND r.ended_at IS NULL AND r.company_id = $1";
const order = "ORDER BY policy_id, sha256, kind, starts_at, ends_at";

/** What the rows themselves say, each counted anew. */
const counted = () =>
  admin(
    `SELECT NULL::uuid AS policy_id, NULL AS sha256, ${row} FROM app.records r WHERE ${people} GROUP BY 3, 4, 5
    UNION ALL SELECT v.policy_id, a.sha256, ${row} FROM app.records r
      JOIN app.acknowledgments a ON a.company_id = r.company_id AND a.person_id = r.id AND a.vouched IS NOT NULL
      JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id WHERE ${people} GROUP BY 1, 2, 3, 4, 5 ${order}`,
    [company],
  );
const kept = () =>
  admin(
    `SELECT policy_id, sha256, kind, starts_at, ends_at, people FROM app.people_counts WHERE company_id = $1 ${order}`,
    [company],
  );

/** What columns of People have of each, the texts that they acknowledged by their policy. */
const listed = () =>
  admin(
    `SELECT p.person_id AS id, p.number, p.name, p.kind, p.job_title, p.starts_at, p.ends_at, p.added_at, p.reach,
      ARRAY(SELECT t.policy_id || ' ' || t.sha256 FROM app.policy_texts t WHERE t.company_id = p.company_id
        AND (coalesce(p.texts[t.number / 32 + 1], 0) >> t.number % 32) & 1 = 1 ORDER BY 1) AS texts
    FROM app.listed_people p WHERE p.company_id = $1 ORDER BY p.number`,
    [company],
  );
/** And what the rows themselves say. */
const written = () =>
  admin(
    `SELECT r.id, r.number::integer AS number, lower(r.fields ->> 'name') AS name, coalesce(r.fields ->> 'kind', '') AS kind,
      coalesce(r.fields ->> 'jobTitle', '') AS job_title, coalesce(k.starts_at, r.fields ->> 'startsAt')::timestamptz AS starts_at,
      (r.fields ->> 'endsAt')::timestamptz AS ends_at, coalesce(k.added_at, r.created_at) AS added_at,
      CASE WHEN NOT r.fields ? 'email' THEN 'no email' WHEN r.vouched_email = lower(r.fields ->> 'email') THEN 'ready' ELSE 'unvouched' END AS reach,
      ARRAY(SELECT DISTINCT v.policy_id || ' ' || a.sha256 FROM app.acknowledgments a
        JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id
        WHERE a.company_id = r.company_id AND a.person_id = r.id AND a.vouched IS NOT NULL ORDER BY 1) AS texts
    FROM app.records r LEFT JOIN app.first_days k ON k.company_id = r.company_id AND k.person_id = r.id WHERE ${people} ORDER BY r.number`,
    [company],
  );

// Most of it happens to one person and one policy, so that the same text is acknowledged again.
const who = fc.constantFrom(0, 0, 0, 1, 2);
const policy = fc.constantFrom(0, 0, 0, 1);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ verb: fc.constant("acknowledge" as const), who, policy }) },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant("change" as const),
      who,
      fields: fc.oneof(
        fc.record({ kind: fc.constantFrom("employee", "intern") }),
        fc.record({ startsAt: fc.constantFrom("2026-01-05", "2026-02-06") }),
        fc.record({ endsAt: fc.constantFrom("2026-11-01", "2036-12-01", null) }),
        fc.record({ jobTitle: fc.constantFrom("Engineer", "Partner") }),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constantFrom("end" as const, "reopen" as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ verb: fc.constant("renew" as const), policy, text: fc.constantFrom(0, 0, 1) }),
  },
);

test("kept counts of people and of who acknowledged what equal a count of the rows, and columns of People what they say, after any changes in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 26 }), async (steps) => {
      const [olga] = members as [Person];
      company = await olga.found(`Counts ${randomUUID()}`);
      for (const [member, role] of [
        [members[1]!, "admin"],
        [members[2]!, "member"],
      ] as const)
        await admin("INSERT INTO app.company_members (company_id, user_id, role) VALUES ($1, $2, $3)", [
          company,
          member.id,
          role,
        ]);
      const csv = [
        "Name,Work email,Employment,Starts",
        ...members.map(({ email }) => `P,${email},Employee,2026-01-05`),
      ];
      expect((await olga.post(at("/registers/people/csv"), { csv: csv.join("\n") })).status).toBe(200);
      const records = await admin("SELECT id, fields ->> 'email' AS email FROM app.records WHERE company_id = $1", [
        company,
      ]);
      const recordOf = (member: number) => records.find(({ email }) => email === members[member]!.email).id;
      await members[1]!.post(at("/staff/addresses"), {
        addresses: [{ personId: recordOf(0), email: members[0]!.email }],
      });
      const putInForce = async (id: string, revision: number) => {
        await olga.post(at(`/policy-versions/${id}/review`), { revision, quorum: 1 });
        return (await members[1]!.post(at(`/policy-versions/${id}/approvals`), { revision })).body.inForce;
      };
      const policies: { id: string; version: string; text: number }[] = [];
      for (const title of ["One", "Two"]) {
        const { body } = await olga.post(at("/policies"), { title, text: texts[0] });
        policies.push({ id: body.id, version: (await putInForce(body.open.id, 1)).id, text: 0 });
      }
      let acknowledged = 0;
      for (const each of steps) {
        if (each.verb === "acknowledge") {
          const { version, text } = policies[each.policy]!;
          const sha256 = createHash("sha256").update(texts[text]!).digest("hex");
          const { status } = await members[each.who]!.post(at(`/policy-versions/${version}/acknowledgment`), {
            sha256,
          });
          if (status === 200) acknowledged += 1;
        } else if (each.verb === "renew") {
          const policy = policies[each.policy]!;
          const { open } = (await olga.post(at(`/policies/${policy.id}/versions`), {})).body;
          const edit = JSON.stringify({ revision: 1, text: texts[each.text] });
          const saved = await olga.send("PATCH", at(`/policy-versions/${open.id}`), edit, json);
          policy.version = (await putInForce(open.id, saved.body.revision)).id;
          policy.text = each.text;
        } else {
          const record = recordOf(each.who);
          const path = at(`/registers/people/records/${record}`);
          const [{ version }] = await admin("SELECT version FROM app.records WHERE id = $1", [record]);
          if (each.verb === "change")
            await olga.send("PATCH", path, JSON.stringify({ version, fields: each.fields }), json);
          else if (each.verb === "end") await olga.post(`${path}/end`, { reason: "Entered by mistake" });
          else await olga.send("DELETE", `${path}/end`);
        }
        expect(await kept(), JSON.stringify(each)).toEqual(await counted());
        expect(await listed(), JSON.stringify(each)).toEqual(await written());
      }
      expect(acknowledged).toBeGreaterThan(0);
      const path = at(`/registers/people/records/${recordOf(2)}`);
      for (const email of ["other@counts.test", null]) {
        const [{ version }] = await admin("SELECT version FROM app.records WHERE id = $1", [recordOf(2)]);
        await olga.send("PATCH", path, JSON.stringify({ version, fields: { email } }), json);
        expect(await listed()).toEqual(await written());
      }
      const day =
        "INSERT INTO app.first_days (company_id, person_id, starts_at, added_at) VALUES ($1, $2, '2020-01-01', '2020-01-02')";
      for (const text of [day, "DELETE FROM app.first_days WHERE company_id = $1 AND person_id = $2"]) {
        await admin(text, [company, recordOf(0)]);
        expect(await listed()).toEqual(await written());
      }
    }),
    { numRuns: 3, seed: 26 },
  );
});
