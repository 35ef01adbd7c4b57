import pg from "pg";

/**
 * Takes the right to create temporary tables, which PostgreSQL gives to everybody on each new database and on each copy of one.
 * For the owner of the database; for anybody else it changes nothing.
 */
export function refuseTemporaryTables(database: string): string {
  return `REVOKE TEMPORARY ON DATABASE ${pg.escapeIdentifier(database)} FROM PUBLIC`;
}
