import type { ToolChecks } from "./types.ts";

const rule = (name: string) => `xccdf_org.ssgproject.content_rule_${name}`;

/**
 * Rules of the SCAP Security Guide by the check they stand behind. A benchmark as a whole says too much and too little:
 * only rules whose meaning is beyond doubt decide something, and all of a check's rules must have been selected.
 */
export const scapSecurityGuideRules: readonly ToolChecks[] = [
  { check: "vulns.patched", rules: [rule("security_patches_up_to_date")] },
  {
    // What every hardening benchmark for Linux holds for critical: a way in without a password, or as root.
    check: "config.baseline",
    rules: [rule("sshd_disable_empty_passwords"), rule("sshd_disable_root_login")],
  },
];

/** Lynis tests by the check they stand behind: packages with known vulnerabilities are installed. */
export const lynisRules: readonly ToolChecks[] = [{ check: "vulns.patched", rules: ["PKGS-7392"] }];
