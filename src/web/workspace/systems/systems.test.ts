import { expect, test } from "vitest";
import { stateOf } from "./systems.ts";

test.each([
  ["connected", "Collected"],
  ["paused", "Paused, collected"],
  ["disconnected", "Disconnected, collected"],
])("when a system that is %s was collected says that the hour is one of UTC", (state, words) => {
  const connection = { state, lastCollectedAt: "2026-05-14T09:41:07.000Z" };
  const said = stateOf({ connection, outOfScope: null, provider: "github" } as never);
  expect(said.startsWith(words)).toBe(true);
  expect(said).toMatch(/(\d\d:\d\d|\d{4}) UTC$/);
});
