import type pg from "pg";
import { controlOfCheck } from "#catalog/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { JONAS, PRIYA, TOM } from "./sample-people.ts";

/** What somebody tested in one sitting. */
interface Sitting {
  readonly daysAgo: number;
  readonly time: string;
  /** The owner where nobody is named. */
  readonly by?: string;
  /** A line each: check, what the population is, how many it holds, how many are drawn, and the items that are cited. */
  readonly tests: string;
}

/** What no machine sees. Each sitting is later than the items that it cites, and young enough to count past the template's day. */
const sittings: readonly Sitting[] = [
  {
    daysAgo: 129,
    time: "10:00",
    by: PRIYA,
    tests: `
review.done-this-quarter | Systems that people have accounts in | 9 | 9 | Access review, last quarter but one
review.removals-done | Remove decisions of the review | 2 | 2 | Access review, last quarter but one
review.service-accounts | Service accounts in AWS and Okta | 4 | 4 | Access review, last quarter but one`,
  },
  {
    daysAgo: 44,
    time: "11:00",
    by: TOM,
    tests: `
people.screened-before-access | Accounts that were made in Okta in the last 365 days | 5 | 5 | Staff records: screenings, terms and training
people.terms-signed | Active people in Okta | 12 | 10 | Staff records: screenings, terms and training`,
  },
  {
    daysAgo: 44,
    time: "14:00",
    by: PRIYA,
    tests: `
training.completed | Active people in Okta | 12 | 10 | Staff records: screenings, terms and training
training.developers | People with write access to a production repository | 3 | 3 | Staff records: screenings, terms and training
training.content | Topics that the outline must name | 6 | 6 | Staff records: screenings, terms and training`,
  },
  {
    daysAgo: 21,
    time: "10:00",
    by: JONAS,
    tests: `
risk.treatment-owned | Open issues in Jira with the label "risk" | 3 | 3 | Assessment report, Strand Audit
oversight.actions-on-time | Open issues in Jira with the label "finding" | 7 | 7 | Assessment report, Strand Audit`,
  },
  {
    daysAgo: 17,
    time: "10:00",
    by: JONAS,
    tests: `
devices.enrolled | Devices that signed in within 30 days, from Okta and Kandji | 12 | 10 | Device compliance export
devices.encrypted | Devices in Kandji | 12 | 10 | Device compliance export
devices.screen-lock | Devices in Kandji | 12 | 10 | Device compliance export
devices.supported-software | Devices in Kandji | 12 | 10 | Device compliance export
devices.malware-protection | Devices in Kandji, and servers in AWS | 17 | 12 | Device compliance export + Acceptable use and device policy
devices.software-control | Devices in Kandji | 12 | 10 | Device compliance export
mail.phishing-protection | Mail domains, with their filters and DNS records | 1 | 1 | Acceptable use and device policy`,
  },
  {
    daysAgo: 15,
    time: "10:00",
    by: PRIYA,
    tests: `
backup.recent | Production databases and file stores | 5 | 5 | Backup configuration export
backup.separate-copy | Backups of the last seven days | 35 | 10 | Backup configuration export
continuity.redundant | Production databases | 3 | 3 | Business continuity and recovery plan`,
  },
  {
    daysAgo: 15,
    time: "14:00",
    by: TOM,
    tests: `
privilege.admins-listed | Accounts with an administrator or owner role, in every system | 11 | 11 | Access control policy
privilege.no-wildcards | Custom policies of the cloud account | 9 | 9 | Access control policy
privilege.default-deny | Default rights in GitHub and Google Workspace | 5 | 5 | Access control policy
privilege.service-accounts | Service accounts in AWS and Okta | 4 | 4 | Access control policy`,
  },
  {
    daysAgo: 13,
    time: "10:00",
    by: JONAS,
    tests: `
logging.identity-collected | Sources of sign-in and code logs | 3 | 3 | Logging and alert configuration
logging.kept-a-year | Log groups, and the log store | 22 | 10 | Logging and alert configuration
logging.protected | Log stores | 2 | 2 | Logging and alert configuration
monitoring.alerts-delivered | Alert rules | 8 | 8 | Logging and alert configuration
monitoring.alerts-handled | Alert tickets of the last 30 days in Jira | 11 | 11 | Logging and monitoring standard`,
  },
  {
    daysAgo: 12,
    time: "11:00",
    by: PRIYA,
    tests: `
inventory.cloud-tagged | Resources of the cloud account | 214 | 25 | Assessment report, Strand Audit
inventory.devices-assigned | Devices in Kandji | 12 | 10 | Device compliance export
inventory.repositories-owned | Active repositories in GitHub | 4 | 4 | Assessment report, Strand Audit
inventory.software-listed | Production repositories in GitHub | 4 | 4 | Assessment report, Strand Audit`,
  },
  {
    daysAgo: 9,
    time: "14:00",
    by: PRIYA,
    tests: `
incident.records-complete | Incident tickets in Jira that were closed in the last 365 days | 2 | 2 | Assessment report, Strand Audit
incident.notice-decided | Incident tickets in Jira that touched personal data | 1 | 1 | Assessment report, Strand Audit
retention.lifecycle-rules | Buckets and log groups with a lifecycle rule | 9 | 9 | Retention and disposal schedule
retention.device-wipe | Devices that were retired in the last 365 days, in Kandji | 1 | 1 | Device compliance export`,
  },
  {
    daysAgo: 7,
    time: "10:00",
    by: TOM,
    tests: `
network.default-deny | Default security groups | 6 | 6 | Assessment report, Strand Audit
network.production-separate | Networks of the cloud account | 2 | 2 | Hardening standard and approved services`,
  },
  {
    daysAgo: 3,
    time: "14:00",
    by: TOM,
    tests: `
vendors.list-complete | Applications with access, in Okta, Google Workspace and GitHub | 18 | 10 | Vendor management policy`,
  },
  {
    daysAgo: 2,
    time: "09:30",
    by: JONAS,
    tests: `
policies.acknowledged | Active people in Okta | 12 | 10 | Registers
accounts.leavers-disabled | People who left in the last 365 days, from the register of people | 1 | 1 | Registers
accounts.one-person-each | Active accounts in every system | 96 | 25 | Access control policy
accounts.approved | Access that was granted in the last 90 days | 6 | 6 | Registers
accounts.inactive-disabled | Active accounts in every system, with their last sign-in | 96 | 25 | Access control policy`,
  },
  {
    daysAgo: 2,
    time: "13:00",
    by: TOM,
    tests: `
encryption.at-rest | Volumes, databases and backups of the cloud account | 38 | 10 | Cryptography and key management standard
encryption.in-transit | Public endpoints, buckets and databases | 15 | 15 | Assessment report, Strand Audit
encryption.key-access | People and roles that may use keys | 4 | 4 | Cryptography and key management standard
encryption.certificates | Certificates on public endpoints | 6 | 6 | Assessment report, Strand Audit`,
  },
];

