import { createHash, randomBytes } from "node:crypto";
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import type { BackupPair } from "#tests/support/backup-pair.ts";
import { everyCase } from "#tests/support/every-case.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { decrypted, unzipped } from "#tests/support/opened-backup.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { ZipWriter } from "../bundle/zip-writer.ts";
import { AgeWriter } from "./age-file.ts";
import { parseBackupKey, makeBackupKey } from "./backup-key.ts";
import { writeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";

describe("a backup in the wrong hands", () => {
  let running: RunningApp;
  let folder: string;
  let pair: BackupPair;
  let older: string;
  let file: string;
  let target: FreshDatabase;
  let userId: string;
  const secrets = {
    company: "Harbour Street Holdings",
    item: "Access review of the vault",
    matter: "Doe v. Harbour Street",
  };

  /** Into a database that is empty, with files that are, too. */
  const restore = (from: string, options = {}) =>
    restoreBackup(instanceOf(target, path.join(folder, "elsewhere")), from, { identity: pair.identity, ...options });
  const people = async () => (await target.admin.query("SELECT FROM auth.users")).rowCount;
  const admins = async () => (await target.admin.query("SELECT FROM app.platform_admins")).rowCount;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "exhibit-tampered-"));
    running = await runApp();
    pair = await backupPair(folder);
    const ana = await running.person("Ana");
    userId = ana.id;
    const company = await ana.found(secrets.company);
    await ana.post(`/companies/${company}/matters`, { name: secrets.matter, basis: "work product", join: true });
    const query = new URLSearchParams({ name: secrets.item, fileName: "a.txt", type: "Policy", controls: "XC-01" });
    await ana.upload(`/companies/${company}/evidence?${query}`, randomBytes(150_000));
    older = path.join(folder, "older.age");
    await writeBackup(instanceOf(running.database, running.folder), pair.key, older);
    file = path.join(folder, "newest.age");
    await writeBackup(instanceOf(running.database, running.folder), pair.key, file);
    target = await freshDatabase();
  });

  afterAll(async () => {
    await target.close();
    await running.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** As somebody does who can read a backup and has everything but the key that signs. */
  async function forge(name: string, change: (files: Map<string, Buffer>) => void, sign?: (bytes: Buffer) => Buffer) {
    const files = await unzipped(await decrypted(file, pair.identity));
    const about = JSON.parse(files.get("backup.json")!.toString());
    change(files);
    about.files = about.files.filter((file: { path: string }) => files.has(file.path));
    for (const item of about.files) {
      const bytes = files.get(item.path)!;
      Object.assign(item, { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
    }
    files.set("backup.json", Buffer.from(JSON.stringify(about)));
    if (sign)
      files.set(
        "backup.sig",
        Buffer.from(
          sign(Buffer.concat([Buffer.from("exhibit-backup/2\n"), files.get("backup.json")!])).toString("base64"),
        ),
      );
    const forged = path.join(folder, name);
    const written: Buffer[] = [];
    const writer = await AgeWriter.begin(pair.key.recipients, async (bytes) => void written.push(bytes));
    const zip = new ZipWriter((chunk) => writer.write(chunk), { date: new Date() });
    for (const [inside, bytes] of files) await zip.addBytes(inside, bytes);
    await zip.finish();
    await writer.finish();
    await writeFile(forged, Buffer.concat(written));
    await copyFile(`${file}.keys`, `${forged}.keys`);
    return forged;
  }
  const addAdmin = (files: Map<string, Buffer>) =>
    files.set("tables/app.platform_admins", Buffer.from(`${userId}\tt\n`));

  test("S6: a backup with an added platform admin is refused, whoever encrypted it", async () => {
    const forged = await forge("with-admin.age", addAdmin);
    await expect(restore(forged)).rejects.toThrow(/not made by this installation/);
    const stranger = await makeBackupKey({ at: new Date(), installation: "elsewhere" });
    const signed = await forge("with-signature.age", addAdmin, (bytes) => parseBackupKey(stranger.kept)!.sign(bytes));
    await expect(restore(signed)).rejects.toThrow(/not made by this installation/);
    expect([await people(), await admins()]).toEqual([0, 0]);
    // With the key that signs, it would have been one: the signature alone keeps it out.
    const own = await forge("with-own-signature.age", addAdmin, (bytes) => pair.key.sign(bytes));
    const other = await freshDatabase();
    await restoreBackup(instanceOf(other, path.join(folder, "other")), own, { identity: pair.identity });
    expect((await other.admin.query("SELECT FROM app.platform_admins")).rowCount).toBe(1);
    await other.close();
  });

  test("S6: what the last release wrote, a row added, is not taken for a backup unless somebody says so", async () => {
    const files = await unzipped(await decrypted(file, pair.identity));
    addAdmin(files);
    const written: Buffer[] = [];
    const zip = new ZipWriter(async (chunk) => void written.push(Buffer.from(chunk)), { date: new Date() });
    for (const [inside, bytes] of files) await zip.addBytes(inside, bytes);
    await zip.finish();
    const plain = path.join(folder, "plain.zip");
    await writeFile(plain, Buffer.concat(written));
    await expect(restore(plain)).rejects.toThrow(/no encrypted backup.*--unauthenticated-format-1/);
    await expect(restore(plain, { unauthenticated: true })).rejects.toThrow(/no encrypted backup/);
    await expect(restore(plain, { identity: undefined, unauthenticated: true }), "and is none of it").rejects.toThrow(
      /not a backup of the last release/,
    );
    expect(await people()).toBe(0);
  });

  test("S6: one byte changed in any segment of the backup, or anywhere in its keys, is refused and changes nothing", async () => {
    const bytes = await readFile(file);
    const changed = path.join(folder, "changed.age");
    await copyFile(`${file}.keys`, `${changed}.keys`);
    for (let at = 5_000; at < bytes.length; at += 65_552) {
      await writeFile(changed, flipped(bytes, at));
      await expect(restore(changed), String(at)).rejects.toThrow(/damaged: segment \d+ of \d+/);
    }
    await copyFile(file, changed);
    const keys = await readFile(`${file}.keys`);
    for (let at = 30; at < keys.length; at += everyCase ? 97 : 971) {
      await writeFile(`${changed}.keys`, flipped(keys, at));
      await expect(restore(changed), `keys, ${at}`).rejects.toThrow(/changed\.age\.keys/);
    }
    expect(await people()).toBe(0);
  });

  test("S6: random mutations of a backup are refused, each with a sentence", async () => {
    const bytes = await readFile(file);
    const mutated = path.join(folder, "mutated.age");
    for (let round = 0; round < (everyCase ? 50 : 5); round += 1) {
      const at = randomBytes(4).readUInt32BE() % bytes.length;
      const change = 1 + (randomBytes(1)[0]! % 255);
      const copy = Buffer.from(bytes);
      copy[at]! ^= change;
      await writeFile(mutated, copy);
      await expect(restore(mutated), `byte ${at} xor ${change}`).rejects.toThrow(
        /damaged|altered|no encrypted|not a backup/,
      );
    }
    expect(await people()).toBe(0);
  });

  test("S6: a file in the backup that was removed or exchanged for another is refused", async () => {
    const removed = await forge("removed.age", (files) => {
      for (const key of files.keys()) if (key.startsWith("blobs/")) files.delete(key);
    });
    await expect(restore(removed)).rejects.toThrow(/not made by this installation/);
    const exchanged = await forge("exchanged.age", (files) => {
      const [first, other] = ["tables/auth.users", "tables/auth.passwords"];
      const held = files.get(first!)!;
      files.set(first!, files.get(other!)!);
      files.set(other!, held);
    });
    await expect(restore(exchanged)).rejects.toThrow(/not made by this installation/);
  });

  test("S6: another installation's backup is refused, though it is encrypted for the same people", async () => {
    const made = await makeBackupKey({ at: new Date(), installation: "elsewhere", recipient: pair.key.recipients[0] });
    const foreign = path.join(folder, "foreign.age");
    await writeBackup(instanceOf(running.database, running.folder), parseBackupKey(made.kept)!, foreign);
    await expect(restore(foreign)).rejects.toThrow(/not made by this installation/);
    const renamed = path.join(folder, "renamed.age");
    await copyFile(file, renamed);
    await copyFile(`${foreign}.keys`, `${renamed}.keys`);
    await expect(restore(renamed)).rejects.toThrow(
      /renamed\.age\.keys is not a backup of keys that this installation made/,
    );
    const stranger = await backupPair(folder, "stranger.txt");
    await expect(restore(file, { identity: stranger.identity })).rejects.toThrow(/does not open the file/);
  });

  test("S6: an older backup under the newest one's name is refused and both are named, unless somebody goes back on purpose", async () => {
    const renamed = path.join(folder, "as-newest.age");
    await copyFile(older, renamed);
    await copyFile(`${file}.keys`, `${renamed}.keys`);
    await expect(restore(renamed)).rejects.toThrow(
      /The keys were written with a newer backup, of \S+; this one is of \S+\./,
    );
    await expect(
      restoreBackup(instanceOf(running.database, running.folder), renamed, { identity: pair.identity }),
    ).rejects.toThrow(/A newer one was written \S+, to \S+\.age: restore that/);
    await copyFile(`${older}.keys`, `${path.join(folder, "crossed.age")}.keys`);
    await copyFile(file, path.join(folder, "crossed.age"));
    await expect(restore(path.join(folder, "crossed.age"))).rejects.toThrow(/before the backup of/);
  });

  test("S6: keys whose life is over are refused, unless somebody says that they count", async () => {
    const late = {
      ...instanceOf(target, path.join(folder, "late")),
      now: () => new Date(Date.now() + 36 * 86_400_000),
    };
    await expect(restoreBackup(late, file, { identity: pair.identity })).rejects.toThrow(
      /The keys are 36 days old; they live 35/,
    );
    expect(await people()).toBe(0);
  });

  test("S6: who finds the files reads no address, no hash and no name in them, and only their owner may read them", async () => {
    const { rows } = await running.database.admin.query(
      "SELECT u.email, p.hash FROM auth.users u JOIN auth.passwords p ON p.user_id = u.id",
    );
    for (const name of [file, `${file}.keys`]) {
      const bytes = await readFile(name);
      for (const word of ["Ana", "@", ...Object.values(secrets), rows[0].email, rows[0].hash, userId].filter(
        (secret) => secret.length > 3,
      ))
        expect(bytes.includes(word), word).toBe(false);
      expect((await stat(name)).mode & 0o777).toBe(0o600);
    }
  });

  test("S6: who can open the backup, but has not the keys, reads nothing of a company in it", async () => {
    const inside = await decrypted(file, pair.identity);
    const { rows } = await running.database.admin.query(
      "SELECT sha256, salt FROM app.evidence JOIN app.evidence_seals ON evidence_id = id",
    );
    const raw = [rows[0].sha256, rows[0].salt] as Buffer[];
    for (const word of [
      ...Object.values(secrets),
      ...raw.flatMap((item) => [item, item.toString("hex"), item.toString("base64")]),
    ])
      expect(inside.includes(word), String(word)).toBe(false);
    expect(inside.includes(running.mails[0]!.to), "accounts belong to no company").toBe(true);
  });

  test("a backup that cannot be finished leaves nothing behind", async () => {
    const whole = instanceOf(running.database, running.folder);
    const us = { ...whole.blobs.us, open: () => Promise.reject(new Error("the store does not answer")) };
    const broken = { ...whole, blobs: { ...whole.blobs, us } };
    const before = await readdir(folder);
    await expect(writeBackup(broken, pair.key, path.join(folder, "never.age"))).rejects.toThrow(
      /the store does not answer/,
    );
    expect(await readdir(folder)).toEqual(before);
  });

  test("the backup that was not touched is restored", async () => {
    expect(await restore(file)).toMatchObject({ blobs: 1, erased: 0 });
    expect([await people(), await admins()]).toEqual([1, 0]);
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1;
  return copy;
}
