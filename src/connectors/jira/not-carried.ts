import type { NotCarried } from "../carried.ts";

const reason = "a person's account id: whoever else it names is somebody else, too";

/** What passes without having been read. */
export const notCarried: readonly NotCarried[] = [
  {
    check: "jira.change.approved",
    reason,
    mutants: [
      "jira.change:CHG-1.approvals[0].by invented",
      "jira.change:CHG-1.assignee invented",
      "jira.change:CHG-1.reporter invented",
    ],
  },
  {
    check: "jira.access.approved",
    reason,
    mutants: ["jira.access_request:ACC-1.approvals[0].by invented", "jira.access_request:ACC-1.reporter invented"],
  },
  {
    check: "jira.admin.count",
    reason: "five people are at most five, whether or not one of them is active",
    mutants: ["u0", "u1", "u2", "u3", "u4"].flatMap((id) => [
      `jira.administrator:${id} unread`,
      `jira.administrator:${id}.active null`,
      `jira.administrator:${id}.active removed`,
    ]),
  },
];
