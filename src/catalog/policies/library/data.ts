/** Policies about information and its life. */
export const dataTexts: Readonly<Record<string, string>> = {
  "encryption.cryptography-standard": `
## Purpose
This standard says where {company} encrypts information, and how keys are kept.
## Stored data
?encryption encryption.at-rest | Disks, databases, files and backups are encrypted.
?devices devices.encrypted | Laptops and phones are encrypted.
## Data on its way
law: ?tls encryption.in-transit | Our websites and the systems that we run accept TLS 1.2 or later alone, mail from others excepted.
software: ?tls encryption.in-transit | Our product and websites accept TLS 1.2 or later alone.
?tls encryption.certificates | Certificates are renewed before they end.
Mail should use TLS where the other side does.
law: Health, financial and identity data should be sent as a protected link or an encrypted message. So is what a client asks us to protect.
software: ?tls encryption.in-transit | Our product serves encrypted connections alone.
## Keys
software: ?key-rotation encryption.key-rotation | Encryption keys that we manage in a key service are renewed every year.
software: ?key-rotation | Those that others may know are renewed as well.
software: ?key-rotation encryption.key-access | Only listed people and programs use these encryption keys, and only custodians change them.
software: Keys should be made by a reviewed library or service, and kept in a vault or a key service. They are never sent by mail or chat.
law: Few people can open keys that we keep, such as those by which an encrypted device is recovered. They are never sent by mail or chat.
## Methods
law: We choose systems that use public, reviewed methods, such as AES and TLS.
software: We use methods that are public and reviewed, such as AES and TLS. We write none of our own.
software: MD5, SHA-1, DES and RC4 are weak. We do not choose them for encryption, certificates, signatures or passwords. HMAC in protocols of others is not meant.
## Review
When a method that we use becomes weak, we plan how and when it is replaced.
`,
  "confidentiality.handling-policy": `
## Purpose
This policy says how people at {company} handle information, by how confidential it is.
## Classes
- **Public**: meant for everyone, such as our website.
- **Internal**: for people who work here. It is whatever belongs to no other class, marked or not.
law: - **Confidential**: client information, personal data, contracts, and everything under a duty of confidentiality.
software: - **Confidential**: customer data, personal data, contracts and source code.
law: - **Restricted**: matters behind an ethical wall, sealed records, and what a client asked to restrict.
software: - **Restricted**: production credentials and keys, health and card data.
## Rules
- Rules for what is confidential hold for what is restricted as well.
law: - Confidential information is shared with people who need it for their work, or as the client's matter requires, and with no others.
software: - Confidential information is shared with people who need it for their work, and with no others.
- It is kept in approved systems and on approved devices, not in private accounts.
- Before it is sent, the address is checked; a message to the wrong person is reported at once.
law: - What we learn about a client's matter stays confidential after it ends.
law: - Privilege is the client's. Only the client may give it up, but our carelessness can lose it.
software: - Restricted information stays in production, its backups, the vault and systems approved for it. People see the least that their task needs.
software: - Restricted information is sent only through systems approved for it, and kept on laptops only as long as a task needs. Long-lived production keys are never kept on laptops.
software: - Restricted information that arrives elsewhere is moved, and removed there.
software: - Real customer data is not used in demonstrations or tests, except as the test data rule allows.
?no-public confidentiality.no-public-storage | Storage is closed to the public, except what was approved as public.
?sharing confidentiality.external-sharing | Sharing with people outside is limited to approved domains, named people, or links that end.
law: ?walls confidentiality.matter-access | Restricted matters are open to their team alone.
law: ?walls | Administrators of a system who could open them are listed, and do so only when the matter's lawyer asks.
software: ?no-public confidentiality.private-repositories | Repositories of source code are private, except those approved as public.
law: ?no-public confidentiality.data-stores-private | Confidential data is closed to the public. What a matter files or a client agrees to publish is not confidential data here.
software: ?no-public confidentiality.data-stores-private | Databases with confidential data are closed to the public.
~hipaa | ## Health information that we hold for others
?hipaa | We handle it as a business associate, by an agreement with those whom we work for.
~hipaa | - Under HIPAA it is used and shared only as the agreement and the law allow, and no more than a task needs. The law calls this the minimum necessary.
~hipaa | - Vendors and subcontractors agree to the same limits before they get it.
~hipaa | - We help those whom we work for to answer people's requests for access, correction and a list of disclosures. We record disclosures of which the law asks for a list.
software: ~hipaa | - Where the law asks for it, the federal health department may see our records about it.
law: ~hipaa | - Where the law asks for it, the federal health department may see our records about it. Privilege is kept.
~hipaa | - When our work ends, it is returned or destroyed where that is possible, and protected where it is not.
## Requests by others
law: Subpoenas and other demands to the firm go to leadership first. Requests within a matter go to its responsible lawyer.
law: The client is told first, unless the law forbids it. Before we hand out anything, we claim what protection there are grounds for, unless the client decides otherwise.
law: We tell the people concerned where the law or the client asks for it.
software: Requests by authorities or other parties go to leadership before anything is handed out.
software: We tell the people concerned where the law allows it. For customer data, we tell the customer instead, where the law allows it.
## Review
Owners of information look at what is shared, and close what nobody needs any more.
`,
  "retention.retention-schedule": `
## Purpose
This schedule says how long {company} keeps information, and how it is destroyed.
## Principles
We keep information as long as the law, a contract or our work asks for it, and no longer. A legal hold comes before this schedule: what is under one is kept until it is released in writing.
## Periods
Leadership sets these periods when it approves this schedule. A longer period that the law asks for comes first.
| Information | Kept for |
| --- | --- |
law: | Client files, closed matters | 7 years after the matter ends, or longer where state rules or the matter ask for it; originals are returned |
law: ~hipaa | | Health information held under a business associate agreement | As the agreement says; what our file must keep stays protected |
law: | Mail not filed to a matter | As long as our work needs it |
law: | Conflict records | Permanently |
law: | Trust account records | 7 years after the matter ends, or longer where our state says so |
software: | Customer data | As our agreements with the customer say, or else until it is returned or deleted after the contract ends |
software: | Contact details of customers, and how their users use the product | 1 year after the contract ends |
software: | Contact details of people who asked about our product | 2 years after we last heard from them |
software: | Product logs | As each system is set, for as long as security and support need them |
software: | Support tickets | As customer data |
software: | Mail and chat that belong to no other row | As long as our work needs them |
| Accounting records | 7 years |
| Contracts | 7 years after they end |
| Personnel files | 7 years after the person leaves |
| Security policies and their versions | 6 years after they were replaced |
| Risk assessments, access reviews, training, sanctions, leavers | 6 years |
| Security logs | As each system is set, and as the logging standard says |
| Incident records | 6 years |
| Applications for a job | 1 year after the decision, or longer where state law says so (California, 4) |
| Backups | As each system is set, until newer ones replace them |
What is deleted stays in backups until these end. After a restore, what we know was deleted, or is past its period, should be deleted again.
software: Product logs should hold no customer content.
## Disposal
?disposal retention.lifecycle-rules | Data past its period is deleted or returned, by rules of the storage where it has them.
law: ?disposal retention.closed-matters | Files of closed matters are returned or destroyed when their period is over. A hold comes first.
law: The client should be told before, or agree to it when engaging us.
?disposal retention.device-wipe | Our devices are wiped when we give them up. One under a legal hold is kept until it is released.
Storage media should be wiped or destroyed once no legal hold covers them. Confidential paper that need not be kept or returned is shredded.
law: For devices, media and files of clients, we should note what was destroyed, when, why and by whom.
software: For devices, media and what we delete by hand, we should note what was destroyed, when, why and by whom.
## Responsibilities
Owners of systems apply this schedule in them. The security owner proposes changes when the law or our work changes.
`,
  "retention.privacy-notice": `
## Who we are
{company} decides why and how the personal data described here is used. Write to us with any question, at the address on our website.
software: Data that customers put into our product is theirs. We use it as they instruct, and our contract with them governs it.
~hipaa | Health information that we hold for others under HIPAA is governed by our agreement with them, and by their own notice.
## What we collect
law: - From clients and people in their matters: names, contact details, and what the matter needs. That may be health, financial or identity data, from you, from others or from public sources.
software: - From customers and their users: names, contact details, and how they use our product.
- From applicants and people who work here: what an employment needs.
- From visitors of our website: what a browser sends, what cookies hold where we use them, and what you send us by forms.
Where others set cookies there, they may learn what you do on other websites, too. A Do Not Track signal changes nothing on our website, unless the law asks otherwise.
## Why, and on which basis
- To do what a contract with you asks for.
- To meet legal duties, such as accounting.
- For our legitimate interests, such as security, unless yours weigh more.
- With your consent, which you may withdraw at any time.
## Who receives it
We share it with vendors who work for us under a contract, and with authorities where the law compels us.
law: As a matter requires, we share it with courts, co-counsel, other parties and their lawyers, and experts.
law: We also share it with our advisers and insurers, and with a firm that takes over our practice, under the same duties.
software: We also share it with our advisers and insurers, and with whoever takes over our business, under the same duties. Ask us which vendors work for us.
?no-sale | We do not sell it, or share it for cross-context behavioral advertising.
law: What falls under our duty of confidentiality is shared as that duty allows, and not otherwise.
## How long
law: - Files of a matter: 7 years after it ends, or longer where state rules or the matter ask for it.
law: - Names that we need to check for conflicts of interest: permanently.
law: - Mail not filed to a matter, and what you send us by forms: as long as our work needs it.
software: - Data that customers put into our product: as our contract with them says, or else until it is returned or deleted after the contract ends.
software: - Contact details of customers, and how their users use our product: 1 year after the contract ends.
software: - Contact details of people who asked about our product: 2 years after we last heard from them.
software: - Mail and chat: as long as our work needs them.
- Accounting records: 7 years.
- Contracts: 7 years after they end.
- Personnel files: 7 years after the person leaves.
- Applications for a job: 1 year after the decision, or longer where state law says so.
- What a browser sends and cookies hold: as long as security and our website need it.
What the law asks us to keep longer, or what a legal hold covers, is kept until then. Copies in backups go when newer ones replace them.
?disposal retention.lifecycle-rules | Data is deleted or returned when its period is over.
## Your rights
Where a law gives you such rights, you may ask what we hold about you, and have it corrected, deleted or handed over. Where a law says so, you may also object to its use, and complain to an authority.
law: Privilege and our duties to clients limit what we may answer. They may keep us from saying that they do.
?requests requests.on-time | We answer requests that the law gives you a right to within one month, or 45 days where California law applies. We tell you if we need longer.
## How it is protected
?encryption encryption.at-rest | We encrypt disks, databases, files and backups.
?tls encryption.in-transit | We use encrypted connections where the other side can.
## Changes
We date each version of this notice, and publish it on our website.
`,
  "change.test-data-rule": `
## Rule
law: At {company}, nobody uses real personal or client data to develop, test, train or show our systems.
software: At {company}, nobody uses real personal or customer data to develop, test, train or show our systems.
## What to use instead
- Data that is made up, and could belong to nobody.
- Copies from which names, numbers, addresses and free texts were removed or replaced, so that nobody can be recognized.
~hipaa | - Health data only when it is de-identified as 45 CFR 164.514(b) says, and the business associate agreement lets us do so.
## Exceptions
Some problems cannot be understood without real data. Before such data is copied, its owner and the security owner approve that in writing. The approval says how long the copy is needed. The copy is small, protected like the original, and deleted after that.
law: A client's information is used this way only as the rules of conduct allow, or with the client's informed consent.
software: A customer's data is used this way only where the contract or the customer allows it.
~hipaa | Health information that we hold for others is never used this way, unless the agreement allows it.
## Environments
software: ?production network.production-separate | Development and test are apart from production, which is in a cloud account or network of its own.
law: Test data and test accounts are removed before a system goes live.
software: Test data and test accounts are removed before a system goes live, except listed demo accounts with made-up data.
## Check
The owner of each test environment makes sure that it holds no real data, other than what was approved.
`,
};
