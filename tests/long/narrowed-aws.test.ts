import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeAws } from "#tests/support/judge-aws.ts";
import { narrowed } from "#tests/support/narrowed-aws.ts";

// Ten thousand policies, security groups and accounts with trails, each narrowed in some way, and none that passes though it may not.

const RUNS = 10_000;

test.each(Object.entries(narrowed))("none of 10,000 %s passes falsely", { timeout: 20 * 60_000 }, (name, made) => {
  const counts = { pass: 0, fail: 0, unknown: 0, "not applicable": 0, "may not pass": 0 };
  fc.assert(
    fc.property(made, ({ check, items, mayPass }) => {
      const { outcome } = judgeAws(check, items);
      counts[outcome]++;
      counts["may not pass"] += mayPass ? 0 : 1;
      expect([mayPass, outcome]).not.toEqual([false, "pass"]);
    }),
    { numRuns: RUNS },
  );
  console.log(name, counts);
});
