import { afterAll, beforeAll, expect, test } from "vitest";
import { googleWorkspace } from "#connectors/google-workspace/index.ts";
import { jira } from "#connectors/jira/index.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { readMigrationFiles } from "../db/migration-files.ts";

let running: RunningApp;
beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

test("settings that were looser than a check asks for are set to that in an upgrade, and all others stay", async () => {
  const olga = await running.person("Olga");
  const company = await olga.found("Loose Ltd");
  const before: Readonly<Record<string, object>> = {
    "google-workspace": { approvedApps: ["app-1"], inactiveDays: 365 },
    "microsoft-365": { breakGlass: ["glass@acme.test"], inactiveDays: 60 },
    jira: { ...jira.manifest.settings.parse({}), changeJql: "project = CHG", days: 7 },
    okta: { serviceAccounts: ["sync@acme.test"] },
  };
  for (const [provider, settings] of Object.entries(before))
    await running.database.admin.query(
      `INSERT INTO app.connections (company_id, provider, method, state, settings, created_by) VALUES ($1, $2, 'token', 'paused', $3, $4)`,
      [company, provider, settings, olga.id],
    );
  const files = await readMigrationFiles();
  await running.database.admin.query(files.find(({ name }) => name === "0356_settings_no_looser_than_the_check")!.sql);
  const { rows } = await running.database.admin.query<{ provider: string; settings: object }>(
    "SELECT provider, settings FROM app.connections WHERE company_id = $1",
    [company],
  );
  const after = Object.fromEntries(rows.map(({ provider, settings }) => [provider, settings]));
  expect(after).toEqual({
    ...before,
    "google-workspace": { approvedApps: ["app-1"], inactiveDays: 90 },
    jira: { ...before["jira"], days: 90 },
  });
  // Else the others of the connection would count as never set.
  for (const connector of [googleWorkspace, jira])
    expect(connector.manifest.settings.safeParse(after[connector.manifest.id]).success).toBe(true);
});
