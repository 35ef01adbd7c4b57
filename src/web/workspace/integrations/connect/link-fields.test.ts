import { expect, test } from "vitest";
import { linkSchema } from "./link-fields.ts";

const field = { label: "", help: "", placeholder: "", secret: false, multiline: false };
const schema = linkSchema({
  fields: [
    { ...field, name: "domain", pattern: "[a-z]+\\.okta\\.com|example\\.com", message: "Enter the domain." },
    { ...field, name: "token", pattern: "^\\S{8,}$", message: "Enter the token." },
  ],
});

test("the whole value must match, and says its own sentence if it does not", () => {
  expect(schema.safeParse({ domain: "acme.okta.com", token: "12345678" }).success).toBe(true);
  const wrong = schema.safeParse({ domain: "acme.okta.com.evil.example", token: "1" });
  expect(wrong.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ["domain", "Enter the domain."],
    ["token", "Enter the token."],
  ]);
  expect(schema.safeParse({ domain: "acme.okta.com" }).error?.issues[0]?.message).toBe("Enter the token.");
});

test("spaces around what was pasted are dropped", () => {
  expect(schema.parse({ domain: " example.com\n", token: "12345678 " })).toEqual({
    domain: "example.com",
    token: "12345678",
  });
});
