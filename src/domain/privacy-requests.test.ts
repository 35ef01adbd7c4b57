import { expect, test } from "vitest";
import { answerDays, answeredBy, extensionProblem } from "./privacy-requests.ts";
import { keptUntil } from "./client-matters.ts";

test.each([
  ["gdpr", "2026-11-26", "2026-12-26", "2027-02-26"],
  ["gdpr", "2026-01-31", "2026-02-28", "2026-04-30"],
  ["gdpr", "2024-01-31", "2024-02-29", "2024-04-30"],
  ["ccpa", "2026-11-26", "2027-01-10", "2027-02-24"],
])("a request under %s of %s is answered by %s, or by %s where it was extended", (law, day, first, longest) => {
  expect(answerDays(law, day)).toEqual({ first, longest });
});

test("an extension counts inside the first period, and after it is refused with one sentence", () => {
  const request = { law: "gdpr", receivedOn: "2026-01-31" };
  expect(answeredBy(request)).toBe("2026-02-28");
  expect(answeredBy({ ...request, extendedOn: "2026-02-28" })).toBe("2026-04-30");
  expect(extensionProblem({ ...request, extendedOn: "2026-02-28" })).toEqual({});
  expect(answeredBy({ ...request, extendedOn: "2026-03-01" })).toBe("2026-02-28");
  expect(extensionProblem({ ...request, extendedOn: "2026-03-01" })).toEqual({
    extendedOn: "Extended on is after the first deadline, February 28, 2026. An extension must come before it.",
  });
});

test("what is no law or no day has no deadline", () => {
  for (const [law, day] of [
    ["lgpd", "2026-01-31"],
    ["gdpr", "soon"],
    ["gdpr", undefined],
    ["toString", "2026-01-31"],
  ])
    expect(answerDays(law, day)).toBeUndefined();
  expect(extensionProblem({})).toEqual({});
});

test("the files of a matter are kept for whole years, also from a leap day", () => {
  expect(keptUntil("2019-11-30", 7)).toBe("2026-11-30");
  expect(keptUntil("2024-02-29", 7)).toBe("2031-02-28");
});
