import { copyFile, open, readdir, rm, stat, truncate } from "node:fs/promises";
import path from "node:path";
import type { Damage } from "#domain/stored-file.ts";
import type { MendedCompany } from "./mended-company.ts";

/** A stored file of a company. */
export interface StoredFile {
  readonly id: string;
  readonly file: string;
}

/** Every sealed file below the folder of a running application, by the id of its item. */
export async function storedFiles(at: MendedCompany): Promise<StoredFile[]> {
  const folder = path.join(at.running.folder, "us", "v1");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".sealed"));
  return names.map((name) => ({ id: path.basename(name, ".sealed"), file: path.join(folder, name) })).toSorted(byId);
}

const byId = (a: StoredFile, b: StoredFile) => (a.id < b.id ? -1 : 1);

/** Ways to damage a file, in turn, and what each is found to be. `other` is whole, and stays so. */
const ways: readonly ((file: string, other: string, at: number) => Promise<Damage>)[] = [
  async (file) => {
    await rm(file);
    return "missing";
  },
  async (file, _, at) => {
    const { size } = await stat(file);
    await truncate(file, at % size);
    return "cut";
  },
  async (file, _, at) => {
    const handle = await open(file, "r+");
    const { size } = await handle.stat();
    const position = at % size;
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
    buffer[0]! ^= 1 << (at % 8);
    await handle.write(buffer, 0, 1, position);
    await handle.close();
    return "altered";
  },
  async (file, other) => {
    await copyFile(other, file);
    return "altered";
  },
];

/** Damages each of these files, in one way after the other; answers what is to be found, by the id of the item. */
export async function damageFiles(files: readonly StoredFile[], other: StoredFile): Promise<Map<string, Damage>> {
  const done = new Map<string, Damage>();
  for (const [index, { id, file }] of files.entries())
    done.set(id, await ways[index % ways.length]!(file, other.file, index * 7 + 3));
  return done;
}

/** What is on record as damaged, by the id of the item. */
export async function recordedDamages({ running }: MendedCompany): Promise<Map<string, Damage>> {
  const { rows } = await running.database.admin.query("SELECT evidence_id, damage FROM app.damaged_files");
  return new Map(rows.map(({ evidence_id: id, damage }) => [id, damage]));
}
