import { expect, test } from "vitest";
import { events } from "#domain/events/index.ts";
import { activityKinds, sayEvent } from "./activity.ts";

const nobody = () => undefined;
test.each(Object.keys(events))(
  "%s has a sentence, whatever its details hold, and a kind to look for it by",
  (event) => {
    const bare = sayEvent(event, { subject: "subject", details: {}, nameOf: nobody });
    expect(bare).toMatch(/^[a-z].*[^.\s]$/s);
    expect(bare).not.toMatch(/undefined|null|\[object/);
    expect(
      activityKinds.map(({ key }) => key),
      "needs its noun in activityKinds, src/catalog/activity.ts",
    ).toContain(event.split(".")[0]);
  },
);

test("a person is told by name, and an event of another version by its own", () => {
  const nameOf = (id: string) => (id === "ben" ? "Ben Ito" : undefined);
  expect(sayEvent("member.removed", { subject: "ben", details: {}, nameOf })).toBe("removed Ben Ito");
  expect(sayEvent("project.created", { subject: "", details: { name: "SOC 2", token: "CI" }, nameOf })).toBe(
    "created the project “SOC 2”, through the API token “CI”",
  );
  expect(sayEvent("moon.landed", { subject: "", details: {}, nameOf })).toBe("did what the ledger calls moon.landed");
});

test("a collection names the provider, the account and the item, and an account that is not known yet nobody", () => {
  const nameOf = (id: string) => (id === "one" ? "hollis-marsh" : undefined);
  const collected = { provider: "github", exhibit: "EX-000002", unchanged: true };
  expect(sayEvent("connection.collected", { subject: "one", details: collected, nameOf })).toBe(
    "collected from GitHub (hollis-marsh), the same as in EX-000002",
  );
  expect(sayEvent("connection.begun", { subject: "two", details: { provider: "aws" }, nameOf })).toBe(
    "started to connect Amazon Web Services",
  );
});
