/** Policies about running, changing and recovering systems. */
export const operationsTexts: Readonly<Record<string, string>> = {
  "network.hardening-standard": `
## Purpose
This standard says how systems of {company} are set up before they are used, so that what nobody needs cannot be attacked.
law: ~it-provider | It holds for systems that an IT provider sets up for us, too.
## Every system
Services, ports, accounts and features that nobody needs should be off.
?hardening config.defaults-removed | Default passwords are changed or removed.
?hardening config.baseline | Cloud accounts, servers and laptops that we set up start from a written baseline, such as a CIS Benchmark. What differs without a reason is fixed.
## Networks
!networks | We have no network of our own, in an office or in a cloud.
?networks network.default-deny | Networks let in only what a rule allows.
?networks network.no-open-admin-ports | Ports for administration cannot be reached from the internet.
software: ?production network.production-separate | Production is in a cloud account or network of its own.
~networks | A rule should have a reason and an owner, and be removed when nobody needs it.
## Network services
Services such as these are approved.
| Service | Used for |
| --- | --- |
| HTTPS | Applications and interfaces |
law: | Remote support with a second factor | Administration by us or for us |
law: ~networks | | VPN | Access from elsewhere |
law: ~offices | | Printing, telephony, file shares | Inside our offices |
software: ~networks | | SSH through an access service | Administration |
software: ~networks | | Database and cache protocols | Inside our networks |
| DNS, NTP | Names and time |
| SMTP with TLS | Mail |
Other services need an approval of the security owner before they are opened.
## Settings
law: Whoever changes important settings for us writes down what changed, when and why.
software: Settings of clouds are kept as code where possible, so that each change is reviewed and can be undone.
## Exceptions
Exceptions are listed with a reason, an owner and an end date.
`,
  "change.change-policy": `
## Purpose
This policy says how {company} changes its systems without breaking them or opening them.
law: Most of our systems are bought, and their vendors change them. This policy is about what we change ourselves, or have changed for us: settings, integrations, and versions that we choose.
software: It applies to our product, its infrastructure and the tools that build it.
## Every change that we make
- It has a reason that is written down, and somebody who owns it.
- Its risk for security and privacy is considered before it is made.
- It can be undone, or there is a plan for when it fails.
law: ?reviews change.review-required | Another person approves each important change that we make, except in an emergency, as below.
software: ?reviews change.review-required | Another person approves each important change before it goes live, except in an emergency, as below.
software: ?reviews change.reviewed | Every change of code that is merged is reviewed by another person, in an emergency afterwards.
software: ?tests change.tests-required | Automated tests pass before a change of code goes live, except in an emergency, as below.
law: - Where the system allows it, a change that touches client information is made for one user or a made-up matter first. That is not a test by the test data rule.
software: ## Secure development
software: - Input is checked, output is encoded, and secrets stay out of code and logs.
software: - Security requirements are a part of the design. Sensitive features should get a threat model.
software: ?tests code.static-analysis | Code is analyzed for weaknesses when it changes.
software: ?no-secrets auth.no-secrets-in-code | Source code holds no passwords, tokens or keys.
software: ?libraries vulns.dependencies | Libraries are checked for known vulnerabilities.
software: ?secure-coding training.developers | People who can change production complete training in secure coding every year.
software: ## Releases
software: ?production change.release-roles | Only the release pipeline changes code and infrastructure of production, and named emergency accounts in an emergency.
software: Customers are told, as our contracts say, of changes that break what they use or weaken a commitment. We tell them beforehand where security allows it.
law: ## Telling clients
law: Clients should be told beforehand when we change how they reach us or their files.
## Emergencies
An emergency change may be made before anyone else looked at it. Another person should look at it afterwards, and the record should say why it could not wait.
`,
  "vulns.patch-policy": `
## Purpose
This policy says how {company} finds weaknesses in its systems, and how fast they are fixed.
## Finding
law: - We, or whoever looks after our systems for us, should follow the notices of our main vendors.
software: - We should follow the notices of our main vendors and of national authorities.
law: - In bought systems the vendor fixes weaknesses, and we do what its notices ask of us.
software: ?libraries vulns.dependencies | Libraries are checked for known vulnerabilities.
software: ?libraries vulns.cloud-findings | Findings of our cloud providers' own checks are looked at.
!scans | We run no server of our own, in an office or in a cloud.
?scans vulns.scanned-this-quarter | Systems that we run are scanned from inside and from outside every quarter.
?intrusion-tests vulns.pentest-within-year | Independent testers try to break in every year, and test again what was fixed.
~intrusion-tests | What testers find is fixed like other weaknesses, as below.
?weakness-reports vulns.disclosure-contact | Anyone can report a weakness to us in good faith, and gets an answer.
## Fixing
Weaknesses are fixed in the order of the harm that they could do. One that attackers use already comes first, and is fixed or shut off, whatever its severity.
law: ?fixes | On what we run ourselves, critical vulnerabilities are fixed within 14 days after a fix exists, and high ones within 30.
software: ?fixes | Critical vulnerabilities are fixed within 14 days after a fix exists, and high ones within 30.
Others are fixed in the order of their risk, or accepted in writing.
## Exceptions
What cannot be fixed in time has a reason, other protection, a person who accepts the risk, and an end date.
## Devices
?devices devices.supported-software | Laptops and phones are kept up to date.
Devices should be replaced when their maker stops supporting them.
`,
  "logging.logging-standard": `
## Purpose
This standard says what systems of {company} record, who looks at it, and how long it is kept.
## What should be recorded
- Sign-ins that worked and that failed, and changes of passwords and second factors.
- Changes of rights, of settings and of the logging itself.
- Access to confidential information, as far as a system can record it.
law: - Who opened or exported documents of a restricted matter, where the system records it.
software: - Who signed in to production and, as far as the system records it, which data they opened.
?logs logging.cloud-audit-on | Our clouds record what administrators do, as far as each of them can.
law: ?logs logging.identity-collected | Sign-ins to our work accounts are collected.
software: ?logs logging.identity-collected | Sign-ins of our identity provider are collected, and those of repositories where our plan lets us.
Logs should hold no passwords, keys, health data or whole documents.
## Protection
?logs logging.protected | Nobody but the security role can change the log store.
?logs logging.kept-a-year | Logs of clouds and sign-ins are kept for at least a year.
Clocks should be synchronized with a public source.
## Alerts
?alerts monitoring.threat-detection | Threat detection is on.
?alerts monitoring.alerts-delivered | Alerts go to a named person, or to an address that is watched.
?alerts monitoring.alerts-handled | Someone looks at each alert within one working day.
An alert is closed with a reason.
## Review
?log-review | Somebody reviews logs every month, for what no alert would show.
What looks like an incident is handled as one.
`,
  "incident.response-plan": `
## Purpose
This plan says what people at {company} do when information or systems are in danger.
## Report first
Report what looks wrong at once, also when you are not sure and also when it was your own mistake. Call the security owner; do not wait for certainty.
## Roles
- **The incident lead** decides and keeps the timeline. It is the security owner, their deputy, or whom leadership names.
- **Responders** find out, contain and restore.
- **Leadership** decides about notices and money.
law: - **General counsel**, or the partner who acts as one, guards privilege. Legal advice is kept apart from the record of facts.
law: ~it-provider | - **An IT provider** acts as its contract says, and reports to the incident lead.
software: - **The customer contact** tells customers what they need to know.
law: Names and numbers should be on a list of contacts, with those of insurers. It should also be kept where a broken system cannot take it.
law: ~it-provider | The numbers of an IT provider belong on it, too.
software: Names, numbers and who is on call should be on a list of contacts. It should also be kept where a broken system cannot take it.
## Severity
| Severity | Meaning | When we act |
| --- | --- | --- |
law: | Critical | Confidential data is out, or the business stands still | Before all other work, but for court deadlines and urgent needs of clients |
software: | Critical | Confidential data is out, or the business stands still | Before all other work |
| High | Likely to become critical | Before planned work |
| Medium | Contained, or few people | With the work of the day |
| Low | An attempt, or a weakness | As planned work |
## Steps
1. **Contain**: cut off access, isolate systems, keep them switched on where evidence is in memory.
2. **Keep evidence**: copy logs and images, note who took what and when, change nothing else.
3. **Remove and restore**: close the way in, restore from clean copies, watch.
4. **Learn**: a review without blame says what happened, why, and what changes.
## Notice
Counsel is called at once where personal or health data may be concerned, or where notice may be due. Count from the day on which we knew of a breach, or should have known, unless the law says otherwise. The decision is recorded before the shortest period ends.
| Duty | Within |
| --- | --- |
| GDPR, authority, where GDPR applies | 72 hours |
software: | GDPR, the customer whose processor we are, where GDPR applies | Without undue delay |
~hipaa | | HIPAA, those whom we work for | Without unreasonable delay, 60 days at most, sooner if our agreement says so |
| California, the people concerned | 30 days |
| Other states, attorneys general, owners of data that we hold for them | As each law says |
| Card data, our payment provider or bank, where we take cards | At once |
law: | Trust money or a payment sent wrongly, the bank | At once |
| Contracts and insurers | As each of them says |
~hipaa | Under HIPAA we report security incidents, and uses that the agreement does not allow, to those whom we work for, as the agreement says.
~hipaa | Where unsecured health data was acquired, accessed, used or disclosed against the rules, we presume a breach. It is none where a written assessment shows a low probability of compromise, or where the law makes an exception.
law: Clients whose information is concerned are told as professional rules ask.
software: Customers whose data is concerned are told as their contracts say.
## Practice
?exercise incident.exercised-within-year | This plan is exercised every year.
?exercise incident.records-complete | Each incident is recorded.
A record should have the severity, the timeline, the cause, the evidence and what was learned. This plan changes by what was learned.
`,
  "backup.continuity-plan": `
## Purpose
This plan says how {company} goes on working when systems, places or people are missing.
## What matters most
Systems come back in the order of what we need first. Owners of systems say what stops without each: that is our impact analysis. They agree on two goals: how long it may be gone, and how much data may be lost.
::: table recovery
## Backups
?backups backup.recent | Data of critical systems that we run is backed up every day.
A system whose goal asks for it should be backed up more often.
?backups backup.separate-copy | A copy is kept apart from the original.
A copy should be out of reach of people who can change the original.
?backups backup.restore-tested | A restore is tested every year.
A test of a restore should show that the goals above are met, and that the data is whole.
software: ?redundancy continuity.redundant | Databases of critical systems run in more than one zone.
## When it happens
1. The incident lead declares the emergency, and leadership is told.
2. People are safe first. Then the order above.
law: 3. Court and filing deadlines that come next are checked by hand, from a copy of the calendar that is kept apart, if we have one.
software: 3. Customers are told what works and what does not, in a way that does not depend on the product.
4. When all is back, data is checked before work goes on.
In an emergency, information keeps its protection and its access rules. This holds for health data above all.
law: ~it-provider | We ask an IT provider to restore our systems in this order, as far as its contract goes.
## Emergency access
?continuity | There are emergency accounts for when sign-in does not work.
Emergency accounts should open systems and backups. Each use of an emergency account should be reviewed.
## People and places
?continuity | Each role of this plan has a deputy.
Where a place cannot be used, people work from another.
## Practice
?continuity | This plan is tried every year.
After a change that matters, the plan should be tried again.
`,
};
