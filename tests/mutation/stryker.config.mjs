import { availableParallelism } from "node:os";

// What is the same for each part that `npm run test:mutation` breaks; tests/mutation/stryker.ts says the rest.
export default {
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutation.config.ts", related: false },
  coverageAnalysis: "perTest",
  // What runs once when a module is loaded is data here, and would need all tests again.
  ignoreStatic: true,
  // Sentences are read by people; a name that a rule compares is changed by other mutants.
  mutator: { excludedMutations: ["StringLiteral"] },
  concurrency: Math.min(2, availableParallelism()),
  // What is slow on a busy machine was not noticed.
  timeoutMS: 30_000,
  reporters: ["clear-text"],
  clearTextReporter: { reportMutants: false, reportScoreTable: false, reportTests: false },
  logLevel: "warn",
  allowConsoleColors: false,
  tempDirName: "node_modules/.cache/mutation/work",
  ignorePatterns: ["/build", "/data", "/.runtime", "/docs", "/bench", "/src/web/public", "/tests/end-to-end"],
  // Ours is compiled without an interface for JavaScript, by which Stryker would rewrite a tsconfig; vitest needs none.
  tsconfigFile: "no-tsconfig.json",
};
