import pg from "pg";
import { refuseTemporaryTables } from "../db/temporary-tables.ts";

/** What the administrator does with whole databases. Names come from `DemoNames` alone, and need no quoting. */
export interface DemoDatabases {
  /** Whether the administrator may make databases at all. */
  mayCreate(): Promise<boolean>;
  list(prefix: string): Promise<string[]>;
  create(name: string, template?: string): Promise<void>;
  /** Lets what is written into a database that is being filled reach the disk later, until it is closed: half of it is thrown away. */
  hurry(name: string): Promise<void>;
  /** Nobody may connect from then on, so that it can be copied at any moment. */
  close(name: string): Promise<void>;
  isClosed(name: string): Promise<boolean>;
  drop(name: string): Promise<void>;
  /** How many visits the server has connections for, beside all else that it serves. */
  capacity(connectionsEach: number): Promise<number>;
  /** Runs `work` while no other process runs anything under the same name. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Connections that the real application keeps to itself. */
const RESERVED = 60;

/** Each call has a connection of its own: the administrator's rights are nowhere kept open. */
export function demoDatabases(adminUrl: string): DemoDatabases {
  const connected = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const run = (statement: string) => connected(async (client) => void (await client.query(statement)));
  return {
    mayCreate: () =>
      connected(async (client) => {
        const { rows } = await client.query<{ may: boolean }>(
          "SELECT rolcreatedb OR rolsuper AS may FROM pg_roles WHERE rolname = current_user",
        );
        return rows[0]?.may ?? false;
      }),
    list: (prefix) =>
      connected(async (client) => {
        const { rows } = await client.query<{ datname: string }>(
          "SELECT datname::text FROM pg_database WHERE starts_with(datname, $1) ORDER BY datname",
          [prefix],
        );
        return rows.map((row) => row.datname);
      }),
    create: async (name, template) => {
      await run(`CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ""}`);
      await run(refuseTemporaryTables(name));
    },
    // A copy does not inherit it. Closing waits for the disk, and with it all that was written before.
    hurry: (name) => run(`ALTER DATABASE ${name} SET synchronous_commit = off`),
    close: (name) => run(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`),
    isClosed: (name) =>
      connected(async (client) => {
        const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1 AND NOT datallowconn", [
          name,
        ]);
        return rowCount === 1;
      }),
    drop: (name) => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    capacity: (connectionsEach) =>
      connected(async (client) => {
        const { rows } = await client.query<{ max: number }>(
          "SELECT current_setting('max_connections')::integer AS max",
        );
        return Math.max(0, Math.floor((rows[0]!.max - RESERVED) / connectionsEach));
      }),
    alone: (name, work) =>
      connected(async (client) => {
        // Held by the connection, so that it ends with it, whatever happens.
        await client.query("SELECT pg_advisory_lock(hashtextextended($1, 2005))", [name]);
        return await work();
      }),
  };
}
