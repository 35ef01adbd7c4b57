import * as z from "zod";
import type { EvidenceItem, Json, Step, StepContext } from "../../connector.ts";
import { linkPages } from "../../link-pages.ts";
import { ifReadable, item } from "../../observe.ts";
import type { Repository } from "../kinds.ts";
import { dayOf } from "../../day-of.ts";
import { ask, ofRepository, read } from "../request.ts";

const listed = z.object({
  id: z.number().int(),
  full_name: z.string(),
  private: z.boolean(),
  archived: z.boolean().optional(),
  default_branch: z.string(),
  pushed_at: z.string().nullish(),
});
type Listed = z.infer<typeof listed>;

const status = z.object({ status: z.string() }).nullish();
const details = z.object({
  security_and_analysis: z.object({ secret_scanning: status, secret_scanning_push_protection: status }).nullish(),
});

const team = z.object({ slug: z.string(), permission: z.string() });
const person = z.object({ id: z.number().int() });
/** A page; who has more is not read. */
const MOST = 100;

/** Repositories with their security settings: those of the installation, or all that a token sees. */
export const repositories: Step = {
  id: "repositories",
  title: "Repositories",
  kinds: ["github.repository"],
  scopes: ["metadata:read", "administration:read"],
  async *collect(context) {
    const { http, account, cursor } = context;
    const ofApp = context.method === "app";
    const request = ofApp
      ? ask("/installation/repositories", { per_page: 100 })
      : ask(`/orgs/${account.facts["organization"]}/repos`, { type: "all", per_page: 100 });
    for await (const page of linkPages(http, request, listed, cursor, ofApp ? listOfInstallation : undefined)) {
      for (const row of page.rows) yield await describe(context, row, page.answer.at);
      if (page.next !== undefined) yield { checkpoint: page.next };
    }
  },
};

const listOfInstallation = (body: Json): Json =>
  typeof body === "object" && body !== null && "repositories" in body ? (body.repositories ?? null) : null;

async function describe({ http }: StepContext, listed: Listed, listedAt: string): Promise<EvidenceItem> {
  const kind = "github.repository";
  const subject = { type: "repository", id: String(listed.id), label: listed.full_name };
  const data: Repository = {
    name: listed.full_name,
    private: listed.private,
    archived: listed.archived ?? false,
    defaultBranch: listed.default_branch,
    pushedOn: dayOf(listed.pushed_at),
    secretScanning: null,
    pushProtection: null,
    dependabotAlerts: null,
    teams: null,
    managers: null,
  };
  // Nothing is pushed to an archived one any more, and no check looks at it.
  if (data.archived) return item(kind, subject, data, { at: listedAt });
  const path = ofRepository(listed.full_name, "");
  const more = await ifReadable(() => read(http, ask(path), details));
  const alerts = await ifReadable(() => http.send(ask(`${path}/vulnerability-alerts`, undefined, [404])));
  const teams = await ifReadable(() => read(http, ask(`${path}/teams`, { per_page: MOST }), z.array(team)));
  const byThemselves = { affiliation: "direct", permission: "admin", per_page: MOST };
  const managers = await ifReadable(() => read(http, ask(`${path}/collaborators`, byThemselves), z.array(person)));
  const security = more?.data.security_and_analysis;
  const kept: Repository = {
    ...data,
    secretScanning: security?.secret_scanning?.status ?? null,
    pushProtection: security?.secret_scanning_push_protection?.status ?? null,
    dependabotAlerts: alerts ? alerts.status !== 404 : null,
    teams: wholeOf(teams?.data),
    managers: wholeOf(managers?.data)?.map(({ id }) => String(id)) ?? null,
  };
  return item(kind, subject, kept, { at: more?.answer.at ?? listedAt });
}

/** A list that fits a page; null where there may be more. */
const wholeOf = <Row>(rows: readonly Row[] | undefined): Row[] | null =>
  rows && rows.length < MOST ? [...rows] : null;
