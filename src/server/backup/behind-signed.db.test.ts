import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { acceptLoss } from "../ledger/accept-loss.ts";
import { writeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";

let running: RunningApp;
let ana: Person;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-behind-"));
  running = await runApp();
  ana = await running.person("Ana");
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

test("S2: a backup behind what was signed is restored only when that is said, and its ledger then stands until the loss is accepted", async () => {
  const [grown, calm] = [await ana.found("Grown Ltd"), await ana.found("Calm Ltd")];
  for (const company of [grown, calm]) await ana.get(`/companies/${company}/ledger`);
  const pair = await backupPair(folder);
  const file = path.join(folder, "behind.age");
  await writeBackup(instanceOf(running.database, running.folder), pair.key, file);
  await ana.post(`/companies/${grown}/projects`, { name: "Since", framework: "hipaa" });
  const signed = (await ana.get(`/companies/${grown}/ledger`)).body;
  const forgotten = await ana.found("Forgotten Ltd");
  await ana.get(`/companies/${forgotten}/ledger`);

  const database = await freshDatabase();
  const machine = await mkdtemp(path.join(folder, "new-machine-"));
  await cp(path.join(running.folder, "anchors"), path.join(machine, "anchors"), { recursive: true });
  const instance = instanceOf(database, machine);
  const options = { identity: pair.identity, older: true };
  await expect(restoreBackup(instance, file, options)).rejects.toThrow(/would fork the ledger of company/);
  await restoreBackup(instance, file, { ...options, behindSigned: true });

  const second = await runApp({ database, folder: machine });
  try {
    const again = ana.at(second.url);
    await again.signIn();
    const ledgerOf = (company: string) => again.get(`/companies/${company}/ledger`);
    await again.post(`/companies/${grown}/projects`, { name: "After", framework: "hipaa" });
    await again.post(`/companies/${calm}/projects`, { name: "After", framework: "hipaa" });
    const stopped = await ledgerOf(grown);
    expect([stopped.status, stopped.body.code]).toEqual([503, "ledger-forked"]);
    expect((await ledgerOf(calm)).status, "what was not signed since goes on").toBe(200);
    const loss = { companyId: grown, reason: "Only this backup was left", person: "Olga" };
    const accepted = await acceptLoss(instance, loss);
    expect(accepted).toMatchObject({ origin: `${signed.origin}.2`, last: { size: signed.size, root: signed.root } });
    expect((await ledgerOf(grown)).body).toMatchObject({ origin: `${signed.origin}.2`, losses: [expect.any(String)] });
  } finally {
    await second.close();
  }
});
