import type pg from "pg";
import { loginRoles } from "../keys/login-roles.ts";
import { openKeys, purposes } from "../keys/keys.ts";
import { inVault, asAdministrator } from "./administrator.ts";
import { addLogins, closeLogin } from "./logins.ts";
import { rewrapAll } from "./rewrap.ts";
import type { Secrets } from "../keys/secrets.ts";
import { addKey, enterPhase, loginName, readState, readVault } from "./vault.ts";

/** Everything is wrapped anew when a rotation ends; for this long, what a process that was cut off wrapped after it still opens. */
const KEPT_DAYS = 40;

/** Wraps nothing in tables, and its value is part of customers' settings at AWS. */
const turnedOver = purposes.filter((purpose) => purpose !== "external ids");

export interface TurnOver {
  /** Waits until every process that runs has taken this generation; throws when one does not. */
  waitForProcesses(generation: number): Promise<void>;
  readonly now: () => Date;
  /** Told after each step, for those who watch. */
  readonly onStep?: (step: string) => Promise<void> | void;
}

/** What turning over did. */
export interface TurnedOver {
  /** Values in tables that were wrapped anew. */
  readonly rewrapped: number;
  /** Values that no key opens, nor did before; they stay as they are. */
  readonly unopened: number;
}

/**
 * Gives every key a new version and every role another login while requests are served, in three steps: every process takes
 * the new ones beside the old; they are used from then on; what the old ones wrapped is wrapped anew, and the old logins
 * are closed. A run that was killed is finished first, from the step that it had reached. Run it `alone`.
 */
export async function turnOver(client: pg.Client, secrets: Secrets, how: TurnOver): Promise<TurnedOver> {
  const told = how.onStep ?? (() => {});
  let generation = await inVault(client, () => begin(client, secrets, how.now()));
  await told("announced");
  if (generation.phase === "announced") {
    await how.waitForProcesses(generation.number);
    generation = { phase: "switched", number: await inVault(client, () => switchOver(client, how.now())) };
    await told("switched");
  }
  await how.waitForProcesses(generation.number);
  const keys = openKeys(await inVault(client, () => readVault(client, secrets, how.now())));
  let unopened = 0;
  // No version opened it before, either: it keeps nobody from turning over the rest.
  const rewrapped = await rewrapAll(client, keys, () => told("rewrapping"), { onUnopened: () => (unopened += 1) });
  await told("rewrapped");
  await inVault(client, () => finish(client, how.now()));
  await told("finished");
  return { rewrapped, unopened };
}

/** Makes coming keys and logins, unless a run before has. */
async function begin(
  client: pg.Client,
  secrets: Secrets,
  at: Date,
): Promise<{ phase: "announced" | "switched"; number: number }> {
  const state = await readState(client);
  if (!state) throw new Error("the database was not prepared");
  if (state.phase !== "idle") return { phase: state.phase, number: state.generation };
  const { rows } = await client.query<{ purpose: string; newest: number }>(
    "SELECT purpose, max(version) AS newest FROM app.wrapping_keys GROUP BY 1",
  );
  for (const purpose of turnedOver) {
    const newest = rows.find((row) => row.purpose === purpose)?.newest ?? 0;
    await addKey(client, secrets, { purpose, version: newest + 1 }, "coming", at);
  }
  const { rows: logins } = await client.query<{ role: string; slot: "a" | "b" }>(
    "SELECT role::text, slot FROM vault.logins WHERE state = 'current'",
  );
  await addLogins(client, secrets, state.installation, "coming", (role) =>
    logins.some((row) => row.role === role && row.slot === "a") ? "b" : "a",
  );
  return { phase: "announced", number: await enterPhase(client, "announced") };
}

/** From now on the new ones are used. */
async function switchOver(client: pg.Client, at: Date): Promise<number> {
  await client.query(
    `UPDATE app.wrapping_keys k SET state = 'old', retired_at = $1 WHERE state = 'current'
      AND EXISTS (SELECT FROM app.wrapping_keys n WHERE n.purpose = k.purpose AND n.state = 'coming')`,
    [at],
  );
  await client.query("UPDATE app.wrapping_keys SET state = 'current' WHERE state = 'coming'");
  await client.query("UPDATE vault.logins SET state = 'old' WHERE state = 'current'");
  await client.query("UPDATE vault.logins SET state = 'current' WHERE state = 'coming'");
  return await enterPhase(client, "switched");
}

/** Closes the logins that were, and forgets keys that no backup needs any more. */
async function finish(client: pg.Client, at: Date): Promise<void> {
  const state = (await readState(client))!;
  const { rows } = await client.query<{ role: string; slot: "a" | "b" }>(
    "SELECT role::text, slot FROM vault.logins WHERE state = 'old'",
  );
  await asAdministrator(client, async () => {
    for (const { role, slot } of rows) {
      const known = loginRoles.find((loginRole) => loginRole === role);
      if (known) await closeLogin(client, loginName(known, state.installation, slot));
    }
  });
  await client.query("DELETE FROM vault.logins WHERE state = 'old'");
  await client.query("DELETE FROM app.wrapping_keys WHERE state = 'old' AND retired_at < $1", [
    new Date(at.getTime() - KEPT_DAYS * 24 * 3_600_000),
  ]);
  await client.query("UPDATE app.wrapping_keys SET derived = false WHERE derived");
  await client.query("UPDATE vault.state SET phase = 'idle'");
}
