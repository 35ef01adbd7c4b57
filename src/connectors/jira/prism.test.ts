import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Run } from "#tests/support/peers/collect.ts";
import { histories, startPeer, tickets } from "#tests/support/peers/jira.ts";
import { complaintsOf } from "#tests/support/peers/vendor-schema.ts";
import { runOnPeer } from "#tests/support/peers/way-to-peer.ts";
import type { Json } from "../connector.ts";
import { jira } from "./index.ts";

describe("Atlassian's own description of Jira", () => {
  let peer: Awaited<ReturnType<typeof startPeer>>;
  let run: Run;
  beforeAll(async () => {
    peer = await startPeer();
    run = await runOnPeer(jira, peer);
  });
  afterAll(() => peer?.close());

  test("takes every request: all steps are complete", () => {
    expect(run.steps.map(({ step, status, detail }) => [step, status, detail])).toEqual(
      jira.steps.map(({ id }) => [id, "complete", ""]),
    );
    expect(run.account).toMatchObject({
      id: "a436116f-02ce-4520-8fbb-7301462a1674",
      label: "your-domain.atlassian.net",
    });
  });

  test("has nothing against the tickets and changelogs of these tests", () => {
    const complaints = complaintsOf("jira");
    const page = { startAt: 0, maxResults: 50, total: 1 };
    for (const issues of Object.values(tickets))
      expect(complaints("/rest/api/3/search", 200, { ...page, issues } as unknown as Json)).toEqual([]);
    for (const values of Object.values(histories))
      expect(
        complaints("/rest/api/3/issue/1/changelog", 200, withoutToString({ ...page, isLast: true, values })),
      ).toEqual([]);
  });

  test("brings tickets of both pages, each judged by its history", () => {
    const of = (id: string) => {
      const result = run.check(id);
      return [result.outcome, result.observations.map(({ resource, observed }) => `${resource.label}: ${observed}`)];
    };
    expect(of("jira.change.approved")).toEqual([
      "fail",
      [
        "CHG-1: approved by somebody else",
        "CHG-2: no approval",
        "CHG-3: approved by who was its reporter or assignee, or only after it was done",
      ],
    ]);
    expect(of("jira.change.fields")).toEqual([
      "fail",
      ["CHG-1: empty: customfield_1", "CHG-2: all filled", "CHG-3: all filled"],
    ]);
    expect(of("jira.access.approved")).toEqual(["pass", ["ACC-1: approved by somebody else"]]);
    // From Friday at three to Monday at two is less than a working day.
    expect(of("jira.access.leaver-sla")).toEqual(["pass", ["OFF-1: done after 2 days"]]);
    expect(of("jira.vuln.sla")).toEqual(["pass", ["VUL-1: High, done after 24 hours of 30 days"]]);
    expect(of("jira.project.anonymous")[0]).toBe("fail");
    expect(of("jira.admin.count")).toEqual(["pass", ["Jira administrators: 1 active administrator"]]);
    expect(of("jira.audit.flowing")[0]).toBe("pass");
  });

  test("asks tickets for configured fields alone, in a window that overlaps the last one", () => {
    const searches = peer.asked.filter((path) => path.startsWith("/rest/api/3/search/jql"));
    const [first] = searches.map((path) => new URL(path, "http://jira").searchParams);
    expect(first!.get("fields")).toBe("status,assignee,reporter,resolutiondate,customfield_1");
    expect(first!.get("jql")).toBe('(project = CHG) AND updated >= "-129610m" ORDER BY created ASC');
    expect(searches).toHaveLength(6);
  });
});

/** This copy of the description lost a property by that name, which its own examples have. */
function withoutToString(body: object): Json {
  return JSON.parse(JSON.stringify(body, (name, value: unknown) => (name === "toString" ? undefined : value))) as Json;
}
