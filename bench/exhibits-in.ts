import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Filled } from "./fill-people.ts";

/** A folder with the exhibits of all connections, each under its id. */
export async function exhibitsIn({ instance: { admin, folder, url }, person, companyId }: Filled): Promise<string> {
  const into = path.join(folder, "exhibits");
  await mkdir(into);
  const { rows } = await admin.query<{ id: string }>(
    "SELECT DISTINCT evidence_id AS id FROM app.collection_runs WHERE company_id = $1",
    [companyId],
  );
  for (const { id } of rows) {
    const answer = await fetch(`${url}/api/v1/companies/${companyId}/evidence/${id}/file`, {
      headers: { cookie: person.cookie },
    });
    if (!answer.ok) throw new Error(`exhibit: ${answer.status}`);
    await writeFile(path.join(into, id), Buffer.from(await answer.arrayBuffer()));
  }
  return into;
}
