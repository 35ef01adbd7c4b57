import type { Answer } from "./person.ts";
import type { AccountWorld, Operation } from "./account-operations.ts";

/** What is wrong with these companies ($1) and people ($2), and what the people own; each row is one sentence. */
const invariants = `
  WITH companies AS (SELECT * FROM app.companies c WHERE c.id = ANY ($1) OR c.owner_id = ANY ($2)),
    members AS (SELECT * FROM app.company_members m WHERE m.company_id = ANY ($1) OR m.user_id = ANY ($2))
  SELECT 'company ' || c.id || ' has ' || count(m.id) || ' active owners that it knows' AS problem
    FROM companies c LEFT JOIN app.company_members m ON m.company_id = c.id AND m.role = 'owner' AND m.status = 'active'
      AND m.user_id = c.owner_id
    WHERE c.deleted_at IS NULL GROUP BY c.id HAVING count(m.id) <> 1
  UNION ALL SELECT 'company ' || c.id || ' belongs to an account that does not exist' FROM companies c
    WHERE c.deleted_at IS NULL AND NOT EXISTS (SELECT FROM auth.users u WHERE u.id = c.owner_id)
  UNION ALL SELECT 'company ' || m.company_id || ' has a member without an account' FROM members m
    WHERE NOT EXISTS (SELECT FROM auth.users u WHERE u.id = m.user_id)
  UNION ALL SELECT 'an erased company has a member' FROM members m JOIN app.companies c ON c.id = m.company_id
    WHERE c.deleted_at IS NOT NULL
  UNION ALL SELECT 'a name is kept of an account that does not exist' FROM app.profiles p
    WHERE p.id = ANY ($2) AND NOT EXISTS (SELECT FROM auth.users u WHERE u.id = p.id)
  UNION ALL SELECT x.kind || ' ' || x.label || ' works though the rights of its issuer ended'
    FROM (SELECT company_id, invited_by AS user_id FROM app.company_invitations WHERE status = 'pending' AND company_id = ANY ($1)
      UNION SELECT company_id, created_by FROM app.webhooks WHERE active AND company_id = ANY ($1)) i
    CROSS JOIN LATERAL app.issued(i.company_id, i.user_id, true) x
    JOIN companies c ON c.id = i.company_id AND c.deleted_at IS NULL
    WHERE NOT EXISTS (SELECT FROM app.company_members m LEFT JOIN app.account_bounds b ON b.user_id = m.user_id
      WHERE m.company_id = i.company_id AND m.user_id = i.user_id AND m.status = 'active' AND m.role IN ('owner', 'admin')
        AND b.disabled_at IS NULL AND coalesce(b.platform_role, 'manager') <> 'user')
  -- Who is disabled or limited was that after the company came to them, never before.
  UNION ALL SELECT 'company ' || a.company_id || ' was handed to an account that was ' || o.act || ' before'
    FROM app.ledger_acts a JOIN auth.users u ON u.id::text = a.subject JOIN app.operator_acts o ON o.subject = u.email
    WHERE a.event = 'company.transferred' AND a.company_id = ANY ($1) AND o.at < a.at
      AND (o.act = 'user.disabled' OR o.act = 'user.roleChanged' AND o.details ->> 'to' = 'user')`;

/**
 * What is wrong after operations that were answered so: an answer that is no answer, one that does not hold, or a state that
 * no order of the operations could have led to.
 */
export async function problemsAfter(
  world: AccountWorld,
  done: readonly { readonly operation: Operation; readonly answer: Answer }[],
): Promise<string[]> {
  const { admin } = world.running.database;
  const { rows } = await admin.query<{ problem: string }>(invariants, [
    [world.companyId, world.otherId],
    Object.values(world.people).map(({ id }) => id),
  ]);
  const problems = rows.map(({ problem }) => problem);
  for (const { operation, answer } of done) {
    const { status, body } = answer;
    if (status >= 500 || status === 429)
      problems.push(`"${operation.name}" was answered ${status} ${JSON.stringify(body)}`);
    if (operation.name === "delete account") {
      const { rows: left } = await admin.query("SELECT FROM auth.users WHERE id = $1", [
        world.people[operation.who].id,
      ]);
      if ((status === 200) !== (left.length === 0))
        problems.push(`deleting was answered ${status}, and the account is ${left.length}`);
    }
    if (operation.name === "found a company" && status === 200) {
      const { rows: found } = await admin.query("SELECT FROM app.companies WHERE id = $1", [body.id]);
      if (found.length !== 1) problems.push("a company that was founded is not there");
    }
  }
  const joined = done.some(({ operation, answer }) => operation.name === "accept invitation" && answer.status === 200);
  const ends = ["delete account", "erase company of"];
  if (joined && !done.some(({ operation }) => ends.includes(operation.name))) {
    const { rows: member } = await admin.query(
      "SELECT FROM app.company_members WHERE company_id = $1 AND user_id = $2",
      [world.companyId, world.people.stranger.id],
    );
    if (member.length !== 1) problems.push("accepting was answered 200, and there is no member");
  }
  return problems;
}

/** Runs operations at the same time on a world of their own, and says what is wrong then. */
export async function runAtOnce(world: AccountWorld, chosen: readonly Operation[]): Promise<string[]> {
  const answers = await Promise.all(chosen.map((operation) => operation.run(world)));
  const done = chosen.map((operation, index) => ({ operation, answer: answers[index]! }));
  const problems = await problemsAfter(world, done);
  const said = done.map(({ operation, answer }) => `${operation.name} ${operation.who}: ${answer.status}`).join(", ");
  return problems.map((problem) => `${said}: ${problem}`);
}
