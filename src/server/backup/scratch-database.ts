import { createHash, randomBytes } from "node:crypto";
import { urlOfDatabase } from "../db/connections.ts";
import { demoDatabases } from "../demo/databases.ts";

/** The role in DATABASE_URL may not make databases, so that nothing can be tried beside the one that serves. */
export class NoScratchDatabase extends Error {
  override readonly name = "NoScratchDatabase";
  override readonly message =
    "The role in DATABASE_URL may not make databases (CREATEDB), so there is nowhere to try a backup.";
}

/**
 * Runs `work` with an empty database of the same server, which is gone afterwards, whatever happens. What a process that was
 * killed left behind is dropped first; one runs at a time for each database that serves and each purpose.
 */
export async function withScratchDatabase<T>(
  adminUrl: string,
  purpose: "forward" | "test",
  work: (url: string) => Promise<T>,
): Promise<T> {
  const databases = demoDatabases(adminUrl);
  if (!(await databases.mayCreate())) throw new NoScratchDatabase();
  const [path = ""] = adminUrl.split("?", 1);
  const own = path.slice(path.lastIndexOf("/") + 1);
  const prefix = `exhibit_${purpose}_${createHash("sha256").update(own).digest("hex").slice(0, 12)}_`;
  return await databases.alone(`${purpose} database`, async () => {
    for (const left of await databases.list(prefix)) await databases.drop(left);
    const name = `${prefix}${randomBytes(6).toString("hex")}`;
    await databases.create(name);
    try {
      return await work(urlOfDatabase(adminUrl, name));
    } finally {
      await databases.drop(name);
    }
  });
}
