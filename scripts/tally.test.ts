import { expect, test } from "vitest";
import { listOf, lookAgain, settle, sum, summary } from "./tally.ts";

const nothing = { passed: 0, failed: 0, skipped: 0, failures: [] };
const failure = { name: "a.test.ts > adds", reason: "Error: 3" };

test("the last line names skipped tests only when there are some", () => {
  expect(summary({ ...nothing, passed: 12 })).toBe("12 passed, 0 failed");
  const all = sum([
    { passed: 1, failed: 1, skipped: 1, failures: [failure] },
    { ...nothing, passed: 2 },
    { ...nothing, failed: 1, failures: [{ ...failure, name: "b.test.ts > adds" }] },
  ]);
  expect(summary(all)).toBe("3 passed, 2 failed, 1 skipped");
  expect(all.failures.map(({ name }) => name)).toEqual(["a.test.ts > adds", "b.test.ts > adds"]);
});

test("what failed is listed with the beginning of its error", () => {
  const reason = "Error: Property failed after 4 tests\n{ seed: 12 }";
  expect(listOf([failure, { name: "types: web", reason }])).toBe(
    `FAILED  a.test.ts > adds
        Error: 3
FAILED  types: web
        Error: Property failed after 4 tests
        { seed: 12 }`,
  );
});

test("a runner that fails without naming a test counts as a failure, and is listed", () => {
  for (const settled of [settle(nothing, 1), settle(undefined, 1), settle(undefined, 0)]) {
    expect(settled.failed).toBe(1);
    expect(settled.failures).toHaveLength(1);
  }
  const said =
    "Vitest caught 1 unhandled error during the run.\n\u001b[31merror: terminating connection\u001b[39m\n at x\nreal 1 s\n";
  expect(settle(nothing, 1, said).failures[0]!.reason).toBe("error: terminating connection");
  expect(settle(nothing, 1, "half a\nsentence\n\n").failures[0]!.reason).toBe("sentence");
  expect(settle({ ...nothing, failed: 1, failures: [failure] }, 1).failures).toEqual([failure]);
  expect(settle(nothing, 0)).toEqual(nothing);
});

test("a failure stands unless its whole file ran again and passed", () => {
  const [a, b] = ["a.test.ts", "b.test.ts"].map((file) => ({ name: `${file} > adds`, reason: "Error: 3", file }));
  const first = { ...nothing, passed: 5, failed: 2, failures: [a!, b!] };
  const ran = (file: string) => ({ file, name: "adds", ran: true });
  const both = { ...nothing, passed: 2, seen: [ran("a.test.ts"), ran("b.test.ts")] };
  expect(lookAgain(first, both)).toEqual({ tally: { ...nothing, passed: 7 }, unsteady: [a, b] });
  const again = { ...both, passed: 1, failed: 1, failures: [{ ...b!, name: "b.test.ts > subtracts" }] };
  expect(lookAgain(first, again)).toMatchObject({ tally: { passed: 6, failed: 1, failures: [b] }, unsteady: [a] });
  const unproven = [
    { ...both, seen: [] },
    {
      ...both,
      seen: [
        { ...ran("a.test.ts"), ran: false },
        { ...ran("b.test.ts"), ran: false },
      ],
    },
    settle(both, 1, "killed"),
  ];
  for (const second of unproven) expect(lookAgain(first, second)).toMatchObject({ tally: first, unsteady: [] });
  const nameless = { ...nothing, failed: 1, failures: [failure] };
  expect(lookAgain(nameless, both).tally).toEqual(nameless);
});

test("what was skipped because its file could not begin has run once the file was run again", () => {
  const file = "a.test.ts";
  const first = {
    ...nothing,
    passed: 4,
    failed: 1,
    skipped: 2,
    failures: [{ name: file, reason: "Hook timed out", file }],
    seen: [
      { file, name: "adds", ran: false },
      { file: "b.test.ts", name: "adds", ran: false },
    ],
  };
  const second = { ...nothing, passed: 1, seen: [{ file, name: "adds", ran: true }] };
  expect(lookAgain(first, second).tally).toEqual({
    ...nothing,
    passed: 6,
    skipped: 1,
    seen: [
      { file, name: "adds", ran: true },
      { file: "b.test.ts", name: "adds", ran: false },
    ],
  });
});
