import type { ToolChecks } from "./types.ts";

/**
 * Rules of the SCAP Security Guide by the check they stand behind: only rules whose meaning is beyond doubt. What a benchmark
 * as a whole says stands in `rule-sets.ts`.
 */
export const scapSecurityGuideRules: readonly ToolChecks[] = [
  {
    check: "vulns.patched",
    only: "one server’s packages",
    rules: ["xccdf_org.ssgproject.content_rule_security_patches_up_to_date"],
  },
];

/** Lynis tests by the check they stand behind: packages with known vulnerabilities are installed. */
export const lynisRules: readonly ToolChecks[] = [
  { check: "vulns.patched", only: "one server’s packages", rules: ["PKGS-7392"] },
];
