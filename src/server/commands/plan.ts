import { earlyAccess, planOf, plans } from "#catalog/plans.ts";
import { asDefiner } from "../db/as-definer.ts";
import { withInstance } from "../app/instance.ts";
import type { Command } from "./main.ts";

const keys: readonly string[] = [earlyAccess.key, ...plans.map(({ key }) => key)];

export const plan: Command = {
  name: "plan",
  usage: `plan SLUG [${keys.join(" | ")}]`,
  does: "Puts the company with this address on a plan, or says which one it is on. Its limits hold at once; who is over them loses nothing, and adds nothing.",
  run: async ([slug, wanted, ...more], out) => {
    if (!slug || more.length > 0 || (wanted !== undefined && !keys.includes(wanted))) {
      out(`Say which company, by its address, and one of the plans: ${keys.join(", ")}`);
      return 2;
    }
    return await withInstance((instance) => changePlan(instance, slug, wanted, out));
  },
};

/** Changes a company's plan, or reads it, and prints what came of it; answers with the exit code. */
export async function changePlan(
  instance: { readonly adminUrl: string },
  slug: string,
  wanted: string | undefined,
  out: (line: string) => void,
): Promise<number> {
  const found = await asDefiner(instance, async (client) => {
    if (wanted !== undefined)
      await client.query("UPDATE app.companies SET subscription_tier = $2, updated_at = now() WHERE slug = $1", [
        slug,
        wanted,
      ]);
    const { rows } = await client.query<{ name: string; tier: string }>(
      "SELECT name, subscription_tier AS tier FROM app.companies WHERE slug = $1",
      [slug],
    );
    return rows[0];
  });
  if (!found) {
    out(`No company has the address ${slug}.`);
    return 1;
  }
  const { name, limits } = planOf(found.tier);
  out(`${found.name} is on ${name}: ${limits.users} users, ${limits.frameworks} frameworks.`);
  return 0;
}
