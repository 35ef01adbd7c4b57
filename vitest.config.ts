import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { leftOut } from "./scripts/every-case-files.ts";
import { describeCommands } from "./scripts/describe-commands.ts";
import { describeProcedures } from "./scripts/describe-procedures.ts";

const consoleIsQuiet = "tests/support/quiet-console.ts";
// Cloning a database template and starting processes is slow on a busy machine, and what is slow has not failed; a hang
// still ends.
const patience = { testTimeout: 180_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };
const withDatabase = { setupFiles: [consoleIsQuiet], globalSetup: ["tests/support/database.ts"], ...patience };

export default defineConfig({
  test: {
    // One for each core. The default keeps one core free, which on two cores halves the pace.
    maxWorkers: availableParallelism(),
    projects: [
      {
        // No database, no server: rules, data, and the tools in scripts/.
        plugins: [describeProcedures, describeCommands],
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
          setupFiles: [consoleIsQuiet],
          // A process for each of 384 files took a quarter of their time.
          isolate: false,
          ...patience,
        },
      },
      {
        // On PostgreSQL; `npm test` runs these twice, on the embedded one and on the machine's own.
        test: {
          name: "db",
          include: ["src/**/*.db.test.ts", "tests/contracts/**/*.test.ts"],
          exclude: [...leftOut],
          // Reading the server's modules anew for each file takes a third of the time. What tests share is theirs to know: a
          // database and an application are made for each file, and modules keep no state.
          isolate: false,
          // Each waits for PostgreSQL a third of the time.
          maxWorkers: availableParallelism() + 1,
          ...withDatabase,
        },
      },
      {
        // What is left of tests/: whole processes that are killed, and pages that are measured. Once is enough.
        test: {
          name: "system",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/contracts/**", "tests/end-to-end/**", "tests/long/**"],
          // One file after the other: what is measured or killed must not be disturbed by the next.
          fileParallelism: false,
          ...withDatabase,
        },
      },
      {
        // Proofs that take too long for every change: soaks, thousands of cases, hundreds of kills. `npm run test:long`.
        test: {
          name: "long",
          include: ["tests/long/**/*.test.ts"],
          fileParallelism: false,
          ...withDatabase,
          testTimeout: 3_600_000,
        },
      },
    ],
  },
});
