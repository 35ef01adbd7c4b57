/** Policies about people's access and devices. */
export const accessTexts: Readonly<Record<string, string>> = {
  "accounts.access-control-policy": `
## Purpose
This policy says who may open the systems of {company}, and how access is given, checked and removed.
::: table systems
law: ?it-provider | Our contract with the IT provider binds its people to the rules here that concern their work.
## Signing in
?own-accounts accounts.one-person-each | Everyone signs in with an account of their own. A shared account needs an approval with an end date.
law: Where a court's rules let staff file for a lawyer, that lawyer's court account counts as a shared account that was approved.
?mfa auth.mfa-enforced | Everyone who works for us needs a second factor to sign in to our systems.
law: ?sign-in-again auth.session-limit | In a browser, people sign in to their work account again within 24 hours.
law: ?sign-in-again | In a browser, administrators sign in to theirs again within 12 hours.
software: ?sign-in-again auth.session-limit | In a browser, people sign in to single sign-on or their work account again within 24 hours.
software: ?sign-in-again | In a browser, administrators sign in to theirs again within 12 hours.
## Giving access
Access follows the role: each person gets what their work needs, and no more. Nobody approves their own access.
?approved-access accounts.approved | Someone else approves access before it is given.
?approved-access privilege.admins-listed | Someone else approves each administrator.
?screening people.screened-before-access | People are screened before they get their first access, as far as the law allows.
Where a system allows it, administrators should use a separate account, or raise their rights for the task.
law: Emergency accounts, where we have them, are for emergencies and for tasks that no other account can do. Each use should be reviewed.
software: Root and emergency accounts, where we have them, are for emergencies and for tasks that no other account can do. Each use should be reviewed.
## Changing and removing access
When someone changes roles, rights of the old role end.
?leavers accounts.leavers-disabled | When a person leaves, every account of theirs in our systems is disabled within 24 hours.
## Checking access
?access-review review.done-this-quarter | We review who has access to each system above every quarter.
?access-review review.removals-done | What a review removes is gone within 14 days.
law: ## Client matters
law: People open a matter only when their work for the firm needs it. Conflicts are checked before we take on a matter, and before a person joins the firm.
law: ?walls confidentiality.matter-access | Restricted matters are open to their team alone.
law: ?walls | Administrators of a system who could open them are listed, and do so only when the matter's lawyer asks.
software: ## Production
software: ?production-data | Production data is opened only for a reason that is written down, such as a support case.
software: ?production change.release-roles | Only the release pipeline changes code and infrastructure of production, and named emergency accounts in an emergency.
software: People who open production data look at what their task needs, and at nothing else.
## Exceptions
An exception has a reason, a person who approves it, and an end date.
`,
  "auth.authentication-standard": `
## Purpose
This standard says how people and programs prove who they are at {company}.
## People
?mfa auth.mfa-enforced | Everyone who works for us needs a second factor to sign in to our systems. An app, a passkey or a hardware key is one. A text message is not.
law: ?mfa auth.cloud-mfa | Administrators of cloud services have a second factor, too.
software: ?mfa auth.cloud-mfa | Administrators and root accounts of cloud services have a second factor, too.
Where we have single sign-on and a system supports it, people sign in through it.
## Passwords
?passwords auth.password-rules | Work accounts ask for passwords of at least 12 characters, refuse the last four, and lock after failed attempts.
- A password is used in one place, and should be kept in a password manager.
- A password is changed when it may be known to others, not by the calendar.
- We never ask for a password. Nobody shares theirs, except for a shared account that was approved.
## Sessions
law: ?sign-in-again auth.session-limit | In a browser, people sign in to their work account again within 24 hours.
law: ?sign-in-again | In a browser, administrators sign in to theirs again within 12 hours.
software: ?sign-in-again auth.session-limit | In a browser, people sign in to single sign-on or their work account again within 24 hours.
software: ?sign-in-again | In a browser, administrators sign in to theirs again within 12 hours.
Screens are locked when somebody leaves them.
## Programs
software: ?no-secrets auth.no-secrets-in-code | Source code holds no passwords, tokens or keys.
software: ?no-secrets auth.keys-rotated | Access keys of programs are renewed within 90 days.
?own-accounts privilege.service-accounts | Nobody signs in with an account of a program.
law: Passwords and keys of programs should be kept in a vault or a password manager.
software: Passwords, tokens and keys of programs should be kept in a vault.
## Lost factors
If you lose a second factor or a device, report it at once. You get a new one when someone who knows you has confirmed who you are.
`,
  "devices.device-policy": `
## Purpose
This policy says how people at {company} may use devices, networks and information, wherever they work.
## Acceptable use
- Work happens on systems that {company} provides or has approved.
- A private phone or computer may be used for work only when that was approved. These rules then hold for our data on it.
- Private use is fine while it costs nothing, harms nobody and risks no information.
- Nobody turns off protection, shares an account without approval, or copies information to private storage.
law: - Client information is not put into services, such as translation or text generation, that the firm has not approved.
software: - Source code and customer data are not put into services, such as text generation, that the company has not approved.
## Devices
?devices devices.enrolled | Laptops and phones that hold work data are enrolled in our device management.
?devices devices.encrypted | Their storage is encrypted.
?devices devices.screen-lock | Their screens lock by themselves within 15 minutes.
?devices devices.supported-software | They are kept up to date.
?malware devices.malware-protection | Computers have protection against malware that is on and up to date.
Devices should be replaced when their maker stops supporting them.
A lost or stolen device is reported at once, at any hour, so that it can be locked and wiped. On a private device, our data alone is wiped.
## In public and on the way
- Calls about confidential matters are made where nobody listens, and screens are turned away from others.
- On public networks, people use HTTPS, a VPN that we approved, or the connection of their own phone.
- Paper and devices are not left unattended in sight, as in a car.
## Messages
Unexpected links, attachments and payment requests are checked in another way, such as a call to a number that you already know. Report what looks wrong.
## End of use
?disposal retention.device-wipe | Our devices are wiped before another person gets them or they are thrown away. One under a legal hold is kept until it is released.
From private devices, our data alone should be removed.
law: People who leave return our devices and information as soon as they can.
software: When a person leaves, our devices are locked. Devices and our information are sent back as soon as they can be.
`,
  "physical.physical-policy": `
## Purpose
This policy protects the places where people of {company} work and where information is kept.
## Offices
!offices | We have no office. Everyone works remotely. The vendor policy covers sites of vendors that hold our data.
!offices | We have no site for rules about offices to apply to. Rules about workstations, devices and media apply wherever we work.
~offices | The rules of this section apply to every office that we have.
?offices physical.offices-declared | Every site is listed.
~offices | A list of sites should say what is kept at each, and who is responsible for it.
?offices | Offices are locked when nobody is there, and visitors are accompanied.
~offices | - Keys and badges are given by name, and returned when a person leaves.
~offices | - Confidential papers are put away, or the room is locked. Whiteboards are wiped.
~offices | - Confidential paper that need not be kept or returned goes into the shredder or the locked bin.
law: ~offices | - Paper files of clients are kept in locked rooms or cabinets.
software: ~offices | - Network equipment is kept where visitors cannot reach it.
## Data centers
?vendors physical.hosting-assured | Hosting providers are reviewed like other vendors.
The evidence of hosting providers should cover how they protect their data centers.
## Equipment
Before anyone else repairs a device, it is wiped, or is encrypted and locked. Storage that we give up is wiped or destroyed first. Under a legal hold, it is kept until it is released.
## Working at home
People who work from home keep papers and devices where others cannot read or take them.
## Emergencies
~offices | Everyone knows the emergency exits of our offices.
People come before things.
`,
};
