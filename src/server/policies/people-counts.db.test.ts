import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
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

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

/** What columns of People have of each, the texts that they acknowledged by their policy. */
const listed = () =>
  admin(
    `SELECT p.person_id AS id, p.number, p.name, p.kind, p.job_title, p.starts_at, p.ends_at, p.added_at, p.reach,
      p.passed, p.passed_at::text[], p.passed_first, p.passed_last, p.imported, p.imported_at::text[], p.imported_first, p.imported_last,
      (SELECT ROW(a.kind, a.job_title, a.passed, a.imported)::text FROM app.people_alike a WHERE a.company_id = p.company_id AND a.number = p.alike) AS alike,
      ARRAY(SELECT t.policy_id || ' ' || t.sha256 FROM app.policy_texts t WHERE t.company_id = p.company_id
        AND (coalesce(p.texts[t.number / 32 + 1], 0) >> t.number % 32) & 1 = 1 ORDER BY 1) AS texts
    FROM app.listed_people p WHERE p.company_id = $1 ORDER BY p.number`,
    [company],
  );
/** What people passed, here or by lists of others, by what their completions say. */
const completed = (source: string) =>
  `SELECT x.person_id, string_agg(x.course, ' ' ORDER BY x.course) AS courses, array_agg(x.at ORDER BY x.course) AS at,
      min(x.at) AS first, max(x.at) AS last
    FROM (SELECT c.person_id, c.course, max(c.completed_at) AS at FROM app.completions c WHERE c.company_id = $1 AND c.passed
      AND c.source = '${source}' AND (c.source <> 'quiz' OR c.vouched IS NOT NULL) AND c.undone_at IS NULL GROUP BY 1, 2) x GROUP BY 1`;
/** And what the rows themselves say. */
const written = () =>
  admin(
    `SELECT r.id, r.number::integer AS number, app.fold(r.fields ->> 'name') AS name, coalesce(r.fields ->> 'kind', '') AS kind,
      coalesce(r.fields ->> 'jobTitle', '') AS job_title, coalesce(k.starts_at, r.fields ->> 'startsAt')::timestamptz AS starts_at,
      (r.fields ->> 'endsAt')::timestamptz AS ends_at, coalesce(k.added_at, r.created_at) AS added_at,
      CASE WHEN NOT r.fields ? 'email' THEN 'no email' WHEN r.vouched_email = lower(r.fields ->> 'email') THEN 'ready' ELSE 'unvouched' END AS reach,
      coalesce(c.courses, '') AS passed, coalesce(c.at, '{}')::text[] AS passed_at, c.first AS passed_first, c.last AS passed_last,
      coalesce(i.courses, '') AS imported, coalesce(i.at, '{}')::text[] AS imported_at, i.first AS imported_first, i.last AS imported_last,
      ROW(coalesce(r.fields ->> 'kind', ''), coalesce(r.fields ->> 'jobTitle', ''), coalesce(c.courses, ''), coalesce(i.courses, ''))::text AS alike,
      ARRAY(SELECT DISTINCT v.policy_id || ' ' || a.sha256 FROM app.acknowledgments a
        JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id
        WHERE a.company_id = r.company_id AND a.person_id = r.id AND a.vouched IS NOT NULL ORDER BY 1) AS texts
    FROM app.records r LEFT JOIN app.first_days k ON k.company_id = r.company_id AND k.person_id = r.id
    LEFT JOIN (${completed("quiz")}) c ON c.person_id = r.id LEFT JOIN (${completed("import")}) i ON i.person_id = r.id
    WHERE ${people} ORDER BY r.number`,
    [company],
  );

/** Numbers of what nobody has in common any more. */
const needless = () =>
  admin(
    "SELECT a.number FROM app.people_alike a WHERE a.company_id = $1 AND NOT EXISTS (SELECT FROM app.listed_people p WHERE p.company_id = $1 AND p.alike = a.number)",
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
        fc.record({ name: fc.constantFrom("P", "Ödön", "Æ") }),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constantFrom("end" as const, "reopen" as const), who }) },
  // What somebody does whose address nobody vouches for counts from when somebody does.
  { weight: 2, arbitrary: fc.record({ verb: fc.constantFrom("take part" as const, "vouch" as const), who, policy }) },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constant("finish" as const),
      who,
      course: fc.constantFrom("security", "privacy"),
      days: fc.constantFrom(0, 0, 1, 400),
      passed: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant("import" as const),
      /** Three is somebody new. */
      who: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
      jobTitle: fc.constantFrom("Engineer", "Partner", ""),
      kind: fc.constantFrom("Employee", "Intern"),
      startsAt: fc.constantFrom("2026-01-05", "2026-02-06"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constant("list" as const),
      who: fc.subarray([0, 1, 2], { minLength: 1 }),
      course: fc.constantFrom("security", "privacy"),
      days: fc.constantFrom(0, 1, 400),
    }),
  },
  // What was imported last, of people or of a list; again, what was before that.
  { weight: 3, arbitrary: fc.record({ verb: fc.constant("undo" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ verb: fc.constant("renew" as const), policy, text: fc.constantFrom(0, 0, 1) }),
  },
);

