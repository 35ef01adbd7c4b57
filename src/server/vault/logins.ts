import { randomBytes } from "node:crypto";
import pg from "pg";
import { urlOfUser } from "../db/connections.ts";
import { loginRoles } from "../keys/login-roles.ts";
import type { LoginRole } from "../keys/login-roles.ts";
import type { Login } from "../keys/keys.ts";
import { asAdministrator } from "./administrator.ts";
import { wrapWith } from "../keys/secrets.ts";
import type { Secrets } from "../keys/secrets.ts";
import { loginName } from "./vault.ts";
import type { Standing } from "./vault.ts";

/** Makes the user of a login, or gives it this password. It may act as its role and has no right of its own. */
export async function setLogin(client: pg.ClientBase, role: LoginRole, { user, password }: Login): Promise<void> {
  const name = client.escapeIdentifier(user);
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [user]);
  const secret = client.escapeLiteral(password);
  await client.query(`${rowCount === 0 ? "CREATE" : "ALTER"} ROLE ${name} LOGIN NOINHERIT PASSWORD ${secret}`);
  await client.query(`GRANT ${role} TO ${name}`);
}

/** Takes a user's password away: nobody logs in with it any more. Sessions under way go on. */
export async function closeLogin(client: pg.ClientBase, user: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [user]);
  if (rowCount === 1) await client.query(`ALTER ROLE ${client.escapeIdentifier(user)} NOLOGIN PASSWORD NULL`);
}

/** Makes a login with a random password for each role, and keeps it. Within `inVault`. */
export async function addLogins(
  client: pg.ClientBase,
  secrets: Secrets,
  installation: string,
  standing: Standing,
  slotOf: (role: LoginRole) => "a" | "b" | undefined,
): Promise<void> {
  for (const role of loginRoles) {
    const slot = slotOf(role);
    if (!slot) continue;
    const password = randomBytes(32).toString("base64url");
    const login = { user: loginName(role, installation, slot), password };
    await client.query(
      `INSERT INTO vault.logins (role, slot, wrapped, state) VALUES ($1, $2, $3, $4)
        ON CONFLICT (role, slot) DO UPDATE SET wrapped = excluded.wrapped, state = excluded.state`,
      [role, slot, wrapWith(secrets, Buffer.from(password), `${role}|${slot}`), standing],
    );
    await asAdministrator(client, () => setLogin(client, role, login));
  }
}

/** Sets the passwords of logins that do not work, as on a server that a database was moved to. */
export async function mendLogins(
  client: pg.ClientBase,
  adminUrl: string,
  logins: Readonly<Partial<Record<LoginRole, Login>>>,
): Promise<void> {
  const entries = Object.entries(logins) as [LoginRole, Login][];
  const works = await Promise.all(entries.map(([, login]) => canLogIn(urlOfUser(adminUrl, login))));
  for (const [at, [role, login]] of entries.entries()) if (!works[at]) await setLogin(client, role, login);
}

async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
