import pg from "pg";

/** Runs `work` on one connection of the administrator's, which is closed afterwards. */
export async function withAdministrator<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Runs `work` in a transaction that may read and write the vault; all of it or nothing. */
export async function inVault<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL ROLE app_definer");
    const answer = await work();
    await client.query("COMMIT");
    return answer;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** Within {@link inVault}: does what only the administrator may, such as changing a role. */
export async function asAdministrator<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("SET LOCAL ROLE NONE");
  const answer = await work();
  await client.query("SET LOCAL ROLE app_definer");
  return answer;
}

const ALONE = "hashtextextended('exhibit vault', 29)";

/** The same until the transaction ends. */
export async function aloneInTransaction(client: pg.ClientBase): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(${ALONE})`);
}

/** Runs `work` while no other process prepares this database or turns its keys over; waits until that is so. */
export async function alone<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(`SELECT pg_advisory_lock(${ALONE})`);
  try {
    return await work();
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${ALONE})`).catch(() => {});
  }
}
