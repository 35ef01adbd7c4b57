import { expect, test } from "vitest";
import { isPlainJql } from "./plain-jql.ts";

test.each([
  "project = CHG",
  "project = CHG and type = Change",
  "project in (CHG, OPS) AND (issuetype = Change OR issuetype = 'Standard change')",
  '"Request Type" = "New access"',
])("tickets are named by what they are: %s", (jql) => {
  expect(isPlainJql(jql)).toBe(true);
});

test.each([
  "key = CHG-1",
  "project = CHG and id in (1, 2)",
  "project = CHG AND assignee = ben",
  "project = CHG AND labels = shown",
  "project != OPS",
  "not project = OPS",
  "project not in (OPS)",
  "project = CHG and type = Change and status was Approved",
  "project = CHG AND created > -1w",
  'project = CHG AND summary ~ "ok"',
  "project = CHG AND component = shown",
  "project = CHG AND type = currentUser()",
  "filter = shown",
  "project = CHG AND",
  "(project = CHG",
  "",
])("tickets could be picked one by one: %s", (jql) => {
  expect(isPlainJql(jql)).toBe(false);
});
