import type { EvidenceItem, Step, StepContext } from "../../connector.ts";
import type { Fields } from "../../json-fields.ts";
import { fieldsOf, listOf, textOf } from "../../json-fields.ts";
import { item } from "../../observe.ts";
import { listAt, pages } from "../../paging.ts";
import { needed, toJira } from "../request.ts";
import { byStart } from "./site.ts";

export const permissionSchemes: Step = {
  id: "permission-schemes",
  title: "Permission schemes",
  kinds: ["jira.permission_scheme"],
  scopes: [
    "read:permission-scheme:jira",
    "read:permission:jira",
    "read:project:jira",
    "read:project-role:jira",
    "read:application-role:jira",
    "read:field:jira",
    "read:group:jira",
    "read:user:jira",
    "read:avatar:jira",
    "read:project-category:jira",
    "read:project.property:jira",
    "read:project-version:jira",
    "read:project.component:jira",
    "read:issue-type:jira",
    "read:issue-type-hierarchy:jira",
  ],
  async *collect(context) {
    const answer = await context.http.send(toJira(context, "/rest/api/3/permissionscheme", { expand: "permissions" }));
    const schemes = listAt(answer, "permissionSchemes").map(fieldsOf);
    const open = new Set(
      schemes.filter(letsStrangersBrowse).map((scheme) => needed(scheme, "id", "permission scheme")),
    );
    const usedBy = open.size > 0 ? await projectsByScheme(context, open) : new Map<string, string[]>();
    for (const scheme of schemes) yield schemeItem(scheme, open, usedBy, answer);
  },
};

function letsStrangersBrowse(scheme: Fields): boolean {
  return listOf(scheme["permissions"])
    .map(fieldsOf)
    .some((grant) => grant["permission"] === "BROWSE_PROJECTS" && fieldsOf(grant["holder"])["type"] === "anyone");
}

function schemeItem(
  scheme: Fields,
  open: ReadonlySet<string>,
  usedBy: ReadonlyMap<string, readonly string[]>,
  answer: { readonly at: string },
): EvidenceItem {
  const id = needed(scheme, "id", "permission scheme");
  const subject = { type: "permission scheme", id, label: textOf(scheme["name"]) || id };
  if (!Array.isArray(scheme["permissions"]))
    // It says nothing of strangers, which is not that there are none.
    return {
      kind: "jira.permission_scheme",
      subject,
      data: null,
      observedAt: answer.at,
      gap: "Jira does not list its grants",
    };
  return item("jira.permission_scheme", subject, { anonymous: open.has(id), usedBy: usedBy.get(id) ?? [] }, answer);
}

/** Which projects use an open scheme, by name: asked only where there is one. */
async function projectsByScheme(context: StepContext, open: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const first = toJira(context, "/rest/api/3/project/search", { maxResults: 50, orderBy: "key" });
  for await (const { answer } of pages(context.http, first, byStart))
    for (const project of listAt(answer, "values").map(fieldsOf)) {
      const id = needed(project, "id", "project");
      const path = `/rest/api/3/project/${encodeURIComponent(id)}/permissionscheme`;
      // 404: a project that its team manages has no scheme.
      const used = await context.http.send({ ...toJira(context, path), accept: [404] });
      const scheme = used.status === 404 ? "" : needed(fieldsOf(used.json()), "id", "permission scheme");
      if (open.has(scheme)) found.set(scheme, [...(found.get(scheme) ?? []), textOf(project["key"]) || id]);
    }
  return found;
}
