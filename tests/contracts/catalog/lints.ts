import type { ClientBase } from "pg";
import { functionLints } from "./function-lints.ts";
import type { Lint } from "./lint.ts";
import { roleLints } from "./role-lints.ts";
import { tableLints } from "./table-lints.ts";

export const lints: readonly Lint[] = [...tableLints, ...functionLints, ...roleLints];

/** Every breach of every rule, as "rule: offender". */
export async function breaches(client: ClientBase, rules: readonly Lint[] = lints): Promise<string[]> {
  const found: string[] = [];
  for (const { rule, offenders } of rules) {
    const { rows } = await client.query<{ offender: string }>(
      `SELECT offender FROM (${offenders}) x (offender) ORDER BY 1`,
    );
    found.push(...rows.map(({ offender }) => `${rule}: ${offender}`));
  }
  return found;
}
