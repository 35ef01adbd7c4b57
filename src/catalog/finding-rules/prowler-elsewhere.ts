import type { ToolChecks } from "./types.ts";

// Prowler's rules for other providers, the ones whose meaning is beyond doubt. Nothing shows that such a run covered a
// whole subscription, project or organization, so each rule of a set must have been reported, and most say what they leave out.

export const azureRules: readonly ToolChecks[] = [
  {
    check: "auth.cloud-mfa",
    aspects: ["users"],
    only: "that people have a second factor, and not who else can sign in,",
    rules: ["entra_non_privileged_user_has_mfa", "entra_privileged_user_has_mfa"],
  },
  {
    check: "encryption.in-transit",
    aspects: ["storage"],
    only: "storage accounts",
    rules: ["storage_ensure_minimum_tls_version_12", "storage_secure_transfer_required_is_enabled"],
  },
  {
    check: "encryption.key-rotation",
    only: "keys of some vaults, and not how often they rotate,",
    rules: ["keyvault_key_rotation_enabled"],
  },
  {
    check: "confidentiality.no-public-storage",
    aspects: ["objects"],
    only: "storage accounts of one subscription",
    rules: ["storage_blob_public_access_level_is_disabled"],
  },
  {
    check: "confidentiality.data-stores-private",
    only: "SQL servers",
    rules: ["sqlserver_unrestricted_inbound_access"],
  },
  {
    check: "network.no-open-admin-ports",
    only: "two ports",
    rules: ["network_rdp_internet_access_restricted", "network_ssh_internet_access_restricted"],
  },
  {
    check: "logging.cloud-audit-on",
    only: "that a diagnostic setting exists",
    rules: ["monitor_diagnostic_settings_exists"],
  },
  {
    check: "monitoring.threat-detection",
    only: "two plans of Defender",
    rules: ["defender_ensure_defender_for_server_is_on", "defender_ensure_defender_for_storage_is_on"],
  },
  {
    check: "monitoring.alerts-delivered",
    only: "a contact address",
    rules: ["defender_additional_email_configured_with_a_security_contact"],
  },
];

export const gcpRules: readonly ToolChecks[] = [
  {
    check: "auth.keys-rotated",
    only: "keys of service accounts in one project",
    rules: ["iam_sa_user_managed_key_rotate_90_days"],
  },
  {
    check: "privilege.no-wildcards",
    aspects: ["policies"],
    only: "roles of service accounts",
    rules: ["iam_sa_no_administrative_privileges"],
  },
  {
    check: "encryption.in-transit",
    aspects: ["databases"],
    only: "Cloud SQL",
    rules: ["cloudsql_instance_ssl_connections"],
  },
  {
    check: "encryption.key-rotation",
    only: "that keys rotate, and not whether one in use is to be deleted,",
    rules: ["kms_key_rotation_enabled"],
  },
  {
    check: "confidentiality.no-public-storage",
    aspects: ["objects"],
    only: "buckets and datasets",
    rules: ["bigquery_dataset_public_access", "cloudstorage_bucket_public_access"],
  },
  { check: "confidentiality.data-stores-private", only: "Cloud SQL", rules: ["cloudsql_instance_public_access"] },
  {
    check: "network.no-open-admin-ports",
    only: "two ports",
    rules: [
      "compute_firewall_rdp_access_from_the_internet_allowed",
      "compute_firewall_ssh_access_from_the_internet_allowed",
    ],
  },
  { check: "config.defaults-removed", only: "the default network", rules: ["compute_network_default_in_use"] },
  {
    check: "logging.cloud-audit-on",
    only: "that audit logs and a sink exist",
    rules: ["iam_audit_logs_enabled", "logging_sink_created"],
  },
  {
    check: "backup.recent",
    only: "a setting of Cloud SQL, and not when a backup succeeded,",
    rules: ["cloudsql_instance_automated_backups"],
  },
];

export const githubRules: readonly ToolChecks[] = [
  { check: "auth.mfa-enforced", aspects: ["policy"], only: null, rules: ["organization_members_mfa_required"] },
  {
    check: "privilege.default-deny",
    only: "the organization’s setting for repositories",
    rules: ["organization_default_repository_permission_strict"],
  },
  {
    check: "inventory.software-listed",
    only: "the repositories that the run looked at",
    rules: ["repository_dependency_scanning_enabled"],
  },
  {
    check: "change.review-required",
    only: "the repositories that the run looked at",
    rules: [
      "repository_default_branch_disallows_force_push",
      "repository_default_branch_protection_applies_to_admins",
      "repository_default_branch_protection_enabled",
      "repository_default_branch_requires_multiple_approvals",
    ],
  },
  {
    check: "change.tests-required",
    only: "status checks in the repositories that the run looked at",
    rules: ["repository_default_branch_status_checks_required"],
  },
];
