import { expect, test } from "vitest";
import { roleName, roleSummary } from "./role-words.ts";

test.each([
  [
    "owner",
    "May change the company's settings, transfer or delete it, invite and remove people, connect tools, create projects, add evidence, and read projects and evidence.",
  ],
  [
    "admin",
    "May change the company's settings, invite and remove people, connect tools, create projects, add evidence, and read projects and evidence.",
  ],
  ["member", "May create projects, add evidence, and read projects and evidence."],
  ["viewer", "May read projects and evidence."],
] as const)("what the %s may do is said as the table of roles has it", (role, message) => {
  expect(roleSummary(role)).toBe(message);
});

test("a role is capitalised where a person reads it", () => expect(roleName("viewer")).toBe("Viewer"));
