/** The folder of the PostgreSQL that a run is to try instead of the embedded one (scripts/test-stages.ts); undefined where it tries that. */
export const testPostgres = process.env["TEST_POSTGRES_BINARIES"] || undefined;
