import { afterAll, beforeAll, expect, test } from "vitest";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { MendedCompany } from "#tests/support/mended-company.ts";

let at: MendedCompany;
beforeAll(async () => {
  at = await mendedCompany();
});
afterAll(() => at.running.close());

test("owners and admins rename any item, members what they filed themselves, and nobody else anything", async () => {
  const theirs = await at.file("Filed by the owner");
  const own = await at.file("Filed by a member", {}, at.people.member);
  for (const [name, item, status] of [
    ["stranger", own, 404],
    ["auditor", own, 403],
    ["viewer", own, 403],
    ["other", own, 403],
    ["member", theirs, 403],
    ["member", own, 200],
    ["admin", theirs, 200],
  ] as const)
    expect([name, (await at.rename(item, `By ${name}`, at.people[name])).status]).toEqual([name, status]);
});

test("the new name is shown and found everywhere; the seal, its proof and the record of the filing keep the old one", async () => {
  const item = await at.file("Fire pollicy");
  const before = await at.details(item);
  expect((await at.rename(item, "  Fire policy  ")).status).toBe(200);
  const { people, path } = at;
  const { body } = await people.viewer.get(path(`/evidence/${item.id}`));
  expect(body.item).toMatchObject({ ...before.item, name: "Fire policy" });
  expect(body.proof).toMatchObject({ entry: before.proof.entry, metadata: before.proof.metadata });
  expect(body.proof.metadata.name).toBe("Fire pollicy");
  expect((await at.control("XC-01")).evidence.map((item: { name: string }) => item.name)).toContain("Fire policy");
  expect((await people.auditor.get(path("/evidence?search=fire%20policy"))).body.items).toHaveLength(1);
  expect((await people.owner.get(path("/search?text=fire%20policy"))).body.evidence).toHaveLength(1);
  expect((await people.owner.get(path("/evidence?search=pollicy"))).body.items).toHaveLength(0);
  const [renamed, filed] = await at.sentences();
  expect(renamed).toBe(`renamed ${item.exhibit} from “Fire pollicy” to “Fire policy”`);
  expect(filed).toBe(`filed ${item.exhibit}, “Fire pollicy”`);
});

test("every name stays in custody, with who gave it; renaming back is one more entry", async () => {
  const item = await at.file("First", {}, at.people.member);
  await at.rename(item, "Second", at.people.member);
  await at.rename(item, "First", at.people.admin);
  const { body } = await at.people.auditor.get(at.path(`/evidence/${item.id}`));
  expect(body.item.name).toBe("First");
  const renamings = body.custody.filter(({ event }: { event: string }) => event === "Renamed");
  expect(renamings.map(({ by, detail, of }: Record<string, string>) => [by, detail, of])).toEqual([
    ["member Example", "From “First” to “Second”.", "content"],
    ["admin Example", "From “Second” to “First”.", "content"],
  ]);
  const { size } = (await at.people.owner.get(at.path("/ledger"))).body;
  expect((await at.rename(item, "First")).status).toBe(200);
  // Nothing changed, so nothing is written.
  expect((await at.people.owner.get(at.path("/ledger"))).body.size).toBe(size);
});

test("no empty name is taken, and neither a withdrawn nor a privileged item is renamed", async () => {
  const item = await at.file("Gone");
  expect((await at.rename(item, " ")).status).toBe(400);
  expect((await at.rename(item, "a\nb")).status).toBe(400);
  await at.withdraw(item);
  expect((await at.rename(item, "Another")).body.code).toBe("item-withdrawn");
  const matter = await at.people.owner.post(at.path("/matters"), { name: "A v. B", basis: "work product", join: true });
  const memo = await at.file("Memo", { matter: matter.body.id });
  expect((await at.rename(memo, "Letter")).body.code).toBe("privileged-change");
  // People off its access list hear nothing of it.
  expect((await at.rename(memo, "Letter", at.people.admin)).status).toBe(404);
});

test("the database takes no name without its record, whoever writes it, and no change of a record", async () => {
  const item = await at.file("Written past us");
  const { admin } = at.running.database;
  await expect(admin.query("UPDATE app.evidence SET name = 'Forged' WHERE id = $1", [item.id])).rejects.toThrow(
    "a name changes with its record",
  );
  await expect(
    admin.query("UPDATE app.evidence SET valid_until = now() + interval '9 years' WHERE id = $1", [item.id]),
  ).rejects.toThrow("an item counts as long as its links");
  await at.rename(item, "On record");
  for (const change of ["UPDATE app.renamings SET new_name = 'x'", "DELETE FROM app.renamings"])
    await expect(admin.query(change)).rejects.toThrow("renamings is append-only");
});
