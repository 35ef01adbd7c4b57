import { listAt, needed, textAt } from "./xml.ts";
import type { XmlElement } from "./xml.ts";

/** The document of a managed policy that is in force; throws `RequestFailed` of kind `malformed` where there is none. */
export function currentVersion(policy: XmlElement): string {
  const operation = "GetAccountAuthorizationDetails";
  const versions = listAt(policy, operation, "PolicyVersionList");
  const current = versions.find((version) => textAt(version, "IsDefaultVersion") === "true");
  return needed(current, operation, "Document");
}
