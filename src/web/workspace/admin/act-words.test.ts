import { expect, test } from "vitest";
import { wordsOf } from "./act-words.ts";

const act = (name: string, subject: string, details: Record<string, unknown> = {}) =>
  wordsOf({ id: "", at: "", actor: "", act: name, subject, details });

test("an act is a sentence about whom and what it concerned", () => {
  expect(act("user.roleChanged", "ana@firm.test", { from: "user", to: "admin" })).toBe("made ana@firm.test an admin");
  expect(act("user.roleChanged", "ana@firm.test", { to: "manager" })).toBe("made ana@firm.test a manager");
  expect(act("flag.turned", "api-access", { enabled: false })).toBe("turned api-access off");
  expect(act("flag.overridden", "api-access", { company: "Calder", enabled: null })).toBe(
    "reset api-access to the default for Calder",
  );
  expect(act("flag.overridden", "api-access", { company: "Calder", enabled: true })).toBe(
    "turned api-access on for Calder",
  );
});

test("a failed job is called as the health page calls its kind", () => {
  expect(act("job.retried", "mail")).toBe("retried a failed job: Mails");
  expect(act("job.discarded", "collections")).toBe("discarded a failed job: Collections");
});

test("an act that has no sentence yet is named", () => {
  expect(act("user.teleported", "ana@firm.test")).toBe("user.teleported ana@firm.test");
});
