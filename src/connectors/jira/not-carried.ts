import { oldStyle } from "../carried.ts";
import type { NotCarried } from "../carried.ts";

/** What passes without having been read. */
export const notCarried: readonly NotCarried[] = [
  oldStyle(
    "jira.change.approved",
    "jira.change:CHG-1.doneAt invented",
    "jira.change:CHG-1.assignee removed",
    "jira.change:CHG-1.assignee invented",
    "jira.change:CHG-1.approvals[0].by removed",
    "jira.change:CHG-1.approvals[0].by invented",
  ),
  oldStyle(
    "jira.change.fields",
    "jira.change:CHG-1.filled.customfield_1 null",
    "jira.change:CHG-1.filled.customfield_2 null",
  ),
  oldStyle(
    "jira.access.approved",
    "jira.access_request:ACC-1.doneAt invented",
    "jira.access_request:ACC-1.reporter removed",
    "jira.access_request:ACC-1.reporter invented",
    "jira.access_request:ACC-1.approvals[0].by removed",
    "jira.access_request:ACC-1.approvals[0].by invented",
  ),
  oldStyle("jira.access.leaver-sla", "jira.leaver:OFF-1.done removed", "jira.leaver:OFF-1.done null"),
  oldStyle("jira.vuln.sla", "jira.vulnerability:VUL-1.done removed", "jira.vulnerability:VUL-1.done null"),
  oldStyle(
    "jira.project.anonymous",
    "jira.permission_scheme:10000.anonymous removed",
    "jira.permission_scheme:10000.anonymous null",
    "jira.permission_scheme:10000.usedBy removed",
    "jira.permission_scheme:10000.usedBy null",
  ),
  oldStyle(
    "jira.admin.count",
    "jira.administrator:u0 unread",
    "jira.administrator:u0.active removed",
    "jira.administrator:u0.active null",
    "jira.administrator:u1 unread",
    "jira.administrator:u1.active removed",
    "jira.administrator:u1.active null",
    "jira.administrator:u2 unread",
    "jira.administrator:u2.active removed",
    "jira.administrator:u2.active null",
    "jira.administrator:u3 unread",
    "jira.administrator:u3.active removed",
    "jira.administrator:u3.active null",
    "jira.administrator:u4 unread",
    "jira.administrator:u4.active removed",
    "jira.administrator:u4.active null",
  ),
  oldStyle("jira.audit.flowing", "jira.audit_log:cloud.newestOn removed", "jira.audit_log:cloud.newestOn invented"),
];