interface TestingDeps {
  /** The administrator's connection to the template. */
  readonly admin: pg.ClientBase;
  /** Does what a request would do, as the owner or as a colleague. */
  readonly act: (name: string, input: Record<string, unknown>, as?: string) => Promise<unknown>;
}

/** The sittings as steps: each test is signed with the sample that the sampler draws, and with no exception. */
export function sampleTests({ admin, act }: TestingDeps, companyId: string) {
  return sittings.map(({ daysAgo, time, by, tests }) => ({
    daysAgo,
    time,
    do: async () => {
      for (const line of tests.trim().split("\n")) {
        const [checkId, populationSource, count, drawn, cited] = line.split(" | ") as [
          string,
          string,
          string,
          string,
          string,
        ];
        const [population, size] = [{ kind: "numbered", size: Number(count) }, Number(drawn)] as const;
        const drawing = { companyId, controlId: controlOfCheck(checkId).id, checkId, population, size };
        const { seed, numbers } = (await act("manualTests.draw", drawing, by)) as { seed: string; numbers: number[] };
        await act(
          "manualTests.record",
          {
            ...drawing,
            populationSource,
            seed,
            passed: numbers,
            exceptions: [],
            conclusion: "passes",
            exhibits: await exhibitsOf(admin, companyId, cited.split(" + ")),
          },
          by,
        );
      }
    },
  }));
}

/** The exhibit numbers of items by their names. Throws for a name that nothing has. */
async function exhibitsOf(admin: pg.ClientBase, companyId: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await admin.query<{ number: string }>(
    "SELECT DISTINCT ON (name) number FROM app.evidence WHERE company_id = $1 AND name = ANY ($2) ORDER BY name, number DESC",
    [companyId, names],
  );
  if (rows.length !== names.length) throw new Error(`not on file: ${names.join(", ")}`);
  return rows.map(({ number }) => formatExhibitNumber(Number(number)));
}
