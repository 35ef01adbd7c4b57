import { expect, test } from "vitest";
import { nextPath } from "./return-path.ts";

const nothing = { path: null, person: null, invitation: null };

test("with nothing put away the dashboard is next", () => {
  expect(nextPath(nothing, "ana")).toBe("/dashboard");
});

test.each(["/dashboard", "/dashboard/projects/new?x=1", "/dashboard?tab=profile"])("%s is come back to", (path) => {
  expect(nextPath({ ...nothing, path }, "ana")).toBe(path);
  expect(nextPath({ ...nothing, path, person: "ana" }, "ana")).toBe(path);
});

test("nobody comes back to another person's page", () => {
  expect(nextPath({ ...nothing, path: "/dashboard/projects/7", person: "ana" }, "ben")).toBe("/dashboard");
});

test.each([
  "//evil.example",
  "https://evil.example/dashboard",
  "https:evil.example",
  "/\\evil.example",
  "/%2f%2fevil.example",
  "javascript:alert(1)//dashboard",
  "\r\nLocation: /dashboard",
  "/dashboard.evil",
  "/login",
  "",
])("%j is no page of the workspace", (path) => expect(nextPath({ ...nothing, path }, "ana")).toBe("/dashboard"));

test("an invitation that waits goes before the page, and its token cannot leave its place", () => {
  const invitation = "a b&x=/../#";
  expect(nextPath({ path: "/dashboard/evidence", person: null, invitation }, "ana")).toBe(
    "/invite?token=a%20b%26x%3D%2F..%2F%23",
  );
});
