import { startOverlay } from "./overlay.ts";
import type { Peer } from "./peer.ts";
import { startPrism } from "./prism.ts";

/** The account of every person in Atlassian's examples. */
const MIA = "5b10a2844c20165700ede21g";
const BOSS = "5b10a0effa615349cb016cd8";
const at = (time: string) => `2026-11-${time}:00.000+0000`;

const ticket = (id: string, key: string, fields: object) => ({
  id,
  key,
  self: `https://your-domain.atlassian.net/rest/api/3/issue/${id}`,
  fields: {
    status: { id: "1000", name: "Finished", statusCategory: { id: 3, key: "done", name: "Done" } },
    resolutiondate: at("18T10:00"),
    created: at("17T10:00"),
    ...fields,
  },
});
const person = (accountId: string) => ({ accountId, displayName: "Somebody", active: true, accountType: "atlassian" });

/** Tickets by the project that a JQL names: the description that Prism has knows Jira's old search alone. */
export const tickets: Readonly<Record<string, readonly object[]>> = {
  CHG: [
    ticket("1", "CHG-1", {
      assignee: person(MIA),
      reporter: person(MIA),
      customfield_1: { type: "doc", version: 1, content: [] },
    }),
    ticket("2", "CHG-2", { assignee: person(MIA), reporter: person(MIA), customfield_1: "Roll back by redeploying." }),
    ticket("6", "CHG-3", { assignee: person(MIA), reporter: person(MIA), customfield_1: "Put the table back." }),
  ],
  ACC: [ticket("3", "ACC-1", { reporter: person(MIA) })],
  OFF: [ticket("4", "OFF-1", { created: at("13T15:00"), resolutiondate: at("16T14:00") })],
  VUL: [ticket("5", "VUL-1", { priority: { id: "2", name: "High" } })],
};

const moved = (id: string, by: string, time: string, to: string, name: string) => ({
  id,
  author: person(by),
  created: at(time),
  items: [{ field: "status", fieldtype: "jira", fieldId: "status", from: "1", fromString: "Open", to, toString: name }],
});
const given = (id: string, time: string, from: string, to: string) => ({
  id,
  author: person(from),
  created: at(time),
  items: [
    { field: "assignee", fieldtype: "jira", fieldId: "assignee", from, fromString: "Somebody", to, toString: "Other" },
  ],
});
const approved = moved("10", BOSS, "17T12:00", "7", "Approved");
const done = moved("11", MIA, "18T10:00", "1000", "Finished");

/** What happened to each ticket: the change of CHG-2 nobody approved, and that of CHG-3 who had it and then gave it away. */
export const histories: Readonly<Record<string, readonly object[]>> = {
  "1": [approved, done],
  "2": [done],
  "3": [approved, done],
  "6": [approved, given("12", "17T15:00", BOSS, MIA), done],
};

const listed = (values: readonly object[]) => ({
  startAt: 0,
  maxResults: 100,
  total: values.length,
  isLast: true,
  values,
});
const startAt = (url: URL) => Number(url.searchParams.get("startAt") ?? 0);
const grants = [
  { id: 1, permission: "BROWSE_PROJECTS", holder: { type: "anyone" } },
  { id: 2, permission: "ADMINISTER_PROJECTS", holder: { type: "projectRole", parameter: "10002" } },
];

/** Prism on Atlassian's own description of Jira; before it what that description lacks, or gives only on request. */
export async function startPeer(): Promise<Peer & { readonly asked: readonly string[] }> {
  const prism = await startPrism("jira");
  const asked: string[] = [];
  const overlay = await startOverlay(async () => ({ origin: prism.origin }), {
    before(url) {
      asked.push(`${url.pathname}${url.search}`);
      const path = url.pathname;
      if (path === "/_edge/tenant_info")
        return { status: 200, body: { cloudId: "a436116f-02ce-4520-8fbb-7301462a1674" } };
      if (path === "/rest/api/3/search/jql") {
        const project = /project = (\w+)/.exec(url.searchParams.get("jql") ?? "")?.[1] ?? "";
        // One on each page, so that there are pages.
        const from = Number(url.searchParams.get("nextPageToken") ?? 0);
        const all = tickets[project] ?? [];
        const more = from + 1 < all.length ? { nextPageToken: String(from + 1) } : { isLast: true };
        return { status: 200, body: { issues: all.slice(from, from + 1), ...more } };
      }
      const [, issue] = /^\/rest\/api\/3\/issue\/(\d+)\/changelog$/.exec(path) ?? [];
      return issue ? { status: 200, body: listed((histories[issue] ?? []).slice(startAt(url))) } : undefined;
    },
    after(url, status, body) {
      // Atlassian's examples are of a page in the middle, or leave out what was asked to be expanded.
      if (status !== 200 || typeof body !== "object" || body === null) return { status, body };
      if (url.pathname === "/rest/api/3/permissionscheme")
        return {
          status,
          body: {
            permissionSchemes: body.permissionSchemes.map((scheme: object) => ({ ...scheme, permissions: grants })),
          },
        };
      if (!("isLast" in body)) return { status, body };
      // The example is one page, whichever was asked for: behind it there is nothing.
      return { status, body: { ...body, isLast: true, nextPage: undefined, ...(startAt(url) > 0 && { values: [] }) } };
    },
  });
  return {
    asked,
    endpoints: { auth: overlay.origin, api: overlay.origin, site: overlay.origin },
    typed: { site: "your-domain.atlassian.net", email: "mia@example.com" },
    method: "api-token",
    authorizer: {
      headersFor: async () => ({
        authorization: `Basic ${Buffer.from("mia@example.com:of-the-test").toString("base64")}`,
      }),
      refresh: async () => false,
      secrets: () => ["of-the-test"],
    },
    settings: {
      changeJql: "project = CHG",
      accessJql: "project = ACC",
      leaverJql: "project = OFF",
      vulnerabilityJql: "project = VUL",
      approvalStatuses: ["Approved"],
      requiredFields: ["customfield_1"],
    },
    now: new Date("2026-11-21T12:00:00.000Z"),
    close: async () => {
      await overlay.close();
      await prism.close();
    },
  };
}
