import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { sayDamage } from "#domain/stored-file.ts";
import { asDefiner } from "../db/as-definer.ts";
import { scrub as readFiles } from "../scrub/scrub.ts";
import type { ScrubDeps } from "../scrub/scrub.ts";
import { withInstance } from "../app/instance.ts";
import type { Command } from "./main.ts";

/** What a command answers when all went well and something is damaged. */
export const DAMAGED = 3;

const USAGE = "scrub [status]";

export const scrub: Command = {
  name: "scrub",
  usage: USAGE,
  does: [
    "Reads every stored file now and checks it against its exhibit, also while the server runs. A worker does the same in the background.",
    "status lists the damaged files and reads nothing. Exits with 0 when none is damaged, 3 when one is.",
  ].join("\n"),
  run: async (args, out) => {
    const [verb, ...more] = args;
    if (more.length > 0 || (verb !== undefined && verb !== "status")) {
      out(`Say what to do: ${USAGE}`);
      return 2;
    }
    return await withInstance(async (instance) => {
      if (verb === undefined && !(await checkAll(instance, out))) return 1;
      return await showDamage(instance, out);
    });
  },
};

async function checkAll(instance: ScrubDeps, out: (line: string) => void): Promise<boolean> {
  const done = await readFiles(instance, { everything: true });
  if (!done) out("Another process is checking files at this moment. Try again in a few minutes.");
  else out(`Checked ${done.checked} stored files: ${done.found} newly damaged, ${done.mended} whole again.`);
  return done !== undefined;
}

/** Lists every damaged file by company and exhibit; answers with the exit code. */
export async function showDamage(instance: Pick<ScrubDeps, "adminUrl">, out: (line: string) => void): Promise<number> {
  const rows = await asDefiner(instance, async (client) => {
    const found = await client.query<{
      company_id: string;
      number: string;
      damage: string;
      found_at: Date;
      blob_key: string;
    }>(
      `SELECT d.company_id, e.number, d.damage, d.found_at, e.blob_key FROM app.damaged_files d
       JOIN app.evidence e ON e.company_id = d.company_id AND e.id = d.evidence_id AND e.erased_at IS NULL
       ORDER BY d.company_id, e.number`,
    );
    return found.rows;
  });
  for (const { company_id: company, number, damage, found_at: at, blob_key: key } of rows)
    out(`${company}  ${formatExhibitNumber(Number(number))}  ${key} ${sayDamage(damage)}, found ${at.toISOString()}`);
  if (rows.length === 0) out("No stored file is known to be damaged.");
  else out("What to do: docs/operations/backup-and-restore.md#damaged-files");
  return rows.length === 0 ? 0 : DAMAGED;
}
