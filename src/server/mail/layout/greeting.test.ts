import { expect, test } from "vitest";
import { helloTo } from "./greeting.ts";

test.each([
  ["Maya", "Okafor", "Hello Maya Okafor,"],
  ["Ana", "", "Hello Ana,"],
  ["J. R.", "O'Neill-Núñez", "Hello J. R. O'Neill-Núñez,"],
  ["דנה", "כהן", "Hello דנה כהן,"],
  ["\u202eMaya\u202c", "Okafor\u0000", "Hello Maya Okafor,"],
  ["", "", "Hello,"],
])("%j %j is greeted by name", (firstName, lastName, greeting) => {
  expect(helloTo({ firstName, lastName })).toBe(greeting);
});

test.each([
  "Win at evil.example",
  "https://evil",
  "mail me@evil",
  "www evil com",
  "evil.example/x",
  "very ".repeat(30),
])("a stranger is not sent %j by way of a sign-up", (firstName) => {
  expect(helloTo({ firstName, lastName: "Okafor" })).toBe("Hello,");
});
