import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { dice, HOST, openLedgerLab, readNote, rootOf } from "#tests/support/ledger-lab.ts";
import { ledgerNameOf } from "#server/ledger/origin.ts";

const KILLS = Number(process.env["KILLS"] ?? 300);
const COMPANIES = 3;

test("S2: a signer that is killed at any moment, 300 times, never signs two heads that contradict each other", async () => {
  const lab = await openLedgerLab();
  const { seed, roll } = dice(Number(process.env["LEDGER_SEED"] ?? 20_261_122));
  const companies: string[] = [];
  for (let n = 0; n < COMPANIES; n++) companies.push(await lab.found());
  const { adminUrl } = lab.database;
  const child = () =>
    fork(path.resolve(import.meta.dirname, "../support/signing-child.ts"), [], {
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: {
        ...process.env,
        SIGNING: JSON.stringify({ adminUrl, folder: lab.folder, companies, host: HOST }),
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
  /** Each note that anybody could have been given: read from the database, or found as an anchor. */
  const seen = new Map<string, { readonly company: string; readonly size: number; readonly root: string }>();
  const look = async () => {
    for (const company of companies) {
      for (const { note, size, root } of await lab.checkpoints(company)) seen.set(note, { company, size, root });
      const ledger = ledgerNameOf(lab.signer.origin(company));
      for (const item of await lab.anchors.sizes(ledger)) {
        const { note } = JSON.parse((await lab.anchors.read(ledger, item))!.toString()) as { note: string };
        const { size, root } = readNote(lab.signer, note);
        seen.set(note, { company, size, root });
      }
    }
  };
  try {
    let [signed, unfinished] = [0, 0];
    for (let kill = 0; kill < KILLS; kill++) {
      const signing = child();
      const gone = once(signing, "exit");
      signing.on("message", (message) => void (message === "signed" && signed++));
      await Promise.race([once(signing, "message"), gone]);
      await setTimeout(roll(60));
      signing.kill("SIGKILL");
      expect(await gone, `seed ${seed}, kill ${kill}`).toEqual([null, "SIGKILL"]);
      for (const company of companies) {
        const newest = (await lab.anchors.sizes(ledgerNameOf(lab.signer.origin(company)))).at(-1) ?? 0;
        if (newest > ((await lab.checkpoints(company)).at(-1)?.size ?? 0)) unfinished += 1;
      }
      if (kill % 10 === 0) await look();
    }
    for (const company of companies) {
      await lab.append(company, 1);
      expect(await lab.sign(company), "signing goes on").toBeUndefined();
      expect((await lab.checkpoints(company)).at(-1)!.size).toBe((await lab.headOf(company)).size);
    }
    await look();
    for (const company of companies) {
      const leaves = await lab.leavesOf(company);
      const own = [...seen.values()].filter((item) => item.company === company);
      // Every head is that of the ledger as it stands: so all of them are one chain.
      for (const { size, root } of own) expect(rootOf(leaves, size), `${size} of ${leaves.length}`).toBe(root);
      expect(own.length).toBeGreaterThan(KILLS / 20);
    }
    console.log(
      `${KILLS} kills, ${signed} signatures told, ${seen.size} notes seen, ${unfinished} ledgers found between anchor and database`,
    );
  } finally {
    await lab.close();
  }
}, 3_600_000);
