import { defineConfig } from "vitest/config";

// What `npm run test:mutation` asks of each mutant: unit tests, and of those the ones that it names. See tests/mutation/sources.ts.
export default defineConfig({
  test: {
    include: (process.env["MUTATION_TESTS"] ?? "src/{domain,connectors}/**/*.test.ts").split(" "),
    // Of a fault in transit every connector's own peer is asked, for minutes: those tests judge no single mutant.
    exclude: ["src/connectors/faults.test.ts"],
    // What changes byte by byte asks thousands of times the same of one mutant.
    testNamePattern: /^(?!.*\b(?:every byte|each byte|any one changed|byte changed anywhere)\b)/,
    setupFiles: ["tests/support/quiet-console.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
