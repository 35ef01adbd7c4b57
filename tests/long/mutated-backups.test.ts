import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { runApp } from "#tests/support/running-app.ts";
import { keysFileOf, writeBackup } from "#server/backup/backup.ts";
import { restoreBackup } from "#server/backup/restore.ts";
import { RestoreRefused } from "#server/backup/restore-refused.ts";

const MUTANTS = 1_000;

/** A number below `end`. */
const below = (end: number) => randomBytes(6).readUIntBE(0, 6) % end;

/** Ways in which a file can be altered, at places that chance decides. Each answers with a file that differs. */
const manipulations: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  "a byte is changed": (bytes) => {
    const copy = Buffer.from(bytes);
    copy[below(bytes.length)]! ^= 1 + below(255);
    return copy;
  },
  "the end is cut off": (bytes) => bytes.subarray(0, below(bytes.length)),
  "bytes are added": (bytes) => Buffer.concat([bytes, randomBytes(1 + below(100_000))]),
  "bytes are put in between": (bytes) => {
    const at = below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), randomBytes(1 + below(100)), bytes.subarray(at)]);
  },
  "bytes are taken out": (bytes) => {
    const at = below(bytes.length - 1);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(bytes.length - at - 1))]);
  },
  "two parts change places": (bytes) => {
    const size = 1 + below(bytes.length >> 2);
    const at = below(bytes.length - 2 * size);
    const parts = [bytes.subarray(0, at), bytes.subarray(at + size, at + 2 * size), bytes.subarray(at, at + size)];
    return Buffer.concat([...parts, bytes.subarray(at + 2 * size)]);
  },
  "a part is there twice": (bytes) => {
    const at = below(bytes.length);
    return Buffer.concat([bytes, bytes.subarray(at)]);
  },
  "a part is overwritten with zeros": (bytes) => {
    const copy = Buffer.from(bytes);
    const at = below(bytes.length);
    return copy.fill(0, at, Math.min(bytes.length, at + 1 + below(1_000)));
  },
};

test(`S6: ${MUTANTS} random mutants of a backup and of its keys are refused, each in a sentence, and nothing is written`, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-mutants-"));
  const running = await runApp();
  const target = await freshDatabase();
  try {
    const pair = await backupPair(folder);
    const ana = await running.person("Ana");
    const company = await ana.found("Mutated Ltd");
    const query = new URLSearchParams({ name: "P", fileName: "p.bin", type: "Policy", controls: "XC-01" });
    await ana.upload(`/companies/${company}/evidence?${query}`, randomBytes(200_000));
    const file = path.join(folder, "backup.age");
    await writeBackup(instanceOf(running.database, running.folder), pair.key, file);
    const whole = { main: await readFile(file), keys: await readFile(keysFileOf(file)) };
    const ways = Object.entries(manipulations);
    const wrong: string[] = [];
    for (let round = 0; round < MUTANTS; round += 1) {
      const [name, change] = ways[round % ways.length]!;
      const part = round % 5 === 0 ? "keys" : "main";
      const mutant = change(whole[part]);
      if (mutant.equals(whole[part])) continue;
      await writeFile(file, part === "main" ? mutant : whole.main);
      await writeFile(keysFileOf(file), part === "keys" ? mutant : whole.keys);
      const outcome = await restoreBackup(instanceOf(target, path.join(folder, "x")), file, {
        identity: pair.identity,
        recoverAnchors: true,
      }).then(
        () => "restored",
        (error: unknown) => (error instanceof RestoreRefused ? undefined : String(error)),
      );
      if (outcome !== undefined) wrong.push(`${part}: ${name}: ${outcome}`);
    }
    expect(wrong).toEqual([]);
    const { rows } = await target.admin.query("SELECT (SELECT count(*)::integer FROM auth.users) AS users");
    expect(rows[0]).toEqual({ users: 0 });
    await writeFile(file, whole.main);
    await writeFile(keysFileOf(file), whole.keys);
    expect(
      await restoreBackup(instanceOf(target, path.join(folder, "x")), file, {
        identity: pair.identity,
        recoverAnchors: true,
      }),
    ).toMatchObject({ blobs: 1 });
  } finally {
    await target.close();
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
});
