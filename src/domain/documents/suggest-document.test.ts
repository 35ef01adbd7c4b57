import { expect, test } from "vitest";
import { suggestDocument } from "./suggest-document.ts";

const standard = { id: "auth.authentication-standard", title: "Authentication and password standard" };
const policy = { id: "accounts.access-control-policy", title: "Access control policy" };
const review = { id: "review.review-sign-off", title: "Quarterly access review sign-off" };
const all = [standard, policy, review];

test("a name that shares two words with one title suggests it", () => {
  expect(suggestDocument(all, "access-review-q3")).toEqual(review);
  expect(suggestDocument(all, "Access Control Policy, final")).toEqual(policy);
});

test("one shared word, two titles that fit equally, and no documents suggest nothing", () => {
  expect(suggestDocument(all, "Travel policy")).toBeUndefined();
  expect(suggestDocument([policy, { ...policy, id: "another" }], "Access control policy")).toBeUndefined();
  expect(suggestDocument([], "Access control policy")).toBeUndefined();
});
