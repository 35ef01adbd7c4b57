import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { answerFor } from "#domain/scope.ts";
import { migrate } from "#server/db/migrate.ts";
import { emptyDatabase } from "#tests/support/fresh-database.ts";
import { scopeFrom } from "./read-scope.ts";

test("an upgrade brings the systems of accounts that were connected before, once each, ended ones included", async () => {
  const database = await emptyDatabase();
  try {
    await migrate(database.adminUrl, "0038_abandoned_imports");
    const [company, owner] = [randomUUID(), randomUUID()];
    const query = async (text: string, values: unknown[] = []) => (await database.admin.query(text, values)).rows;
    await query("INSERT INTO auth.users (id, email, first_name, last_name) VALUES ($1, 'o@example.test', 'O', 'X')", [
      owner,
    ]);
    await query("SELECT set_config('app.user_id', $1, false)", [owner]);
    await query("SELECT app.create_company($1, 'Calder', 'calder', NULL, '\\x00')", [company]);
    const connect = (provider: string, account: string | null, state: string, connectedAt: string | null) =>
      query(
        `INSERT INTO app.connections (company_id, provider, method, state, account_id, account_label, source, created_by, connected_at)
          VALUES ($1, $2, 'token', $3, $4, $4, $2 || ' acme', $5, $6)`,
        [company, provider, state, account, owner, connectedAt],
      );
    await connect("github", "acme", "disconnected", "2026-01-05T00:00:00Z");
    await connect("github", "acme", "connected", "2026-03-05T00:00:00Z");
    await connect("github", "acme-labs", "connected", "2026-03-06T00:00:00Z");
    await connect("okta", "acme", "disconnected", "2026-02-05T00:00:00Z");
    await connect("aws", null, "linking", null);
    await migrate(database.adminUrl);
    const [{ scope }] = (await query("SELECT app.scope_of($1) AS scope", [company])) as [{ scope: never }];
    const [code, idp, cloud] = (["code", "idp", "cloud"] as const).map(
      (kind) => answerFor(scopeFrom(scope), kind, new Date()).inScope,
    );
    expect(code).toMatchObject([
      { name: "github acme" },
      { name: expect.stringMatching(/^github acme \([0-9a-f]{8}\)$/) },
    ]);
    expect(idp).toMatchObject([{ name: "okta acme", provider: "okta", sources: ["okta acme"] }]);
    expect(cloud).toEqual([]);
    const linked = await query(
      "SELECT count(DISTINCT system_id)::integer AS systems, count(*)::integer AS connections FROM app.connections WHERE system_id IS NOT NULL",
    );
    expect(linked).toEqual([{ systems: 3, connections: 4 }]);
    await connect("jira", "acme", "connected", "2026-11-22T00:00:00Z");
    expect(await query("SELECT name FROM app.systems WHERE provider = 'jira'")).toEqual([{ name: "jira acme" }]);
  } finally {
    await database.close();
  }
});
