import { RequestFailed } from "../http.ts";
import { dayOf } from "./days.ts";
import type { Data } from "./kinds.ts";

const ROOT = "<root_account>";

/**
 * Reads IAM's credential report, a table in CSV. Throws `RequestFailed` of kind `malformed` for a table that lacks a column
 * which is read here, or has a row that does not fit its header.
 */
export function readCredentialReport(csv: string): Data<"aws.credentials">[] {
  const [header, ...rows] = csv
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map(cells);
  if (!header) throw new RequestFailed("malformed", "the credential report is empty");
  return rows.map((row) => {
    if (row.length !== header.length) throw new RequestFailed("malformed", "a row of the credential report is cut");
    const at = (column: string): string => {
      const index = header.indexOf(column);
      if (index < 0) throw new RequestFailed("malformed", `the credential report has no ${column}`);
      return row[index]!;
    };
    return {
      arn: at("arn"),
      root: at("user") === ROOT,
      createdOn: dayOf(at("user_creation_time")),
      password: yesOrNo(at("password_enabled")),
      passwordUsed: used(at("password_last_used")),
      passwordChangedOn: dayOf(at("password_last_changed")),
      mfa: yesOrNo(at("mfa_active")),
      keys: ["access_key_1", "access_key_2"].map((key) => ({
        active: yesOrNo(at(`${key}_active`)),
        used: used(at(`${key}_last_used_date`)),
        rotatedOn: dayOf(at(`${key}_last_rotated`)),
      })),
    };
  });
}

/** AWS writes "no_information" and "N/A" for what was never used since it keeps track; anything else it does not say. */
function used(text: string): string | null {
  return text === "no_information" || text === "N/A" ? "never" : dayOf(text);
}

function yesOrNo(text: string): boolean | null {
  if (text.toLowerCase() === "true") return true;
  return text.toLowerCase() === "false" ? false : null;
}

function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}
