import type { EvidenceItem, Json, Step } from "../../connector.ts";
import { fieldsOf, textOf } from "../../json-fields.ts";
import type { Fields } from "../../json-fields.ts";
import { item, pagesOf } from "../google.ts";

/** The fields of each setting that checks read (developers.google.com/cloud-identity/docs/concepts/supported-policy-api-settings). */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  "security.two_step_verification_enforcement": ["enforcedFrom"],
  "security.password": ["minimumLength", "allowedStrength", "allowReuse"],
  "security.session_controls": ["webSessionDuration"],
  "security.super_admin_account_recovery": ["enableAccountRecovery"],
  "drive_and_docs.external_sharing": ["externalSharingMode"],
  "gmail.auto_forwarding": ["enableAutoForwarding"],
  "api_controls.unconfigured_third_party_apps": ["accessLevel"],
};

interface Found {
  readonly setting: string;
  readonly target: string;
  readonly byAdmin: boolean;
  readonly order: number;
  readonly value: Fields;
  readonly at: string;
}

export const policies: Step = {
  id: "policies",
  title: "Rules for passwords, sessions, sharing, forwarding and apps",
  kinds: ["gws.policy"],
  scopes: ["https://www.googleapis.com/auth/cloud-identity.policies.readonly"],
  async *collect({ http }) {
    // Precedence is known only once all are read, so that nothing is yielded, and nothing resumed, page by page.
    const found: Found[] = [];
    const filter =
      "setting.type.matches('security.*|drive_and_docs.external_sharing|gmail.auto_forwarding|api_controls.unconfigured_third_party_apps')";
    const request = { endpoint: "cloudidentity", path: "/v1/policies", query: { pageSize: 100, filter } };
    for await (const { objects, answer } of pagesOf(http, request, "policies", undefined))
      for (const policy of objects) found.push(...foundIn(policy, answer.at));
    yield* effective(found);
  },
};

/** A policy of a setting that checks read; none of any other. `at` is when Google answered. */
export function foundIn(policy: Fields, at: string): Found[] {
  const setting = textOf(fieldsOf(policy["setting"])["type"]).replace(/^settings\//, "");
  if (!Object.hasOwn(SETTINGS, setting)) return [];
  const query = fieldsOf(policy["policyQuery"]);
  const order = typeof query["sortOrder"] === "number" ? query["sortOrder"] : 0;
  const value = fieldsOf(fieldsOf(policy["setting"])["value"]);
  return [{ setting, target: targetOf(query), byAdmin: textOf(policy["type"]) === "ADMIN", order, value, at }];
}

/** Whom a policy is for. One for some licences alone does not take the place of the one for everybody there. */
function targetOf(query: Fields): string {
  const place = textOf(query["group"]) || textOf(query["orgUnit"]);
  const [before = "", ...quoted] = textOf(query["query"]).split(/['"]/);
  const pairs = quoted.map((text, at) => ({ text, lead: at === 0 ? before : quoted[at - 1]! }));
  // Every second piece stands in quotes; what leads it says whether it is a licence.
  const licences = pairs.filter(({ lead }, at) => at % 2 === 0 && /licen[sc]e/i.test(lead)).map(({ text }) => text);
  return licences.length > 0 ? `${place} with ${licences.join(", ")}` : place;
}

/**
 * What holds for each unit and group: an administrator's setting before Google's own, and the highest `sortOrder` among equals.
 * Google's own are given for the root, which is therefore the unit that they name.
 */
export function effective(found: readonly Found[]): EvidenceItem[] {
  const strongest = new Map<string, Found>();
  for (const entry of found) {
    const key = `${entry.setting}@${entry.target}`;
    const before = strongest.get(key);
    if (
      !before ||
      Number(entry.byAdmin) - Number(before.byAdmin) > 0 ||
      (entry.byAdmin === before.byAdmin && entry.order > before.order)
    )
      strongest.set(key, entry);
  }
  const roots = new Set(
    found.filter((item) => !item.byAdmin && !item.target.includes(" with ")).map((item) => item.target),
  );
  return [...strongest].map(([key, { setting, target, value, at }]) =>
    item(
      "gws.policy",
      {
        type: target.startsWith("groups/") ? "group" : "organizational unit",
        id: key,
        label: roots.has(target) ? "the whole company" : target,
      },
      { setting, root: roots.has(target), value: allowed(setting, value) },
      at,
    ),
  );
}

function allowed(setting: string, value: Fields): Record<string, string | number | boolean> {
  const kept = SETTINGS[setting]!.map((name): [string, Json | undefined] => [name, value[name]]);
  return Object.fromEntries(
    kept.filter((pair): pair is [string, string | number | boolean] =>
      ["string", "number", "boolean"].includes(typeof pair[1]),
    ),
  );
}
