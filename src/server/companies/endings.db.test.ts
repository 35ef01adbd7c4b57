import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { anchoredHeads } from "../ledger/anchored-heads.ts";

let running: RunningApp;
let ana: Person;
let ben: Person;
const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const isDue = (company: string, since: string) =>
  admin("UPDATE app.companies SET deletion_due_at = now() - $2::interval WHERE id = $1", [company, since]);

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
  ben = await running.person("Ben");
});
afterAll(() => running.close());

test("a company that cannot be erased holds up no other", async () => {
  const stuck = await ana.found("Stuck LLP");
  const next = await ana.found("Next LLP");
  await isDue(stuck, "2 hours");
  await isDue(next, "1 hour");
  await admin("CREATE TABLE public.sample_hold (company uuid REFERENCES app.companies)");
  await admin("INSERT INTO public.sample_hold VALUES ($1)", [stuck]);
  const left = async () => (await admin("SELECT id FROM app.companies WHERE id IN ($1, $2)", [stuck, next])).rows;
  await expect(running.app.runTasks(), "the failure is told").rejects.toThrow("sample_hold");
  expect(await left()).toEqual([{ id: stuck }]);
  await admin("DROP TABLE public.sample_hold");
  await running.app.runTasks();
  expect(await left()).toEqual([]);
});

test("a closed company's ledger is not signed any more, so that no signature is remembered that every restore would trip over", async () => {
  const company = await ana.found("Closed LLP");
  await isDue(company, "1 hour");
  await admin("SELECT app.close_company($1, now())", [company]);
  await running.app.services.signer.signCheckpoints(company);
  expect((await anchoredHeads(running.app.services.anchors, [])).has(company)).toBe(false);
});

test.each(["platform_role = 'user'", "disabled_at = now()"])(
  "a company is not handed to somebody who could not act as its owner: %s",
  async (bound) => {
    const company = await ana.found(`Handed over, ${bound.slice(0, 8)}`);
    await addMember(running, company, ben.id, "admin");
    await admin("INSERT INTO app.account_bounds (user_id) VALUES ($1)", [ben.id]);
    await admin(`UPDATE app.account_bounds SET ${bound}`);
    const team: { id: string; userId: string }[] = (await ana.get(`/companies/${company}/members`)).body;
    const answer = await ana.post(`/companies/${company}/owner`, {
      memberId: team.find(({ userId }) => userId === ben.id)!.id,
    });
    await admin("DELETE FROM app.account_bounds");
    expect(answer.body.code).toBe("owner-unfit");
    expect((await ana.get(`/companies/${company}`)).body.role).toBe("owner");
  },
);

test("accepting an invitation again leaves no second entry in the ledger", async () => {
  const company = await ana.found("Again LLP");
  const made = await ana.post(`/companies/${company}/invitations`, { email: ben.email, role: "viewer" });
  const token = new URL(made.body.link).searchParams.get("token");
  for (let n = 0; n < 3; n++) await ben.post("/invitations/accept", { token });
  const { rows } = await admin(
    "SELECT seq FROM app.ledger_acts WHERE company_id = $1 AND event = 'invitation.accepted'",
    [company],
  );
  expect(rows).toHaveLength(1);
});
