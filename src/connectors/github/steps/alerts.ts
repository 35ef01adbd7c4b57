import * as z from "zod";
import type { Step } from "../../connector.ts";
import { RequestFailed } from "../../http.ts";
import { linkPages } from "../../link-pages.ts";
import { item } from "../../observe.ts";
import type { DependabotAlert, SecretAlert } from "../kinds.ts";
import { ask } from "../request.ts";

const repository = z.object({ id: z.number().int(), full_name: z.string() });

const dependabot = z.object({
  number: z.number().int(),
  created_at: z.string(),
  security_advisory: z.object({ severity: z.enum(["low", "medium", "high", "critical"]) }),
  dependency: z.object({ package: z.object({ name: z.string() }).optional() }),
  repository,
});

const secret = z.object({ number: z.number().int(), created_at: z.string(), secret_type: z.string(), repository });

/** Open alerts about vulnerable dependencies, of the two severities that have a limit. */
export const dependabotAlerts: Step = {
  id: "dependabot-alerts",
  title: "Dependency alerts",
  kinds: ["github.dependabot-alert"],
  scopes: ["vulnerability_alerts:read"],
  async *collect({ http, account, cursor }) {
    const path = `/orgs/${account.facts["organization"]}/dependabot/alerts`;
    const request = ask(path, { state: "open", severity: "critical,high", per_page: 100 });
    for await (const page of whereOffered(linkPages(http, request, dependabot, cursor), "Dependabot alerts")) {
      for (const alert of page.rows) {
        const data: DependabotAlert = {
          repository: alert.repository.full_name,
          repositoryId: String(alert.repository.id),
          severity: alert.security_advisory.severity,
          package: alert.dependency.package?.name ?? "",
          openedAt: alert.created_at,
        };
        yield item(
          "github.dependabot-alert",
          { type: "alert", id: `${alert.repository.id}#${alert.number}`, label: label(alert) },
          data,
          page.answer,
        );
      }
      if (page.next !== undefined) yield { checkpoint: page.next };
    }
  },
};

/** Open alerts about exposed secrets, asked for without the secrets. */
export const secretAlerts: Step = {
  id: "secret-alerts",
  title: "Secret alerts",
  kinds: ["github.secret-alert"],
  scopes: ["secret_scanning_alerts:read"],
  async *collect({ http, account, cursor }) {
    const path = `/orgs/${account.facts["organization"]}/secret-scanning/alerts`;
    const request = ask(path, { state: "open", hide_secret: true, per_page: 100 });
    for await (const page of whereOffered(linkPages(http, request, secret, cursor), "secret scanning")) {
      for (const alert of page.rows) {
        const data: SecretAlert = {
          repository: alert.repository.full_name,
          repositoryId: String(alert.repository.id),
          secretType: alert.secret_type,
          openedAt: alert.created_at,
        };
        yield item(
          "github.secret-alert",
          { type: "alert", id: `${alert.repository.id}#${alert.number}`, label: label(alert) },
          data,
          page.answer,
        );
      }
      if (page.next !== undefined) yield { checkpoint: page.next };
    }
  },
};

const label = (alert: { readonly repository: { readonly full_name: string }; readonly number: number }) =>
  `${alert.repository.full_name}#${alert.number}`;

/** GitHub documents 404 here for a feature that is off; silence must not look like "no alert". */
async function* whereOffered<Page>(pages: AsyncIterable<Page>, feature: string): AsyncIterable<Page> {
  try {
    yield* pages;
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 404)
      throw new RequestFailed("unavailable", `${feature} is not available to this organization`, 404);
    throw error;
  }
}
