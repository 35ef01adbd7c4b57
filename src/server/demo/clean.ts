import { readdir } from "node:fs/promises";
import { removeFiles } from "./demo-session.ts";
import { dropEnded, sayLater } from "./drop.ts";
import { dayOf } from "./names.ts";
import type { DemoParts } from "./parts.ts";

/** Drops what is past its time, whoever made it, and makes today's template where visits are opened. */
export async function cleanDemo(parts: DemoParts): Promise<void> {
  const { place, origin, databases, template, names } = parts;
  await dropEnded(parts);
  const today = dayOf(origin.now());
  // A worker opens no visits.
  if (origin.role !== "worker") await template.of(today);
  const { isOldTemplate, prefix } = await names();
  for (const name of await databases.list(prefix))
    if (isOldTemplate(name, today)) await databases.drop(name).catch((error: unknown) => sayLater(parts, error));
  await removeOrphans(place.folder, () => databases.list(prefix), today);
}

/** Removes the files of databases that are gone. Those of yesterday's template may still be read by a visit. */
async function removeOrphans(folder: string, list: () => Promise<string[]>, today: number): Promise<void> {
  // The folders first: one that is there belongs to a database that was there before it.
  const folders = await readdir(folder);
  const databases = await list();
  for (const name of folders) {
    const day = /_template_.*_(\d+)$/.exec(name)?.[1];
    const kept = day === undefined ? databases.includes(name) : Number(day) >= today - 1;
    if (name !== "place" && !kept) await removeFiles(folder, name);
  }
}
