import { expect } from "vitest";
import { runApp } from "./running-app.ts";
import type { RunningApp } from "./running-app.ts";
import type { Person } from "./person.ts";
import { addMember } from "./members.ts";

/** An item of evidence, as far as these tests look at it. */
export interface Item {
  readonly id: string;
  readonly exhibit: string;
  readonly sha256: string;
}

const names = ["owner", "admin", "member", "other", "viewer", "auditor", "stranger"] as const;

/** A company with somebody in each role, two members, an auditor and somebody from elsewhere, and what they do with its evidence. */
export async function mendedCompany(options: Parameters<typeof runApp>[0] = {}) {
  const running: RunningApp = await runApp(options);
  const people = {} as Record<(typeof names)[number], Person>;
  for (const name of names) people[name] = await running.person(name);
  const company = await people.owner.found("Mended Ltd");
  await people.stranger.found("Elsewhere Ltd");
  const admin = (text: string, values: unknown[]) => running.database.admin.query(text, values);
  for (const [name, role] of [
    ["admin", "admin"],
    ["member", "member"],
    ["other", "member"],
    ["viewer", "viewer"],
  ] as const)
    await addMember(running, company, people[name].id, role);
  const path = (more: string) => `/companies/${company}${more}`;
  const project = (await people.owner.post(path("/projects"), { name: "SOC 2", framework: "soc2" })).body.id;
  const { rows } = await admin(
    "INSERT INTO app.auditors (company_id, user_id, invited_by, ends_at) VALUES ($1, $2, $3, now() + interval '9 days') RETURNING id",
    [company, people.auditor.id, people.owner.id],
  );
  await admin("INSERT INTO app.auditor_projects VALUES ($1, $2, $3)", [company, rows[0].id, project]);

  async function file(name: string, more: Record<string, string> = {}, who = people.owner): Promise<Item> {
    const query = new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls: "XC-01,XC-02", ...more });
    const filed = await who.upload(path(`/evidence?${query}`), `the text of ${name}`);
    expect([filed.status, filed.body]).toEqual([201, expect.anything()]);
    return filed.body;
  }
  return {
    running,
    people,
    company,
    project: project as string,
    path,
    file,
    withdraw: (item: Item, who = people.owner) =>
      who.post(path(`/evidence/${item.id}/withdrawal`), { reason: "It is the wrong file" }),
    restore: (item: Item, who = people.owner) => who.send("DELETE", path(`/evidence/${item.id}/withdrawal`)),
    rename: (item: Item, name: string, who = people.owner) =>
      who.send("PATCH", path(`/evidence/${item.id}`), JSON.stringify({ name }), { "content-type": "application/json" }),
    refile: (item: Item, change: { add?: string[]; remove?: string[]; reason?: string }, who = people.owner) =>
      who.post(path(`/evidence/${item.id}/controls`), {
        reason: change.remove ? "It says nothing of it" : "",
        ...change,
      }),
    exhibits: async (query = "", who = people.owner) =>
      (await who.get(path(`/evidence?limit=200${query}`))).body.items.map((item: Item) => item.exhibit) as string[],
    control: async (id: string, who = people.owner) => (await who.get(path(`/controls/${id}`))).body,
    details: async (item: Item, who = people.owner) => (await who.get(path(`/evidence/${item.id}`))).body,
    /** What the company's record says, the newest first. */
    sentences: async () =>
      (await people.owner.get(path("/activity"))).body.entries.map(
        ({ sentence }: { sentence: string }) => sentence,
      ) as string[],
  };
}

export type MendedCompany = Awaited<ReturnType<typeof mendedCompany>>;
