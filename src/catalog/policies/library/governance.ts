/** Policies about how security is led. A line is a block; see `compose.ts` for what stands before it. */
export const governanceTexts: Readonly<Record<string, string>> = {
  "policies.security-policy": `
## Purpose
This policy says how {company} protects the information that it holds, and who is responsible for it. All other security policies follow from it.
law: Clients trust us with what they tell nobody else. We protect it because our duty of confidentiality, our clients and the law ask for it.
software: Customers run their business on what we build. We protect their data because our contracts, our customers and the law ask for it.
## Who it applies to
law: It applies to everyone who works for {company}: partners, employees and contractors. It applies to every system that we use for work.
software: It applies to everyone who works for {company}: founders, employees and contractors. It applies to every system that we use for work.
::: fact people
::: table systems
## Our commitments
- We know which information we hold, who may see it and where it is.
- We give each person the access that their work needs, and no more.
- We treat security as a part of each decision, not as an addition afterwards.
- We report mistakes early. Nobody is punished for a report in good faith.
- We work to meet what the law and our contracts ask, and to improve this program.
?own-accounts accounts.one-person-each | Everyone signs in with an account of their own. A shared account is an exception that was approved.
?mfa auth.mfa-enforced | Everyone who works for us needs a second factor to sign in to our systems.
?encryption encryption.at-rest | Disks, databases, files and backups are encrypted.
?training training.completed | Everyone completes security training every year.
?vendors vendors.reviewed-within-year | Vendors are reviewed before we use them. Those rated high are reviewed every year after.
?hipaa | We handle health information for others under HIPAA, and business associate agreements bind us.
## Responsibilities
Leadership sets the direction, provides the means, and approves this policy. It also does the work of a role that nobody has.
?owner oversight.owner-named | One person is the security owner. They keep this program, and report to leadership.
~hipaa | Under HIPAA, the security owner is our security official.
Everyone follows the policies that are assigned to them, protects their devices and passwords, and reports at once what looks wrong.
## Exceptions
An exception needs a written reason, a person who approves it, and an end date. The security owner keeps the list.
## Breaches of this policy
Anyone who ignores this policy may lose access. The sanction policy says what else can follow.
## Review
This policy is reviewed and approved every year, and whenever the business, the law or the risks change.
?leadership policies.history-kept | Versions that were in force are kept for six years.
`,
  "oversight.program-charter": `
## Scope
The security program of {company} covers everyone who works for us, every system below, and all information that we hold for ourselves or for others.
::: table systems
law: It covers client matters from intake until the file is returned or destroyed.
software: It covers our product from its design until a customer's data is deleted.
## Objectives
- Information is seen only by those who may see it.
- Information is right, and changes can be traced.
- Systems are there when people need them.
- We meet our legal and contractual duties, and can show that we do.
## Roles
- **Leadership** approves policies and budgets, accepts risks in writing, and reviews the program.
- **The security owner** runs the program, keeps the registers and reports to leadership.
- **System owners** decide who has access to their systems.
- **Everyone** follows the policies and reports what looks wrong.
Leadership does the work of a role that nobody has.
?owner oversight.owner-named | One person, who works here and has an active account, is named as security owner.
law: ?it-provider | Our IT provider looks after the systems named in its contract, which binds it to the rules here that concern its work. A partner supervises it.
law: !it-provider | We have no IT provider, and look after our systems ourselves.
## Risks
?risks risk.assessed-within-year | Risks to our systems, and to the information in them, are assessed in writing every year.
~hipaa | Health information that we hold for others should be a part of each risk assessment.
Each risk on our list is rated by how likely it is, and by how much harm it would do. A high risk gets a plan, an owner and a date. Leadership may accept a risk in writing, with a reason and an end date.
## How we measure
?leadership oversight.review-within-quarter | Leadership reviews the state of the program every quarter.
Decisions about the program should be written down.
?audit oversight.audit-within-year | Someone who runs none of the controls audits the program every year.
Each finding has an owner and a date. What is late is told to leadership.
## Changes to the program
The security owner proposes changes. Leadership approves them together with this charter, at least every year.
`,
  "vendors.vendor-policy": `
## Purpose
This policy says how {company} chooses, reviews and leaves vendors that hold our data or that we depend on.
## Before we use a vendor
- Someone owns the relationship, and says what the vendor does, and which data it gets and where.
- The vendor is rated low, medium or high, by the data it holds and by how much we depend on it.
- A vendor that is rated high shows independent evidence, such as a SOC 2 report, or answers our security questions in writing.
?vendors vendors.list-complete | Every vendor is on one list.
## Contracts
law: - Vendors that hold client information agree in writing to keep it confidential, and to tell us of requests by others for it.
software: - Vendors that hold customer data agree to a data processing agreement. We tell customers of them as our contracts say.
~hipaa | - Before a vendor holds health information for us under HIPAA, it agrees to a business associate agreement in writing.
law: - Contracts of vendors that hold client information should say what they do for security, and how soon they tell us of incidents.
software: - Contracts of vendors that hold customer or health data should say what they do for security, and how soon they tell us of incidents.
law: ?vendors vendors.contract-signed | No vendor gets personal, health, card or client data before a contract is agreed.
software: ?vendors vendors.contract-signed | No vendor gets personal, health, card or customer data before a contract is agreed.
## While we use a vendor
?vendors vendors.reviewed-within-year | Vendors that are rated high are reviewed every year.
Exceptions in reports of vendors are assessed. What concerns us is followed up with the vendor.
## When we leave a vendor
Access is removed, and data is returned or deleted. We plan for the end of contracts with vendors that are rated high.
law: We ask the vendor to confirm in writing that data is gone.
software: The vendor's confirmation, or the terms by which it deletes data, are kept.
## Exceptions
Leadership may accept a vendor that misses a point, in writing, with a reason and an end date. It cannot waive an agreement that the law asks for.
`,
  "people.sanction-policy": `
## Purpose
law: This policy says what happens when someone at {company} breaks a security or privacy policy. It is applied alike to everyone, partners and leadership included.
software: This policy says what happens when someone at {company} breaks a security or privacy policy. It is applied alike to everyone, founders and leadership included.
## Principles
- Sanctions are fair, proportionate and documented.
- Nobody is punished for reporting a mistake or a concern in good faith. What was done may have consequences; that it was reported counts in the person's favor.
- Nobody decides about their own case.
## Levels
1. **Carelessness**, such as an unlocked screen: a conversation, and training.
2. **Disregard**, such as sharing an account after a warning: a written warning, and access may be reduced.
law: 3. **Intent or serious harm**, such as looking at records without a reason to: suspension or the end of the contract. We report to authorities where the law or the rules of conduct ask for it, as confidentiality allows.
software: 3. **Intent or serious harm**, such as looking at records without a reason to: suspension or the end of the contract, and a report to authorities where the law asks for one.
## Procedure
The security owner collects the facts. The person is heard. Their manager and leadership decide, with advice of counsel where the law asks for it.
law: If it concerns the security owner, another partner collects the facts. About a partner, the other partners decide, as the partnership agreement says.
software: If it concerns the security owner, leadership names someone else to collect the facts.
law: Where professional conduct rules are touched, the general counsel or managing partner is told at once, or another partner if it concerns them.
software: Where customer data is touched, the customer is told as our contract says.
## Records
The decision, its reason and its date are kept for six years. They are kept apart from ordinary personnel files, and few people may read them.
`,
};
