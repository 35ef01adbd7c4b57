import type { PrefilledReviewKey } from "#domain/reviews/prefilled-review-keys.ts";

interface PrefilledReview {
  readonly label: string;
  /** What the reviewer looks at, in a sentence. */
  readonly about: string;
  /** The document that it becomes, and as long as that it counts. */
  readonly document: string;
  /** Checks whose answers it opens with. */
  readonly checks: readonly string[];
}

/** What each review looks at. Its record is a test of the kind "Periodic review". */
export const prefilledReviews: Readonly<Record<PrefilledReviewKey, PrefilledReview>> = {
  firewall: {
    label: "Firewall rules",
    about: "Rules that let traffic in, and what protects public applications.",
    document: "network.firewall-review",
    checks: [
      "network.no-open-admin-ports",
      "network.default-deny",
      "network.production-separate",
      "network.web-protection",
    ],
  },
  ciphers: {
    label: "Ciphers and certificates",
    about: "How data is encrypted on its way, with which certificates and keys.",
    document: "encryption.cipher-review",
    checks: ["encryption.in-transit", "encryption.certificates", "encryption.key-rotation"],
  },
  sharing: {
    label: "Sharing outside",
    about: "What people outside can reach: files, channels, projects, storage and repositories.",
    document: "confidentiality.sharing-review",
    checks: [
      "confidentiality.external-sharing",
      "confidentiality.no-public-storage",
      "confidentiality.private-repositories",
      "confidentiality.data-stores-private",
    ],
  },
  logs: {
    label: "Logs and alerts",
    about: "Whether logs are on, kept and protected, and whether alerts reach somebody.",
    document: "logging.log-review",
    checks: [
      "logging.cloud-audit-on",
      "logging.identity-collected",
      "logging.kept-a-year",
      "logging.protected",
      "monitoring.threat-detection",
      "monitoring.alerts-delivered",
    ],
  },
  administrators: {
    label: "Administrators",
    about: "Who administers which system, and whether each one is approved.",
    document: "privilege.administrator-list",
    checks: ["privilege.admins-listed", "privilege.no-wildcards", "privilege.root-unused", "auth.cloud-mfa"],
  },
};
