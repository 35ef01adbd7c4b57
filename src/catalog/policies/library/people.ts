/** Terms that people sign, and what happens when they leave. None of these is an expected document by itself. */
export const peopleTexts: Readonly<Record<string, string>> = {
  "people.code-of-conduct": `
## Purpose
This code says how we work at {company}. You agree to it by signing it, and sign it again each time its text changes.
## Who it applies to
law: It applies to everyone who works for us: partners, employees, contractors and interns.
software: It applies to everyone who works for us: founders, employees, contractors and interns.
?terms people.terms-signed | Everyone signs this code within seven days of their first account.
## How we treat people
- We treat colleagues, visitors and the people we work for with respect.
- We do not discriminate, bully or harass anyone.
- We listen to concerns, and we act on them.
## Honesty
- We keep records that are true and complete.
- We do not give or take bribes, or gifts that could sway a decision.
law: - We tell our manager or a partner about a conflict of interest before we act.
software: - We tell our manager about a conflict of interest before we act.
law: - We follow the rules of professional conduct. A client's interest comes before the firm's, as those rules ask.
law: - We check for conflicts before we take on a client or a matter.
software: - We tell customers the truth about what our product does and does not do.
software: - We respect the licenses of the software that we use.
## Information
law: - We share confidential information only with people who need it for their work, or as the client's matter requires.
software: - We share confidential information only with people who need it for their work.
- We use work systems with care, and follow the policies that are assigned to us.
law: - We do not talk about clients or matters with people, or in places, that their work does not need.
software: - We open customer data only for a reason that we could explain to the customer.
?own-accounts accounts.one-person-each | Each of us signs in with an account of our own, or a shared one that was approved.
?training training.completed | Each of us completes security training every year.
## Speaking up
Report what looks wrong to your manager, to the security owner, or to leadership. You can do so at any time.
Nobody is punished for a report in good faith. We protect the names of people who report, as far as a fair inquiry and the law allow.
## When someone breaks this code
We look into each report fairly, and hear the person. The sanction policy says what can follow.
## Questions
If you are not sure what is right, ask before you act.
`,
  "people.confidentiality-terms": `
## Purpose
These terms say how you protect confidential information that you learn at {company}. You agree to them by signing them, and sign them again each time their text changes.
?terms people.terms-signed | Everyone signs these terms within seven days of their first account.
law: In any case you sign them before you open client information.
software: In any case you sign them before you open customer data.
## What is confidential
Information is confidential when it is not public, and you learn it through your work. It may be spoken, written or stored.
law: - What clients tell us, who they are, and that they are our clients.
law: - Files, drafts, advice and strategy of every matter.
software: - Data of our customers and of their users.
software: - Source code, designs, keys and plans for our product.
law: - Personal information of colleagues, clients and others.
software: - Personal information of colleagues, customers and others.
- Prices, contracts, finances and security measures.
Information is not confidential if it is public and you did not make it so, or if you knew it lawfully before.
law: This exception is not for client information. It stays confidential even if it is public.
software: This exception is not for personal or health data, nor for data of our customers.
## What you promise
- You use confidential information for your work with us, and for nothing else.
law: - You share it only with people who need it for their work and have the same duty, or where the client's matter requires it.
software: - You share it only with people who need it for their work and have the same duty.
- You keep it on systems that we provide or have approved.
- You tell the security owner at once if it is lost, or if the wrong person sees it.
law: - You protect the attorney-client privilege. Only the client may give it up, but carelessness can lose it.
software: - You do not publish code, data or secrets of the company without approval.
## Work that you create
law: Work that you create for a client or for the firm belongs to them, as your contract and the law say.
software: Work that you create for the company belongs to the company, as your contract and the law say. Where it does not by law, you assign it as your contract says.
## What you may always do
You are not criminally or civilly liable under any federal or state trade secret law for revealing a trade secret in these ways:
- In confidence to a federal, state or local government official, directly or indirectly, or to an attorney. It must be solely to report or investigate a suspected violation of law.
- In a complaint or another document that is filed under seal in a lawsuit or other proceeding.
If you sue for retaliation because you reported a suspected violation of law, you may tell the secret to your attorney. You may use it in that proceeding, if each document that holds it is filed under seal. You reveal it otherwise only by a court order.
These terms do not stop you from reporting a crime, speaking to an authority, or using rights that the law gives you. You may also talk about pay and working conditions.
law: What you may reveal about clients is also limited by rules of conduct. You may ask the partner who acts as general counsel first; you need not.
If an order or subpoena asks you for confidential information, tell us first, unless the law forbids it. This does not apply to a report that you make yourself.
## When you leave
Your duty goes on after your work ends.
law: You return our devices and papers. You keep no copies, except of what a client asks you to take, your own employment papers, and what conflict checks need.
software: You return our devices and papers. You keep no copies, except of your own contract and pay, and of what the law lets you keep.
law: Your duty to clients has no end.
software: Your duty ends for information that becomes public through no fault of yours. It does not end for personal or health data.
?leavers accounts.leavers-disabled | We disable your accounts in our systems within 24 hours after you leave.
## If these terms are broken
We may end your access, and your contract. We may also ask a court to stop the harm.
`,
  "accounts.leaver-procedure": `
## Purpose
This procedure says what happens at {company} when someone leaves. It protects our information, and it treats people fairly.
::: table systems
## Before they leave
1. The manager tells the security owner the last day and hour, and enters it in the list of people.
2. The manager names who takes over the work, the files and the contacts.
3. The security owner lists each system that the person can open.
law: 4. When a lawyer leaves, their clients are told in time, if possible jointly. Each client chooses who goes on.
software: 4. The manager names who takes over each repository, service and on-call shift.
## When they leave
- The owner of each system disables the person's account.
- Shared passwords and codes that the person knew are changed. Keys that the person knew should be replaced.
law: - The person returns our devices and papers as soon as they can.
software: - Our devices are locked. Devices and papers are sent back as soon as they can be.
~offices | - Keys and badges are returned.
- Our data should be removed from private devices.
- The manager reminds the person of the confidentiality terms.
law: - Files of clients who go with a lawyer are handed over as those clients ask. Other client files stay with the firm.
software: - Access tokens and deployment keys of the person are revoked.
?leavers accounts.leavers-disabled | Every account of a person in our systems is disabled within 24 hours after they leave.
## After they have left
law: - Mail goes for a limited time to someone who may open that person's matters. Mail of restricted matters goes to their team. Automatic replies name a new contact. Mail for clients who go with a lawyer should be passed on at once.
software: - Mail goes to the manager for a limited time. Automatic replies name a new contact.
- Files are moved to whoever took over the work.
?disposal retention.device-wipe | Our devices are wiped before another person gets them. One under a legal hold is kept until it is released.
?access-review review.removals-done | Access that a review removes is gone within 14 days.
## When someone must leave at once
Leadership decides. Accounts are disabled before or while the person is told. Two people take part, and the reason is written down.
## When someone changes roles
Rights of the old role end, and rights of the new role are approved. The manager checks both.
## Records
The list of people has the last day. We record when accounts were disabled, and keep that for six years.
`,
};
