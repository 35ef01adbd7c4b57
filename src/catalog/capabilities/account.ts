import { kept } from "./capability.ts";

/** People, plans, and how it ends. */
export const account = {
  roles: kept(
    "Roles",
    "Owner, admin, member and viewer. The database, the API and the pages all enforce the limits.",
    "roles",
    {
      "tests/contracts/isolation.test.ts": ["who may do what with each table is as committed"],
      "tests/contracts/endpoints.test.ts": ["does for each role what the table of roles says, and refuses the others"],
      "src/server/evidence/filing.db.test.ts": ["a viewer files nothing, whatever the server's code thinks"],
    },
  ),
  secondFactor: kept(
    "Passkeys and MFA",
    "Sign in with a passkey or an authenticator app. A company can require MFA for all members.",
    "storage",
    {
      "src/server/passkeys/passkeys.db.test.ts": ["counts as both factors, and is noted"],
      "src/server/second-factor/second-factor.db.test.ts": [
        "asks for the second factor, and every step brings a new token and ends the one before",
      ],
    },
  ),
  providers: kept(
    "Google, Microsoft and GitHub",
    "Sign up and sign in with Google, Microsoft or GitHub where the operator of the installation has set them up.",
    "storage",
    {
      "src/server/auth/public-providers.db.test.ts": [
        "makes an account where the address has none, and knows it again",
        "does not count as a second factor",
        "does not bring the account of somebody who had the address before",
      ],
    },
  ),
  limits: kept(
    "Published limits",
    "The prices and limits of all plans are public, and the database enforces the limits in one place.",
    "roles",
    {
      "tests/contracts/plans.test.ts": ["the limits that the database holds are those of the price list"],
      "src/server/members/people.db.test.ts": ["are never more than it has, when 50 invitations are sent at once"],
    },
  ),
  earlyAccess: kept("Early Access", "Exhibit is in early access and free today.", "getting-started", {
    "src/catalog/plans.test.ts": [
      "a company is on the plan its record names, and costs nothing until it has chosen one",
    ],
  }),
  cancel: kept(
    "Cancel anytime",
    "The owner deletes the company under Settings. You can undo this for 30 days. Then we erase its keys and all its evidence.",
    "roles",
    {
      "src/server/companies/deletion.db.test.ts": [
        "a company is erased 30 days after its owner asked, from every table and store, and no other is touched",
      ],
    },
    { more: "Export a bundle first. It stays verifiable without us." },
  ),
} as const;
