import { expect, test } from "vitest";
import { instructionParts } from "./instruction-text.ts";

test("a step is split into its words, what is to be copied, and addresses that can be opened", () => {
  expect(instructionParts("Give the role the external id `ex-4711`.")).toEqual([
    { kind: "text", text: "Give the role the external id " },
    { kind: "copy", text: "ex-4711" },
    { kind: "text", text: "." },
  ]);
  expect(instructionParts("Open https://example.com/roles?new=1, then go on.")).toEqual([
    { kind: "text", text: "Open " },
    { kind: "link", text: "https://example.com/roles?new=1" },
    { kind: "text", text: ", then go on." },
  ]);
});

test("an address that is to be entered elsewhere is copied and not opened", () => {
  expect(instructionParts("Allow `https://exhibit.example/integrations/callback/okta`")).toEqual([
    { kind: "text", text: "Allow " },
    { kind: "copy", text: "https://exhibit.example/integrations/callback/okta" },
  ]);
});

test("a file of this server is offered by its name", () => {
  expect(instructionParts("Download [the template](/exhibit-aws-role.yaml).")).toEqual([
    { kind: "text", text: "Download " },
    { kind: "download", text: "the template", path: "/exhibit-aws-role.yaml" },
    { kind: "text", text: "." },
  ]);
});

test("nothing else becomes a link", () => {
  for (const step of [
    "javascript:alert(1)",
    "http://example.com",
    "Use ` alone",
    "[x](javascript:alert)",
    "[x](//evil.example)",
  ])
    expect(instructionParts(step)).toEqual([{ kind: "text", text: step }]);
});
