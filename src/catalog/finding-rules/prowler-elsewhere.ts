import type { ToolChecks } from "./types.ts";

// Prowler's rules for other providers, the ones whose meaning is beyond doubt. Nothing shows that such a run covered a
// whole subscription, project or organization, so each rule of a set must have been reported.

export const azureRules: readonly ToolChecks[] = [
  { check: "auth.cloud-mfa", rules: ["entra_non_privileged_user_has_mfa", "entra_privileged_user_has_mfa"] },
  {
    check: "encryption.in-transit",
    rules: ["storage_ensure_minimum_tls_version_12", "storage_secure_transfer_required_is_enabled"],
  },
  { check: "encryption.key-rotation", rules: ["keyvault_key_rotation_enabled"] },
  { check: "confidentiality.no-public-storage", rules: ["storage_blob_public_access_level_is_disabled"] },
  { check: "confidentiality.data-stores-private", rules: ["sqlserver_unrestricted_inbound_access"] },
  {
    check: "network.no-open-admin-ports",
    rules: ["network_rdp_internet_access_restricted", "network_ssh_internet_access_restricted"],
  },
  { check: "logging.cloud-audit-on", rules: ["monitor_diagnostic_settings_exists"] },
  {
    check: "monitoring.threat-detection",
    rules: ["defender_ensure_defender_for_server_is_on", "defender_ensure_defender_for_storage_is_on"],
  },
  { check: "monitoring.alerts-delivered", rules: ["defender_additional_email_configured_with_a_security_contact"] },
];

export const gcpRules: readonly ToolChecks[] = [
  { check: "auth.keys-rotated", rules: ["iam_sa_user_managed_key_rotate_90_days"] },
  { check: "privilege.no-wildcards", rules: ["iam_sa_no_administrative_privileges"] },
  { check: "encryption.in-transit", rules: ["cloudsql_instance_ssl_connections"] },
  { check: "encryption.key-rotation", rules: ["kms_key_rotation_enabled"] },
  {
    check: "confidentiality.no-public-storage",
    rules: ["bigquery_dataset_public_access", "cloudstorage_bucket_public_access"],
  },
  { check: "confidentiality.data-stores-private", rules: ["cloudsql_instance_public_access"] },
  {
    check: "network.no-open-admin-ports",
    rules: [
      "compute_firewall_rdp_access_from_the_internet_allowed",
      "compute_firewall_ssh_access_from_the_internet_allowed",
    ],
  },
  { check: "config.defaults-removed", rules: ["compute_network_default_in_use"] },
  { check: "logging.cloud-audit-on", rules: ["iam_audit_logs_enabled", "logging_sink_created"] },
  { check: "backup.recent", rules: ["cloudsql_instance_automated_backups"] },
];

export const githubRules: readonly ToolChecks[] = [
  { check: "auth.mfa-enforced", rules: ["organization_members_mfa_required"] },
  { check: "privilege.default-deny", rules: ["organization_default_repository_permission_strict"] },
  { check: "inventory.software-listed", rules: ["repository_dependency_scanning_enabled"] },
  {
    check: "change.review-required",
    rules: [
      "repository_default_branch_disallows_force_push",
      "repository_default_branch_protection_applies_to_admins",
      "repository_default_branch_protection_enabled",
      "repository_default_branch_requires_multiple_approvals",
    ],
  },
  { check: "change.tests-required", rules: ["repository_default_branch_status_checks_required"] },
];
