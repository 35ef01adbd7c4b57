import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAtOnce } from "../support/account-invariants.ts";
import { makeWorld, operations, runBehindProxy } from "../support/account-operations.ts";
import type { RunningApp } from "../support/running-app.ts";

/** Pairs, and then triples, of operations at the same time. */
const PAIRS = 3_000;
const TRIPLES = 500;

let running: RunningApp;
beforeAll(async () => {
  running = await runBehindProxy();
});
afterAll(() => running.close());

const choice = fc.constantFrom(...operations);

test(`S10: ${PAIRS} pairs of account operations at the same time leave one owner everywhere, and no answer is lost`, async () => {
  await fc.assert(
    fc.asyncProperty(choice, choice, async (a, b) => {
      expect(await runAtOnce(await makeWorld(running), [a, b])).toEqual([]);
    }),
    { numRuns: PAIRS, endOnFailure: true },
  );
});

test(`S10: so do ${TRIPLES} times three of them`, async () => {
  await fc.assert(
    fc.asyncProperty(choice, choice, choice, async (...three) => {
      expect(await runAtOnce(await makeWorld(running), three)).toEqual([]);
    }),
    { numRuns: TRIPLES, endOnFailure: true },
  );
});
