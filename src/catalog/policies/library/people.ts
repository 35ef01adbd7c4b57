/** Terms that people sign, and what happens when they leave. None of these is an expected document by itself. */
export const peopleTexts: Readonly<Record<string, string>> = {
  "people.code-of-conduct": `
## Purpose
This code says how we work at {company}. You agree to it when you begin, and each time its text changes.
## Who it applies to
It applies to everyone who works for us: employees, partners, contractors and interns.
?terms people.terms-signed | Everyone signs this code within seven days of their first account.
## How we treat people
- We treat colleagues, visitors and the people we work for with respect.
- We do not discriminate, bully or harass anyone.
- We listen to concerns, and we act on them.
## Honesty
- We keep records that are true and complete.
- We do not give or take bribes, or gifts that could sway a decision.
- We tell our manager about a conflict of interest before we act.
law: - We follow the rules of professional conduct. A client's interest comes before the firm's.
law: - We check for conflicts before we take on a client or a matter.
software: - We tell customers the truth about what our product does and does not do.
software: - We respect the licenses of the software that we use.
## Information
- We share confidential information only with people who need it for their work.
- We use work systems with care, and follow the policies that are assigned to us.
law: - We do not talk about clients or matters in public, online or at home.
software: - We open customer data only for a reason that we could explain to the customer.
?own-accounts accounts.one-person-each | Each of us signs in with an account of our own.
?training training.completed | Each of us completes security training every year.
## Speaking up
Report what looks wrong to your manager, to the security owner, or to leadership. You can do so at any time.
Nobody is punished for a report in good faith. We protect the names of people who report.
## When someone breaks this code
We look into each report fairly, and hear the person. The sanction policy says what can follow.
## Questions
If you are not sure what is right, ask before you act.
`,
  "people.confidentiality-terms": `
## Purpose
These terms say how you protect confidential information that you learn at {company}. You agree to them when you begin, and each time their text changes.
?terms people.terms-signed | Everyone signs these terms within seven days of their first account.
## What is confidential
Information is confidential when it is not public, and you learn it through your work. It may be spoken, written or stored.
law: - What clients tell us, who they are, and that they are our clients.
law: - Files, drafts, advice and strategy of every matter.
software: - Data of our customers and of their users.
software: - Source code, designs, keys and plans for our product.
- Personal information of colleagues, clients and others.
- Prices, contracts, finances and security measures.
Information is not confidential if it is public and you did not make it so, or if you knew it lawfully before.
## What you promise
- You use confidential information for your work with us, and for nothing else.
- You share it only with people who need it for their work and have the same duty.
- You keep it on systems that we provide or have approved.
- You tell the security owner at once if it is lost, or if the wrong person sees it.
law: - You protect the attorney-client privilege. Only the client can waive it.
software: - You do not publish code, data or secrets of the company without approval.
## Work that you create
law: Work that you create for a client or for the firm belongs to them, as your contract and the law say.
software: Work that you create for the company belongs to the company, as your contract and the law say.
## What you may always do
You may reveal a trade secret in confidence to an official or a lawyer, to report that the law may have been broken. You may reveal it under seal in court.
These terms do not stop you from reporting a crime, speaking to an authority, or using rights that the law gives you. You may also talk about your own pay and working conditions.
If a court or an authority asks you for confidential information, tell us first, unless the law forbids it.
## When you leave
Your duty goes on after your work ends. You return all devices and papers, and you keep no copies.
law: Your duty to clients has no end.
software: Your duty ends for information that becomes public through no fault of yours.
?leavers accounts.leavers-disabled | We disable your accounts within 24 hours after you leave.
## If these terms are broken
We may end your access, and your contract. We may also ask a court to stop the harm.
`,
  "accounts.leaver-procedure": `
## Purpose
This procedure says what happens at {company} when someone leaves. It protects our information, and it treats people fairly.
::: table systems
## Before the last day
1. The manager tells the security owner the last day and hour, and enters it in the list of people.
2. The manager names who takes over the work, the files and the contacts.
3. The security owner lists each system that the person can open.
law: 4. The manager names who takes over each matter, and tells the clients where the rules ask for it.
software: 4. The manager names who takes over each repository, service and on-call shift.
## On the last day
- The owner of each system disables the person's account.
- Passwords, keys and codes that the person knew are changed.
- The person returns devices, keys, badges and papers.
- The manager reminds the person of the confidentiality terms.
law: - Client files that the person holds are returned to the firm.
software: - Access tokens and deployment keys of the person are revoked.
?leavers accounts.leavers-disabled | Every account of a person is disabled within 24 hours after they leave.
## After the last day
- Mail goes to the manager for a limited time. Automatic replies name a new contact.
- Files are moved to whoever took over the work.
?disposal retention.device-wipe | Devices are wiped before another person gets them.
?access-review review.removals-done | Access that was removed is checked again, and does not come back.
## When someone must leave at once
Leadership decides. Accounts are disabled before or while the person is told. Two people take part, and the reason is written down.
## When someone changes roles
Rights of the old role end, and rights of the new role are approved. The manager checks both on the day of the change.
## Records
The list of people has the last day. Snapshots of each system show when the accounts were disabled. These records are kept for six years.
`,
};
