/** Policies about running, changing and recovering systems. */
export const operationsTexts: Readonly<Record<string, string>> = {
  "network.hardening-standard": `
## Purpose
This standard says how systems of {company} are set up before they are used, so that what nobody needs cannot be attacked.
## Every system
- It starts from a written baseline, such as a CIS Benchmark, and differs from it with a reason.
- Services, ports, accounts and features that nobody needs are off.
?baseline config.defaults-removed | Default passwords and default accounts are changed or removed.
?baseline config.baseline | Systems are compared with their baseline, and what differs is fixed.
## Networks
?ports network.default-deny | Networks refuse what no rule allows.
?ports network.no-open-admin-ports | Ports for administration cannot be reached from the internet.
software: ?ports network.production-separate | Production is separate from everything else.
Rules have a reason and an owner, and are reviewed every six months.
## Approved services
| Service | Used for |
| --- | --- |
| HTTPS | Applications and interfaces |
law: | Remote support with a second factor | Administration by us or our IT provider |
software: | SSH through an access service | Administration |
| DNS, NTP | Names and time |
| SMTP with TLS | Mail |
Other services need an approval of the security owner before they are opened.
## Cloud accounts
law: We write down changes of important settings: who made them, when and why.
software: Settings are kept as code where possible, so that each change is reviewed and can be undone.
## Exceptions
They are listed with a reason, an owner and an end date.
`,
  "change.change-policy": `
## Purpose
This policy says how {company} changes its systems without breaking them or opening them.
law: Most of our systems are bought. For these, a change is a new version, a new setting or a new integration.
software: It applies to our product, its infrastructure and the tools that build it.
## Every change
- It has a reason that is written down, and somebody who owns it.
- Its risk for security and privacy is considered before it is made.
- It can be undone, or there is a plan for when it fails.
?reviews change.review-required | Another person approves each change before it goes live.
software: ?reviews change.reviewed | Every change that is merged was reviewed by another person.
?tests change.tests-required | Automated tests pass before a change goes live.
## Secure development
software: - Input is checked, output is encoded, and secrets stay out of code and logs.
software: - Security requirements are a part of the design; sensitive features get a threat model.
law: - Settings that touch client information are tested with made-up data first.
?tests code.static-analysis | Code is analyzed for weaknesses when it changes.
?no-secrets auth.no-secrets-in-code | Source code holds no passwords, tokens or keys.
?patches vulns.dependencies | Libraries with known vulnerabilities are updated.
?training training.developers | People who change production complete training in secure coding every year.
## Releases
?reviews change.release-roles | Only people whose role is to release can change production.
law: Clients are told beforehand of changes that they will notice.
software: Customers are told beforehand of changes that they will notice.
## Emergencies
An emergency change may go live before its review. It is reviewed on the next working day, and the record says why it could not wait.
`,
  "vulns.patch-policy": `
## Purpose
This policy says how {company} finds weaknesses in its systems, and how fast they are fixed.
## Finding
- We follow the notices of our vendors and of national authorities.
?patches vulns.dependencies | Libraries are checked for known vulnerabilities.
?patches vulns.cloud-findings | Findings of our cloud providers' own checks are looked at.
?baseline vulns.scanned-this-quarter | Systems are scanned from inside and from outside every quarter.
?pentest vulns.pentest-within-year | Independent testers try to break in every year, and test again what was fixed.
?requests vulns.disclosure-contact | Anyone can report a weakness to us, and gets an answer.
## Fixing
| Severity | Fixed within |
| --- | --- |
| Critical | 7 days, or 30 where it cannot be reached |
| High | 30 days |
| Medium | 90 days |
| Low | With the next change |
?patches vulns.patched | Critical and high vulnerabilities are fixed within 30 days.
A weakness that attackers use already is fixed or shut off at once, whatever its severity.
## Exceptions
What cannot be fixed in time has a reason, other protection, a person who accepts the risk, and an end date.
## Devices
?devices devices.supported-software | Laptops and phones are updated, and replaced when their maker stops supporting them.
`,
  "logging.logging-standard": `
## Purpose
This standard says what systems of {company} record, who looks at it, and how long it is kept.
## What is recorded
- Sign-ins that worked and that failed, and changes of passwords and second factors.
- Changes of rights, of settings and of the logging itself.
- Access to confidential information, as far as a system can record it.
law: - Who opened or exported documents of a restricted matter, where the system records it.
software: - Who opened production data, and the reason that they gave.
?logs logging.cloud-audit-on | Cloud accounts record every administrative action.
?logs logging.identity-collected | Sign-ins of our identity provider and repositories are collected.
Logs hold no passwords, keys or whole documents.
## Protection
?logs logging.protected | Nobody can change or delete logs before their time.
?logs logging.kept-a-year | Logs are kept for a year.
Clocks are synchronized with a public source.
## Alerts
?alerts monitoring.threat-detection | Threat detection is on.
?alerts monitoring.alerts-delivered | Alerts about root use, failed sign-ins, new rights and disabled logging reach somebody.
?alerts monitoring.alerts-handled | Someone looks at each alert within one working day, and closes it with a reason.
## Review
Logs are reviewed every month for what no alert would show. What is found is handled as an incident.
`,
  "incident.response-plan": `
## Purpose
This plan says what people at {company} do when information or systems are in danger.
## Report first
Report what looks wrong at once, also when you are not sure and also when it was your own mistake. Call the security owner; do not wait for certainty.
## Roles
- **The incident lead** decides and keeps the timeline. It is the security owner, or their deputy.
- **Responders** find out, contain and restore.
- **Leadership** decides about notices and money.
law: - **General counsel**, or the partner who acts as one, guards privilege. Legal advice is kept apart from the record of facts.
software: - **The customer contact** tells customers what they need to know.
Names and numbers are on the on-call roster, which is also kept where a broken system cannot take it.
## Severity
| Severity | Meaning | First action |
| --- | --- | --- |
| Critical | Confidential data is out, or the business stands still | At once, at any hour |
| High | Likely to become critical | Within 1 hour |
| Medium | Contained, or few people | The same working day |
| Low | An attempt, or a weakness | Within 3 working days |
## Steps
1. **Contain**: cut off access, isolate systems, keep them switched on where evidence is in memory.
2. **Keep evidence**: copy logs and images, note who took what and when, change nothing else.
3. **Remove and restore**: close the way in, restore from clean copies, watch.
4. **Learn**: within 14 days a review without blame says what happened, why, and what changes.
## Notice
The clock starts when we learn of a breach. Counsel confirms each duty before the shortest of them ends.
| Duty | Within |
| --- | --- |
| GDPR, authority | 72 hours |
| HIPAA, the covered entity or the people concerned | 60 days |
| California, the people concerned | 30 days |
| Other states | As each law says |
software: | Card data, the bank that takes our payments | At once |
| Contracts | As each of them says |
law: Clients whose information is concerned are told as professional rules ask, without delay.
software: Customers whose data is concerned are told as their contracts say, without delay.
## Practice
?exercise incident.exercised-within-year | This plan is exercised every year, and what was learned changes it.
?exercise incident.records-complete | Each incident has a record with severity, timeline, cause, evidence and lessons.
`,
  "backup.continuity-plan": `
## Purpose
This plan says how {company} goes on working when systems, places or people are missing.
## What matters most
Systems come back in the order of what we need first. Owners of systems agree on two goals for each: how long it may be gone, and how much data may be lost.
::: table recovery
| Rank | Back within | Data lost at most |
| --- | --- | --- |
| First: identity, communication | 4 hours | 1 hour |
law: | Second: documents, matters, calendar and deadlines | 8 hours | 24 hours |
software: | Second: product and customer data | 8 hours | 1 hour |
| Third: everything else | 3 days | 24 hours |
## Backups
?backups backup.recent | Data of critical systems is backed up every day.
?backups backup.separate-copy | A copy is kept where nobody who can change the original can delete it.
?backups backup.restore-tested | A restore is tested every year, against the goals above.
software: ?redundancy continuity.redundant | Databases of critical systems run in more than one zone.
## When it happens
1. The incident lead declares the emergency, and leadership is told.
2. People are safe first. Then the order above.
law: 3. Court and filing deadlines of the next ten days are checked by hand, from the copy that is kept apart.
software: 3. Customers are told what works and what does not, in a way that does not depend on the product.
4. When all is back, data is checked before work goes on.
## Emergency access
Two people can reach systems and backups when sign-in does not work, with emergency accounts. Each use is reviewed.
## People and places
Each role of this plan has a deputy. Everyone can work from another place for two weeks.
## Practice
The plan is tried every year, and after each change that matters.
`,
};
