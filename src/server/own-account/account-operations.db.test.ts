import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemsAfter, runAtOnce } from "#tests/support/account-invariants.ts";
import { makeWorld, operations, runBehindProxy } from "#tests/support/account-operations.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
beforeAll(async () => {
  running = await runBehindProxy();
});
afterAll(() => running.close());

const find = (name: string, who: string) =>
  operations.find((operation) => operation.name === name && operation.who === who)!;

describe("operations on accounts and companies at the same time", () => {
  test("S10: an account that is deleted while it receives a company orphans none, and both are answered", async () => {
    for (let tries = 0; tries < 14; tries += 1) {
      const world = await makeWorld(running);
      // The admin owns another company; the member's account can go.
      expect(await runAtOnce(world, [find("delete account", "member"), find("hand company to", "member")])).toEqual([]);
    }
  });

  test("S10: an account that is deleted while it founds a company leaves none without an owner", async () => {
    for (let tries = 0; tries < 8; tries += 1) {
      const world = await makeWorld(running);
      expect(await runAtOnce(world, [find("found a company", "stranger"), find("delete account", "stranger")])).toEqual(
        [],
      );
    }
  });

  test("S10: any two operations leave every company with one owner that exists, and are answered", async () => {
    const choice = fc.constantFrom(...operations);
    await fc.assert(
      fc.asyncProperty(choice, choice, async (a, b) => {
        expect(await runAtOnce(await makeWorld(running), [a, b])).toEqual([]);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  test("S10: alone, each operation does what it says", async () => {
    for (const operation of operations) {
      const world = await makeWorld(running);
      const answer = await operation.run(world);
      // The owner of a company keeps their account; the owner's own membership is no invitation's.
      const refused = operation.name === "delete account" && (operation.who === "owner" || operation.who === "admin");
      expect([operation.name, operation.who, answer.status]).toEqual([
        operation.name,
        operation.who,
        refused ? 409 : 200,
      ]);
      expect(await problemsAfter(world, [{ operation, answer }])).toEqual([]);
    }
  });
});
