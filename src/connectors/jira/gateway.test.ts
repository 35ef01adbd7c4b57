import { expect, test } from "vitest";
import type { Http, HttpAnswer, HttpRequest } from "../http.ts";
import { probe } from "./probe.ts";
import { toJira } from "./request.ts";

// What Atlassian documents of its gateway; its description of Jira has neither these paths nor this host.
const sites = [
  { id: "1324a887-45db-1bf4-1e99-ef0ff456d421", url: "https://other.atlassian.net", scopes: ["write:jira-work"] },
  { id: "a436116f-02ce-4520-8fbb-7301462a1674", url: "https://your-firm.atlassian.net", scopes: ["read:user:jira"] },
];
const asked: HttpRequest[] = [];
const http: Http = {
  send: async (request) => {
    asked.push(request);
    return { status: 200, headers: {}, json: () => sites, at: "2026-11-21T12:00:00.000Z" } as unknown as HttpAnswer;
  },
};
const linked = (site: string) =>
  probe({ http, typed: { site }, method: "oauth", now: () => new Date("2026-11-21T12:00:00.000Z") });

test("of all sites that a person consented for, the one that was typed is connected, with its own scopes", async () => {
  expect(await linked("your-firm.atlassian.net")).toMatchObject({
    id: "a436116f-02ce-4520-8fbb-7301462a1674",
    granted: ["read:user:jira"],
  });
  expect(asked).toMatchObject([{ endpoint: "api", path: "/oauth/token/accessible-resources" }]);
});

test("a site that the consent does not cover is not connected", async () => {
  await expect(linked("stranger.atlassian.net")).rejects.toMatchObject({ kind: "denied" });
});

test("requests go over the gateway by consent, and to the site with a token", () => {
  const account = { id: "a436", label: "your-firm.atlassian.net", granted: undefined, facts: {} };
  expect([
    toJira({ method: "oauth", account }, "/rest/x"),
    toJira({ method: "api-token", account }, "/rest/x"),
  ]).toEqual([
    { endpoint: "api", path: "/ex/jira/a436/rest/x", query: {} },
    { endpoint: "site", path: "/rest/x", query: {} },
  ]);
});
