/** Policies about information and its life. */
export const dataTexts: Readonly<Record<string, string>> = {
  "encryption.cryptography-standard": `
## Purpose
This standard says where {company} encrypts information, and how keys are kept.
## Stored data
?encryption encryption.at-rest | Disks, databases, files and backups are encrypted.
?devices devices.encrypted | Laptops and phones are encrypted.
## Data on its way
?transit encryption.in-transit | Data is sent over the internet with TLS 1.2 or later.
?transit encryption.certificates | Certificates are renewed before they end.
law: Confidential attachments are sent as a protected link or an encrypted message.
software: Our product serves encrypted connections alone.
## Keys
?key-rotation encryption.key-rotation | Keys are renewed every year.
?key-rotation | Keys that others may know are renewed immediately.
?key-rotation encryption.key-access | Only named custodians can use or change keys.
Keys are made by a reviewed library or service, kept in a vault or a key service, and never sent by mail or chat.
## Methods
We use methods that are public and reviewed, such as AES and TLS. We write none of our own. We do not rely on MD5, SHA-1, DES or RC4 to protect anything.
## Review
Ciphers, protocols and certificates are reviewed every year, and what has become weak is replaced.
`,
  "confidentiality.handling-policy": `
## Purpose
This policy says how people at {company} handle information, by how confidential it is.
## Classes
- **Public**: meant for everyone, such as our website.
- **Internal**: for people who work here. It is whatever belongs to no other class, marked or not.
law: - **Confidential**: client information, personal data, contracts, and everything under a duty of confidentiality.
software: - **Confidential**: customer data, personal data, contracts, source code and keys.
law: - **Restricted**: matters behind an ethical wall, sealed records, and what a client asked to restrict.
software: - **Restricted**: production credentials, health and card data.
## Rules
- Confidential information is shared with people who need it for their work, and with no others.
- It is kept in approved systems and on approved devices, not in private accounts.
- Before it is sent, the address is checked; a message to the wrong person is reported at once.
law: - What a client told us stays confidential after the matter ends. Privilege is the client's, and only the client can waive it.
software: - Real customer data is not used in demonstrations or tests.
?no-public confidentiality.no-public-storage | Storage is closed to the public, except what was approved as public.
?sharing confidentiality.external-sharing | Sharing with people outside is limited to approved domains or links that end.
law: ?walls confidentiality.matter-access | Restricted matters can be opened by their team alone.
software: ?no-public confidentiality.private-repositories | Repositories of source code are private, except those approved as public.
?no-public confidentiality.data-stores-private | Databases with confidential data cannot be reached from the internet.
## Requests by others
Requests by authorities or other parties go to leadership before anything is handed out. We tell the people concerned where the law allows it.
law: The client is told first, and can claim privilege before anything leaves us.
## Review
Sharing is reviewed every quarter, and what nobody needs is closed.
`,
  "retention.retention-schedule": `
## Purpose
This schedule says how long {company} keeps information, and how it is destroyed.
## Principles
We keep information as long as the law, a contract or our work asks for it, and no longer. A legal hold comes before this schedule: what is under one is kept until it is released in writing.
## Periods
| Information | Kept for |
| --- | --- |
law: | Client files, closed matters | 7 years after the matter ends |
law: | Conflict records | Permanently |
law: | Trust account records | 7 years |
software: | Customer data | Until 30 days after the contract ends |
software: | Product logs | 1 year |
software: | Support tickets | 3 years |
| Contracts | 7 years after they end |
| Personnel files | 7 years after the person leaves |
| Security policies and their versions | 6 years after they were replaced |
| Security logs | 1 year |
| Incident records | 6 years |
| Applications for a job | 1 year after the decision |
| Backups | 35 days |
What is deleted stays in backups until these end, and is not brought back from them.
## Disposal
?disposal retention.lifecycle-rules | Data past its period is deleted, by rules of the storage where it has them.
law: ?disposal retention.closed-matters | Files of closed matters are returned or destroyed when their period is over, unless a hold stands.
?disposal retention.device-wipe | Devices and media are wiped or destroyed, and the certificate is kept.
Paper is shredded. We note what was destroyed, when, why and by whom.
## Responsibilities
Owners of systems apply this schedule in them. The security owner reviews it every year.
`,
  "retention.privacy-notice": `
## Who we are
{company} decides why and how the personal data described here is used. Write to us with any question, at the address on our website.
software: Data that customers put into our product is theirs. We use it as they instruct, and our contract with them governs it.
## What we collect
law: - From clients and people in their matters: names, contact details, and what the matter is about.
software: - From customers and their users: names, contact details, and how they use our product.
- From applicants and people who work here: what an employment needs.
- From visitors of our website: what a browser sends, kept only as long as we need it.
## Why, and on which basis
- To do what a contract with you asks for.
- To meet legal duties, such as accounting.
- For our legitimate interests, such as security, unless yours weigh more.
- With your consent, which you may withdraw at any time.
## Who receives it
We share it with vendors who work for us under a contract, and with authorities where the law compels us. We do not sell it.
law: What falls under our duty of confidentiality is shared as that duty allows, and not otherwise.
software: Our list of subprocessors names those who may hold customer data, with their countries.
## How long
We keep it as our retention schedule says, and delete it after that.
## Your rights
You may ask what we hold about you, have it corrected, deleted or handed over, and object to its use. You may complain to a data protection authority.
law: Privilege and our duties to clients may limit an answer. We tell you when they do.
?requests requests.on-time | We answer within one month, or 45 days where California law applies, and tell you if we need longer.
## How it is protected
?encryption encryption.at-rest | We encrypt what we store.
?transit encryption.in-transit | We encrypt what we send.
## Changes
We date each version of this notice, and tell you of changes that matter.
`,
  "change.test-data-rule": `
## Rule
At {company}, nobody uses real personal, client or customer data to develop, test, train or show our systems.
## What to use instead
- Data that is made up, and could belong to nobody.
- Copies from which names, numbers, addresses and free texts were removed or replaced, so that nobody can be recognized.
## Exceptions
Some problems cannot be understood without real data. Before such data is copied, its owner and the security owner approve that in writing. The copy is small, and protected like production. It is deleted on the day that the approval names.
law: A client's information is used this way only with the client's consent.
software: A customer's data is used this way only where the contract or the customer allows it.
## Environments
software: ?ports network.production-separate | Development and test are separate from production, with accounts, keys and networks of their own.
Test data and test accounts are removed before a system goes live.
## Check
The owner of each test environment confirms every year that it holds no real data.
`,
};
