import * as z from "zod";
import type { Step } from "../../connector.ts";
import { linkPages } from "../../link-pages.ts";
import { ifReadable, item } from "../../observe.ts";
import type { AdminConsole } from "../kinds.ts";
import { ask, read } from "../request.ts";

const app = z.object({
  id: z.string(),
  name: z.string().nullish(),
  label: z.string(),
  _links: z.object({ accessPolicy: z.object({ href: z.string() }).nullish() }).nullish(),
});

const session = z.object({ sessionMaxLifetimeMinutes: z.number().int().nullish() });

/** Okta's name for the application behind the Admin Console. */
const NAME = "saasure";

/** The Admin Console as an application. Lesser roles do not see Okta's own applications: then there is no item. */
export const adminConsole: Step = {
  id: "admin-console",
  title: "Admin Console",
  kinds: ["okta.admin-console"],
  scopes: ["okta.apps.read"],
  async *collect({ http }) {
    for await (const page of linkPages(http, ask("/api/v1/apps", { filter: `name eq "${NAME}"`, limit: 200 }), app)) {
      for (const row of page.rows.filter(({ name }) => name === NAME)) {
        const limits = await ifReadable(() =>
          read(http, ask("/api/v1/first-party-app-settings/admin-console"), session),
        );
        const data: AdminConsole = {
          policyId: row._links?.accessPolicy?.href.split("/").at(-1) ?? null,
          maxLifetimeMinutes: limits?.data.sessionMaxLifetimeMinutes ?? null,
        };
        yield item("okta.admin-console", { type: "app", id: row.id, label: row.label }, data, page.answer);
      }
    }
  },
};