test("kept counts of people and of who acknowledged what equal a count of the rows, and columns of People what they say, after any changes in any order", async () => {
  let acknowledged = 0;
  const did = { import: 0, list: 0, undo: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 26 }), async (steps) => {
      const [olga] = members as [Person];
      company = await olga.found(`Counts ${randomUUID()}`);
      for (const [member, role] of [
        [members[1]!, "admin"],
        [members[2]!, "member"],
      ] as const)
        await addMember(running, company, member.id, role);
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
      /** As a transaction of the company writes it, triggers and all. */
      const put = (text: string) =>
        admin(
          `BEGIN; SELECT set_config('app.user_id', '${olga.id}', true), set_config('app.company_id', '${company}', true); ${text}; COMMIT`,
        );
      const imported: string[] = [];
      const done = (
        { status, body }: { status: number; body: { batchId: string } },
        verb: keyof typeof did,
        of: string,
      ) => {
        if (status >= 300) return;
        did[verb] += 1;
        if (verb !== "undo") imported.push(`${of}/${body.batchId}`);
      };
      const takePart = (who: number, { version, text }: (typeof policies)[number]) =>
        put(`INSERT INTO app.acknowledgments (company_id, id, version_id, person_id, sha256, method, acknowledged_at)
          SELECT '${company}', gen_random_uuid(), '${version}', '${recordOf(who)}', '${sha256Of(texts[text]!)}', 'staff link', now()`);
      const vouch = (who: number, email: string) =>
        members[1]!.post(at("/staff/addresses"), { addresses: [{ personId: recordOf(who), email }] });
      for (const each of steps) {
        if (each.verb === "acknowledge") {
          const { version, text } = policies[each.policy]!;
          const { status } = await members[each.who]!.post(at(`/policy-versions/${version}/acknowledgment`), {
            sha256: sha256Of(texts[text]!),
          });
          if (status === 200) acknowledged += 1;
        } else if (each.verb === "take part") await takePart(each.who, policies[each.policy]!);
        else if (each.verb === "vouch") await vouch(each.who, members[each.who]!.email);
        else if (each.verb === "finish") {
          const { course, days, passed } = each;
          const [person, attempt] = [recordOf(each.who), randomUUID()];
          await put(`INSERT INTO app.quiz_attempts (company_id, id, person_id, course, course_version, seed, begun_at)
              SELECT '${company}', '${attempt}', '${person}', '${course}', 1, decode(repeat('00', 16), 'hex'), now();
            INSERT INTO app.completions (company_id, id, person_id, course, source, course_version, attempt_id, answers, score, out_of, passed,
                completed_at, vouched)
              SELECT '${company}', gen_random_uuid(), '${person}', '${course}', 'quiz', 1, '${attempt}', '[]', ${passed ? 8 : 1}, 8, ${passed},
                now() - interval '${days} days', app.vouched_how('${company}', '${person}')`);
        } else if (each.verb === "import") {
          const { jobTitle, kind, startsAt } = each;
          const address = (who: number) => members[who]?.email ?? `${randomUUID()}@counts.test`;
          const rows = each.who.map((who) => `P,${address(who)},${jobTitle},${kind},${startsAt}`);
          const csv = ["Name,Work email,Job title,Employment,Starts", ...rows].join("\n");
          done(await olga.post(at("/registers/people/csv"), { csv }), "import", "/registers/people/batches");
        } else if (each.verb === "list") {
          const on = new Date(Date.now() - each.days * 86_400_000).toISOString().slice(0, 10);
          const csv = ["Email,Completed", ...each.who.map((who) => `${members[who]!.email},${on}`)].join("\n");
          const about = new URLSearchParams({
            name: "List",
            fileName: "list.csv",
            type: "Document",
            controls: "XC-06",
          });
          const { exhibit } = (await olga.upload(at(`/evidence?${about}`), csv)).body;
          const list = { csv, exhibit, course: each.course, provider: "Others", encoding: "utf-8" };
          done(await olga.post(at("/training/imports"), list), "list", "/training/imports");
        } else if (each.verb === "undo") {
          const last = imported.pop();
          if (last !== undefined) done(await olga.send("DELETE", at(last)), "undo", last);
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
        expect(await needless(), JSON.stringify(each)).toEqual([]);
      }
      const path = at(`/registers/people/records/${recordOf(2)}`);
      await olga.send("DELETE", `${path}/end`);
      for (const email of ["other@counts.test", null]) {
        const [{ version }] = await admin("SELECT version FROM app.records WHERE id = $1", [recordOf(2)]);
        await olga.send("PATCH", path, JSON.stringify({ version, fields: { email } }), json);
        expect(await listed()).toEqual(await written());
        if (email === null) continue;
        await takePart(2, policies[0]!);
        expect((await vouch(2, email)).status).toBe(200);
        expect(await listed()).toEqual(await written());
        expect(await kept()).toEqual(await counted());
      }
      const day =
        "INSERT INTO app.first_days (company_id, person_id, starts_at, added_at) VALUES ($1, $2, '2020-01-01', '2020-01-02')";
      for (const text of [day, "DELETE FROM app.first_days WHERE company_id = $1 AND person_id = $2"]) {
        await admin(text, [company, recordOf(0)]);
        expect(await listed()).toEqual(await written());
      }
    }),
    { numRuns: 3, seed: 26, endOnFailure: true },
  );
  expect(Math.min(acknowledged, did.import, did.list, did.undo)).toBeGreaterThan(0);
});
