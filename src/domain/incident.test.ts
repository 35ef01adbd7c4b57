import { describe, expect, test } from "vitest";
import { newsOf, sayIncident } from "./incident.ts";

const endsAt = new Date("2026-12-06T00:00:00Z");
const told = {
  title: "Least privilege",
  reason: "Two people have rights they do not need.",
  exhibit: "EX-000007, Review",
};

describe("what is said of an incident", () => {
  test.each([
    [{ kind: "failing", ended: false, endsAt: null }, "failing"],
    [{ kind: "failing", ended: false, endsAt }, "failing"],
    [{ kind: "expired", ended: false, endsAt: null }, "needs evidence"],
    // The day on which it expired is over, and is no day until which it counts.
    [{ kind: "expired", ended: false, endsAt }, "needs evidence"],
    [{ kind: "expiring", ended: false, endsAt: null }, "needs evidence"],
    [{ kind: "expiring", ended: false, endsAt }, "expiring"],
    [{ kind: "failing", ended: true, endsAt: null }, "passing again"],
    [{ kind: "expired", ended: true, endsAt: null }, "passing again"],
    [{ kind: "expiring", ended: true, endsAt }, "passing again"],
  ] as const)("%o is %s", (incident, is) => {
    expect(newsOf(incident).is).toBe(is);
  });

  test.each([
    [{ is: "passing again" }, "Control passing again: Least privilege."],
    [{ is: "failing" }, "Control failing: Least privilege. Two people have rights they do not need."],
    [{ is: "needs evidence" }, "Control needs evidence: Least privilege. Two people have rights they do not need."],
    [
      { is: "expiring", endsAt },
      "Evidence about to expire: Least privilege. EX-000007, Review counts until December 6, 2026.",
    ],
  ] as const)("%o, in one line", (news, message) => {
    expect(sayIncident(news, told)).toBe(message);
  });
});
