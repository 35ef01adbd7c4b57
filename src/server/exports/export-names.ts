import { findPeople } from "../activity/record.ts";
import type { Tx } from "../db/as-caller.ts";
import { listProjects } from "../projects/projects.ts";

/** The names of people and projects that exports speak of. */
export async function namesFor(tx: Tx, companyId: string) {
  const [people, projects] = [await findPeople(tx), await listProjects(tx, companyId)];
  const byId = (rows: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(rows.map(({ id, name }) => [id, name]));
  return { people: byId(people), projects: byId(projects) };
}
