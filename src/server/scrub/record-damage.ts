import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Damage } from "#domain/stored-file.ts";
import { callFunction } from "../db/functions.ts";
import { INSTALLATION } from "../installation.ts";
import type { StoredItem } from "./stored-items.ts";

/** Remembers a damage, and says so in the company's ledger the first time: members are mailed from there. True when it is new. */
export async function recordDamage(
  worker: pg.ClientBase,
  item: StoredItem,
  damage: Damage,
  now: Date,
): Promise<boolean> {
  const act = writeFileAct("evidence.damaged", item, { damage });
  return await callFunction(worker, "app.note_damage", [item.companyId, item.artifactId, damage, now, ...act]);
}

/** Takes a damage off the record, because the file is whole. True where one was on it. */
export async function recordWhole(worker: pg.ClientBase, item: StoredItem): Promise<boolean> {
  const act = writeFileAct("evidence.whole", item, {});
  return await callFunction(worker, "app.clear_damage", [item.companyId, item.artifactId, ...act]);
}

/** An act of the installation about an item as the database takes it: id, details, salt, commitment. */
function writeFileAct(event: string, { artifactId, number }: StoredItem, facts: Readonly<Record<string, string>>) {
  const salt = randomBytes(16);
  const exhibit = formatExhibitNumber(number);
  const details = canonicalJson({ ...facts, by: INSTALLATION, event, exhibit, subject: artifactId });
  const commitment = createHmac("sha256", salt).update(details).digest("base64");
  return [randomUUID(), details, salt, commitment] as const;
}
