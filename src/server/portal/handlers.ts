import { controls, findControl } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import type { PortalColor } from "#domain/portal-colors.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { findPortal, presentClaims } from "./read-portal.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Databases } from "../db/connections.ts";

interface Deps {
  readonly databases: Pick<Databases, "user">;
  readonly now: () => Date;
}

/** What a portal says until somebody says otherwise: nothing, about every control. */
async function settingsOf(tx: Tx, companyId: string) {
  const row = await tx.selectFrom("app.portals").selectAll().where("company_id", "=", companyId).executeTakeFirst();
  if (!row)
    return {
      isOn: false,
      title: "Our security program",
      introduction: "",
      contact: null,
      listed: false,
      controls: controls.map(({ id }) => id),
      frameworks: [],
      color: "blue" as const,
      logo: null,
    };
  const { is_on: isOn, title, introduction, contact, listed, logo } = row;
  const frameworks = row.frameworks as FrameworkKey[];
  const color = row.color as PortalColor;
  return { isOn, title, introduction, contact, listed, controls: row.controls, frameworks, color, logo };
}

export function portalHandlers({ databases, now }: Deps): HandlersOf<"portal"> {
  return {
    read: async ({ input: { slug } }) => (await findPortal(databases.user, slug, now())) ?? fail("not-found"),
    get: ({ input, tx }) => settingsOf(tx, input.companyId),
    preview: async ({ input, tx }) => {
      return { claims: presentClaims(await callFunction(tx, "app.preview_claims", [input.controls, now()])) };
    },
    set: async ({ input: { companyId, ...chosen }, tx }) => {
      const values = {
        is_on: chosen.isOn,
        title: chosen.title,
        introduction: chosen.introduction,
        contact: chosen.contact,
        listed: chosen.listed,
        controls: [...new Set(chosen.controls)].filter((id) => findControl(id)),
        frameworks: [...new Set(chosen.frameworks)],
        ...(chosen.color !== undefined && { color: chosen.color }),
        ...(chosen.logo !== undefined && { logo: chosen.logo }),
      };
      await tx
        .insertInto("app.portals")
        .values({ company_id: companyId, ...values })
        .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
        .execute();
      const answer = await settingsOf(tx, companyId);
      const { controls: claimed, frameworks, isOn, title } = answer;
      return { answer, entry: { subject: companyId, details: { on: isOn, title, controls: claimed, frameworks } } };
    },
  };
}
