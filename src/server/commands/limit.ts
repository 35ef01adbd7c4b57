import { sayAmount } from "#domain/limit-words.ts";
import { limitKeys, limitOf, limits } from "#domain/limits.ts";
import type { Limit, LimitKey } from "#domain/limits.ts";
import { asDefiner } from "../db/as-definer.ts";
import { withInstance } from "../app/instance.ts";
import type { Command } from "./main.ts";

/** What is typed for the limit itself: an amount, none at all, or the plan's again. */
const amountOf = (text: string) => (text === "none" ? null : /^\d{1,15}$/.test(text) ? Number(text) : undefined);

export const limit: Command = {
  name: "limit",
  usage: "limit SLUG [LIMIT NUMBER | LIMIT none | LIMIT plan]",
  does: "Gives one company a limit of its own (bytes are whole bytes), takes one away, or goes back to its plan's; without more it lists what the company has. docs/limits.md has the names.",
  run: async ([slug, key, wanted, ...more], out) => {
    const isKnown = key === undefined || limitKeys.some((limitKey) => limitKey === key);
    const isAmount = wanted === "plan" || (wanted !== undefined && amountOf(wanted) !== undefined);
    if (!slug || more.length > 0 || !isKnown || (key === undefined) !== (wanted === undefined) || (key && !isAmount)) {
      out(
        `Say which company, by its address, one of the limits and a number, "none" or "plan": ${limitKeys.join(", ")}`,
      );
      return 2;
    }
    return await withInstance((instance) => changeLimit(instance, slug, key as LimitKey | undefined, wanted, out));
  },
};

/** Changes a limit of a company, or lists all of them, and prints what came of it; answers with the exit code. */
export async function changeLimit(
  instance: { readonly adminUrl: string },
  slug: string,
  key: LimitKey | undefined,
  wanted: string | undefined,
  out: (line: string) => void,
): Promise<number> {
  const found = await asDefiner(instance, async (client) => {
    const { rows } = await client.query<{ id: string; name: string; plan: string }>(
      "SELECT id, name, subscription_tier AS plan FROM app.companies WHERE slug = $1 AND deleted_at IS NULL",
      [slug],
    );
    const company = rows[0];
    if (!company) return undefined;
    if (wanted === "plan")
      await client.query("DELETE FROM app.limit_overrides WHERE company_id = $1 AND key = $2", [company.id, key]);
    else if (wanted !== undefined)
      await client.query(
        `INSERT INTO app.limit_overrides (company_id, key, most) VALUES ($1, $2, $3)
          ON CONFLICT (company_id, key) DO UPDATE SET most = excluded.most`,
        [company.id, key, amountOf(wanted)],
      );
    const overrides = await client.query<{ key: LimitKey; most: number | null }>(
      "SELECT key, most FROM app.limit_overrides WHERE company_id = $1",
      [company.id],
    );
    return { ...company, own: new Map(overrides.rows.map((row) => [row.key, row.most])) };
  });
  if (!found) {
    out(`No company has the address ${slug}.`);
    return 1;
  }
  for (const item of key === undefined ? limitKeys : [key]) {
    const { unit, words, holds }: Limit = limits[item];
    const own = found.own.get(item);
    const most = own === undefined ? limitOf(item, found.plan) : own;
    const message = most === null ? "no limit" : sayAmount(most, unit);
    out(`${found.name}: ${item}, ${words} ${holds}: ${message}${own === undefined ? "" : ", of its own"}`);
  }
  return 0;
}
