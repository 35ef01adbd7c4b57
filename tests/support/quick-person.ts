import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Person } from "./person.ts";
import type { RunningApp } from "./running-app.ts";

/** Somebody with an account and a session, made without the work that a password and a mail are. */
export async function quickPerson(running: RunningApp, name: string, email?: string): Promise<Person> {
  const token = randomBytes(32).toString("base64url");
  const address = email ?? `${name.toLowerCase()}-${randomUUID()}@example.test`;
  const { rows } = await running.database.admin.query<{ id: string }>(
    `WITH account AS (INSERT INTO auth.users (email, first_name, last_name) VALUES ($1, $2, 'Example') RETURNING id),
      profile AS (INSERT INTO app.profiles (id, first_name, last_name) SELECT id, $2, 'Example' FROM account)
    INSERT INTO auth.sessions (user_id, token_sha256, method, created_at, authenticated_at, last_used_at, expires_at, address, user_agent)
      SELECT id, $3, 'magic-link', now(), now(), now(), now() + interval '1 day', '', '' FROM account RETURNING user_id AS id`,
    [address, name, createHash("sha256").update(token).digest()],
  );
  const person = new Person(running.url, name, address, `session=${token}`);
  person.id = rows[0]!.id;
  return person;
}
