import * as z from "zod";
import type { Step } from "../../connector.ts";
import { linkPages } from "../../link-pages.ts";
import { item } from "../../observe.ts";
import type { ApiToken, LogStream, Support } from "../kinds.ts";
import { ask, read } from "../request.ts";

const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  userId: z.string().nullish(),
  network: z.object({ connection: z.string().nullish(), include: z.array(z.string()).nullish() }).nullish(),
});
const logStream = z.object({ id: z.string(), name: z.string(), status: z.string() });
const supportSettings = z.object({ support: z.string(), expiration: z.iso.datetime({ offset: true }).nullish() });

/** API tokens by name; Okta shows the tokens themselves to nobody. */
export const apiTokens: Step = {
  id: "api-tokens",
  title: "API tokens",
  kinds: ["okta.api-token"],
  scopes: ["okta.apiTokens.read"],
  async *collect({ http }) {
    for await (const page of linkPages(http, ask("/api/v1/api-tokens"), apiToken)) {
      for (const row of page.rows) {
        const data: ApiToken = {
          name: row.name,
          ownerId: row.userId ?? null,
          network: row.network?.connection ?? null,
          zones: row.network?.include?.length ?? null,
        };
        yield item("okta.api-token", { type: "token", id: row.id, label: row.name }, data, page.answer);
      }
    }
  },
};

/** Where Okta sends its system log. */
export const logStreams: Step = {
  id: "log-streams",
  title: "Log streams",
  kinds: ["okta.log-stream"],
  scopes: ["okta.logStreams.read"],
  async *collect({ http }) {
    for await (const page of linkPages(http, ask("/api/v1/logStreams", { limit: 200 }), logStream)) {
      for (const { id, name, status } of page.rows)
        yield item(
          "okta.log-stream",
          { type: "log stream", id, label: name },
          { name, status } satisfies LogStream,
          page.answer,
        );
    }
  },
};

/** Whether Okta's own support may sign in. */
export const support: Step = {
  id: "support",
  title: "Okta support access",
  kinds: ["okta.support"],
  scopes: ["okta.orgs.read"],
  async *collect({ http, account }) {
    const { data, answer } = await read(http, ask("/api/v1/org/privacy/oktaSupport"), supportSettings);
    const kept: Support = { access: data.support, until: data.expiration ?? null };
    yield item("okta.support", { type: "organization", id: account.id, label: account.label }, kept, answer);
  },
};
