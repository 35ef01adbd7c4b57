/** Policies about people's access and devices. */
export const accessTexts: Readonly<Record<string, string>> = {
  "accounts.access-control-policy": `
## Purpose
This policy says who may open the systems of {company}, and how access is given, checked and removed.
::: table systems
## Signing in
?own-accounts accounts.one-person-each | Everyone signs in with an account of their own. A shared account needs an approval with an end date.
?mfa auth.mfa-enforced | Every sign-in to every system needs a second factor.
?sessions auth.session-limit | Sessions end by themselves after a time without use.
## Giving access
Access follows the role: each person gets what their work needs, and no more. Nobody approves their own access.
?approved-access accounts.approved | The owner of a system approves access to it before it is given.
?screening people.screened-before-access | People are screened before they get their first access, as far as the law allows.
?admins privilege.admins-listed | Someone else approves each administrator, and each approval ends.
Administrators use their rights for administration alone. Root and emergency accounts are for emergencies, and each use is reviewed.
## Changing and removing access
When someone changes roles, rights of the old role end.
?leavers accounts.leavers-disabled | When a person leaves, every account of theirs is disabled within 24 hours.
## Checking access
?access-review review.done-this-quarter | The owner of each system reviews who has access to it every quarter.
?access-review review.removals-done | What a review removes is gone within 14 days.
law: ## Client matters
law: People open a matter when they work on it, and for no other reason. Conflicts are checked before someone joins a team.
law: ?walls confidentiality.matter-access | Restricted matters can be opened by their team alone.
software: ## Production
software: Production data is opened for a written reason, such as a support case, and only for as long as that takes.
software: ?reviews change.release-roles | Only people whose role is to release can change production.
## Exceptions
An exception has a reason, a person who approves it, and an end date.
`,
  "auth.authentication-standard": `
## Purpose
This standard says how people and programs prove who they are at {company}.
## People
?mfa auth.mfa-enforced | Every sign-in needs a second factor. An app, a passkey or a hardware key is one. A text message is not.
?mfa auth.cloud-mfa | Administrators and root accounts of cloud services have a second factor too.
Where we have single sign-on and a system supports it, people sign in through it.
## Passwords
?passwords auth.password-rules | Passwords have at least 12 characters, none of the last four is used again, and accounts lock after failed attempts.
- A password is used in one place, and kept in a password manager.
- A password is changed when it may be known to others, not by the calendar.
- We never ask for a password, and nobody shares theirs.
## Sessions
?sessions auth.session-limit | Sessions end by themselves after a time without use.
Screens are locked when somebody leaves them.
## Programs
?no-secrets auth.no-secrets-in-code | Source code holds no passwords, tokens or keys.
?no-secrets auth.keys-rotated | Access keys of programs are renewed within 90 days.
?own-accounts privilege.service-accounts | Nobody signs in with an account of a program.
Passwords, tokens and keys of programs are kept in a vault or a password manager.
## Lost factors
If you lose a second factor or a device, report it at once. You get a new one when someone who knows you has confirmed who you are.
`,
  "devices.device-policy": `
## Purpose
This policy says how people at {company} may use devices, networks and information, in the office and away from it.
## Acceptable use
- Work happens on systems that {company} provides or has approved.
- Private use is fine while it costs nothing, harms nobody and risks no information.
- Nobody turns off protection, shares an account without approval, or copies information to private storage.
law: - Client information is not put into services, such as translation or text generation, that the firm has not approved.
software: - Source code and customer data are not put into services, such as text generation, that the company has not approved.
## Devices
?devices devices.enrolled | Laptops and phones that hold work data are enrolled in our device management.
?devices devices.encrypted | Their storage is encrypted.
?devices devices.screen-lock | Screens lock by themselves within 15 minutes.
?malware devices.malware-protection | Devices have protection against malware that is on and up to date.
?devices devices.supported-software | They run software that its maker still supports, with its updates.
A lost or stolen device is reported at once, at any hour, so that it can be locked and wiped.
## Away from the office
- Calls about confidential matters are made where nobody listens, and screens are turned away from others.
- Public networks are used through an encrypted connection.
- Paper and devices are not left in cars or with luggage.
## Messages
Unexpected links, attachments and payment requests are checked in another way, such as a call to a number that you already know. Report what looks wrong.
## End of use
?disposal retention.device-wipe | Devices are wiped before another person gets them, and before they are thrown away.
People return devices and information on their last day.
`,
  "physical.physical-policy": `
## Purpose
This policy protects the places where people of {company} work and where information is kept.
## Offices
These rules apply to every office that we have.
?offices physical.offices-declared | Every site is listed, with what is kept there and who is responsible for it.
?offices | Offices are locked when nobody is there, and visitors are accompanied.
- Keys and badges are given by name, and returned on the last day.
- Desks are clear of confidential papers at the end of a day, and whiteboards are wiped.
- Confidential paper goes into the shredder or the locked bin.
law: - Paper files of clients are kept in locked rooms or cabinets. We note who took which one, and when it came back.
software: - Network equipment is kept where visitors cannot reach it.
## Data centers
?vendors physical.hosting-assured | Our hosting providers show independent evidence each year that their data centers are protected.
## Equipment
Equipment is repaired by people whom we know or accompany. Disks and other storage are wiped or destroyed before they leave us.
## Home
People who work from home keep papers and devices where others cannot read or take them.
## Emergencies
Everyone knows the emergency exits. People come before things.
`,
};
