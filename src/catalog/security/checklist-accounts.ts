import { item, open, partly, shown } from "./proof.ts";
import type { ChecklistItem } from "./proof.ts";

export const accounts: readonly ChecklistItem[] = [
  item(
    21,
    "A wrong password and an unknown address get the same answer in the same time",
    "6.3.1 16.5.1",
    shown(
      "tests/timing/known-and-unknown.test.ts: %s takes as long for a known address as for an unknown one",
      "tests/contracts/access.test.ts: an unknown account is answered exactly as a known one",
      "src/server/session/session.db.test.ts: a wrong password and an unknown address are refused with the same words",
    ),
  ),
  item(
    22,
    "Sign-up, reset and mailed links tell nobody who has an account",
    "6.3.1 2.4.1",
    shown(
      "tests/timing/known-and-unknown.test.ts: %s takes as long for a known address as for an unknown one",
      "src/server/session/session.db.test.ts: signing up a known address is answered like a new one, and changes nothing",
      "src/server/session/session.db.test.ts: signing up with an address and trying it does not tell whether it has an account",
      "src/server/invitations/joining.db.test.ts: U14: a shown link does not tell whether the address has an account",
      "src/server/own-account/own-account.db.test.ts: an unknown address is sent nothing",
    ),
  ),
  item(
    23,
    "Guessing is slowed by account and address, and shuts nobody out",
    "6.3.1 2.4.1 6.1.1",
    shown(
      "src/server/auth/sessions.db.test.ts: a hundred wrong tries at the same instant are a hundred tries: ten are looked at",
      "src/server/auth/sessions.db.test.ts: nobody can lock a person out: their own browser gets in while strangers' tries are refused",
      "tests/contracts/access.test.ts: too many tries are refused, with the seconds to wait, for a known and an unknown account alike",
      "src/server/session/session.db.test.ts: too many wrong passwords for one account are slowed down, with the seconds to wait",
    ),
  ),
  item(
    24,
    "The human check is asked by the server, counts once, ends, and refuses when it cannot be asked",
    "2.4.1 6.3.1 16.5.3",
    shown(
      "tests/contracts/access.test.ts: without a solved challenge nothing is looked at, and nothing is counted",
      "tests/contracts/access.test.ts: a challenge is good once, and not after it expired",
      "src/server/requests/requests.db.test.ts: of two processes that get the same challenge at once, one takes it",
      "src/server/human-check/turnstile.test.ts: no token, no answer and half an answer are refusals: nobody passes while Cloudflare cannot be asked",
    ),
  ),
  item(
    25,
    "Passwords of 8 to 128 characters, any script, whole, masked, and free to paste",
    "6.2.1 6.2.5 6.2.6 6.2.7 6.2.8 6.2.9",
    partly(
      "The specification asks for upper case, lower case and a digit, which ASVS 6.2.5 forbids; there is no setting that lifts it. Unicode is put in one form (NFC) before it is hashed.",
      "src/domain/password.test.ts: %j may be a password: %s",
      "src/server/auth/passwords.test.ts: a password of 128 characters counts to its last one, and its spaces and capitals count",
      "tests/end-to-end/ida-uses-the-keyboard-alone.spec.ts: a password manager knows every field of every form of access",
    ),
  ),
  item(
    26,
    "The fifty thousand most frequent passwords, our name and the address itself are refused",
    "6.2.4 6.2.11 6.2.12 6.1.2",
    partly(
      "The company's name is not compared, and no service of breached passwords is asked.",
      "src/server/auth/common-passwords.test.ts: %s is refused: it is tried first",
      "src/server/own-account/own-account.db.test.ts: common and breached passwords are refused wherever one is set, and nothing is used up",
    ),
  ),
  item(
    27,
    "Passwords are kept as argon2id, and hashes of weaker parameters are made anew",
    "11.4.2 11.4.4",
    shown(
      "src/server/session/session.db.test.ts: passwords are stored as argon2id and tokens as hashes; neither is in the log",
      "src/server/auth/passwords.test.ts: a hash of weaker parameters, or of another kind, is made anew",
    ),
  ),
  item(
    28,
    "A password or factor changes only with proof of who is there; other sessions end, and the owner is told",
    "6.2.3 7.5.1 7.4.3 6.2.2",
    shown(
      "src/server/auth/sessions.db.test.ts: a new password ends every other session at once, gives this one a new token, and its owner is told",
      "src/server/second-factor/second-factor.db.test.ts: asks who has not shown lately who they are to do it again",
      "src/server/auth/sessions.db.test.ts: what was set up long ago must be confirmed again before something irreversible",
    ),
  ),
  item(
    29,
    "Mailed tokens are 256 bits, kept as hashes, good once, soon over, and for one purpose",
    "6.4.1 6.5.1 6.5.3 6.5.4 6.5.5 6.6.2 11.5.1",
    partly(
      "A sign-in link lives 10 minutes; a reset lives 30 and a confirmation 60. The mailed link of an invitation makes an account for seven days, where the address has none.",
      "src/server/own-account/own-account.db.test.ts: a sign-in link works once, for ten minutes, and ends the one before it",
      "src/server/own-account/own-account.db.test.ts: a reset link sets the password once, signs out everywhere, and its owner is told",
      "src/server/own-account/own-account.db.test.ts: a link is good for its own purpose only",
      "src/server/session/session.db.test.ts: a link stops working after an hour, and when a newer one was sent",
      "src/server/session/session.db.test.ts: passwords are stored as argon2id and tokens as hashes; neither is in the log",
      "src/server/auth/tokens.test.ts: a token for a cookie or a link is 256 bits, and no two of ten thousand share even their first 48",
    ),
  ),
  item(
    30,
    "A reset does not get past a second factor",
    "6.4.3",
    shown(
      "src/server/auth/reset-beside-a-factor.db.test.ts: neither a reset nor a mailed sign-in link gets past a second factor",
    ),
  ),
  item(
    31,
    "Codes count once, in their minute, five tries; recovery codes are kept as hashes",
    "6.5.1 6.5.2 6.5.5 6.6.3",
    partly(
      "Recovery codes of 80 bits are kept as plain SHA-256; ASVS asks for a salted password hash below 112 bits.",
      "src/server/second-factor/second-factor.db.test.ts: takes no code twice, nor one from before the last",
      "src/server/second-factor/second-factor.db.test.ts: takes the codes of one step before to one after, however they are typed, and no others",
      "src/server/second-factor/second-factor.db.test.ts: ends after five wrong codes, even if a thousand come at once",
      "src/server/second-factor/second-factor.db.test.ts: let one of ten through that bring the same one at the same instant",
      "src/server/second-factor/second-factor.db.test.ts: are kept as hashes, and made only beside a factor they can stand in for",
    ),
  ),
  item(
    32,
    "A company that asks for a second factor, and the platform's administration, open to nobody without one",
    "6.3.3 6.3.4",
    shown(
      "tests/contracts/endpoints.test.ts: tells an owner which factor their own company misses, and nothing else",
      "tests/contracts/endpoints.test.ts: is closed to a platform admin without a second factor",
      "tests/contracts/endpoints.test.ts: opens nothing to a caller who still lacks the second factor",
    ),
  ),
  item(
    33,
    "A fresh installation in production has no account, no demo and no key of its own making",
    "6.3.2 13.2.3 15.2.3",
    shown(
      "src/server/app/config.test.ts: production asks for a secret key instead of inventing one",
      "src/server/app/config.test.ts: settings given are settings used",
      "src/server/demo/demo-sessions.db.test.ts: only the two pairs open a visit, and neither is a real account",
      "src/server/demo/demo-sessions.db.test.ts: where the demo is off nothing of it is there",
    ),
  ),
  item(
    34,
    "A session's token changes when somebody signs in, gains rights or changes the password",
    "7.2.4 7.2.1 7.2.2",
    shown(
      "src/server/auth/sessions.db.test.ts: signing in brings a new token and ends the browser's session before it",
      "src/server/auth/sessions.db.test.ts: a token that somebody brought along is not taken over",
      "src/server/auth/sessions.db.test.ts: a change of rights brings a new token with the next answer; the old one ends ten seconds after that is used",
      "src/server/second-factor/second-factor.db.test.ts: asks for the second factor, and every step brings a new token and ends the one before",
    ),
  ),
  item(
    35,
    "Who signs out, is disabled, ended or removed is out with the next request",
    "7.4.1 7.4.2 7.4.5 8.3.1",
    shown(
      "src/server/session/session.db.test.ts: signing out ends the session on the server, not only in the browser",
      "src/server/users/users.db.test.ts: who is disabled is out at once, told so only with the right password, and in again when enabled",
      "src/server/users/users.db.test.ts: ending somebody's sessions signs them out everywhere and leaves the account as it is",
      "src/server/members/people.db.test.ts: ends with being removed, and with leaving, and the ledger says by whom",
      "tests/contracts/principals.test.ts: opens nothing to rights that have ended",
      "src/server/commands/admin.db.test.ts: grants and revokes beside the running server, at once, and each time with a new token",
    ),
  ),
  item(
    36,
    "A session ends an hour after its last use, and after 24 hours in any case",
    "7.3.1 7.3.2 7.1.1",
    shown(
      "src/server/auth/sessions.db.test.ts: an idle session ends after an hour; one that is used goes on, but not past 24 hours",
    ),
  ),
  item(
    37,
    "People see where they are signed in and end it, after showing who they are; Sign Out is on every page",
    "7.5.2 7.4.4",
    partly(
      "Ending a session asks for no fresh proof of who is there; no test looks for Sign Out on every page.",
      "src/server/auth/sessions.db.test.ts: where somebody is signed in is listed, and can be ended one by one or all but here",
    ),
  ),
  item(
    38,
    "A mailed link signs nobody in before they press a button",
    "7.6.2",
    partly(
      "A GET uses nothing up, so a mail scanner cannot; in a browser the page itself sends the token at once.",
      "tests/contracts/endpoints.test.ts: a GET changes nothing in the database",
      "src/server/auth/single-sign-on.db.test.ts: works in the browser that began, and signs nobody else in",
    ),
  ),
];

export const tenancy: readonly ChecklistItem[] = [
  item(
    39,
    "Who may do what with each table, as committed: nobody reaches another company's row",
    "8.4.1 8.2.1 8.2.2 8.2.3 8.3.1",
    shown(
      "tests/contracts/isolation.test.ts: nobody reaches a row of a company that they are not entitled to, with any verb on any table",
      "tests/contracts/isolation.test.ts: who may do what with each table is as committed; UPDATE_MANIFEST=1 rewrites the file for review",
      "tests/contracts/catalog-lints.test.ts: holds for the whole database",
    ),
  ),
  item(
    40,
    "The contract test sees each wall that is opened",
    "8.4.1",
    shown(
      "tests/contracts/isolation-can-fail.test.ts: the checks notice: %s",
      "tests/contracts/isolation-can-fail.test.ts: an opened wall shows as leaks of every place it stood before",
      "tests/contracts/catalog-lints.test.ts: is seen to be broken by: %s",
    ),
  ),
  item(
    41,
    "Every endpoint answers each role as its table says, and a foreign id like one that does not exist",
    "8.2.1 8.2.2 8.3.1",
    shown(
      "tests/contracts/endpoints.test.ts: does for each role what the table of roles says, and refuses the others",
      "tests/contracts/endpoints.test.ts: answers an outsider, and a platform admin, exactly as for a company that does not exist",
      "tests/contracts/endpoints.test.ts: tells a signed-out caller to sign in",
      "tests/contracts/principals.test.ts: does for a token what its scope says, and no more",
      "tests/contracts/principals.test.ts: answers a caller with rights elsewhere as for a company that does not exist",
    ),
  ),
  item(
    42,
    "However requests interleave and fail on shared connections, no answer holds another company's data",
    "8.4.1",
    shown(
      "tests/contracts/pool-interleaving.test.ts: however transactions interleave and fail, no answer holds another company's data, and nothing of a caller stays",
      "tests/contracts/pool-interleaving.test.ts: callers who are set for the session and not for the transaction are found out",
    ),
  ),
  item(
    43,
    "A query that says for nobody sees nothing",
    "8.4.1 16.5.3",
    shown(
      "tests/contracts/pool-interleaving.test.ts: however transactions interleave and fail, no answer holds another company's data, and nothing of a caller stays",
    ),
  ),
  item(
    44,
    "Fields that nobody declared are refused, and columns that nobody may write by the database",
    "15.3.3 8.2.3",
    shown(
      "tests/contracts/endpoints.test.ts: every endpoint refuses a field it does not know, and changes nothing",
      "tests/contracts/isolation.test.ts: who may do what with each table is as committed; UPDATE_MANIFEST=1 rewrites the file for review",
      "src/server/members/people.db.test.ts: is changed by those who manage, and never the owner's",
    ),
  ),
  item(
    45,
    "An answer holds what its endpoint declares, and for each role no more than it may see",
    "15.3.1 8.2.3 8.1.2",
    shown(
      "src/contract/closed-shapes.test.ts: an answer holds the fields that its endpoint declares, and no others",
      "src/server/members/people.db.test.ts: a member sees exactly the people of the company, and second factors only as a manager",
      "src/server/connections/connections.db.test.ts: a connection tells its checks, permissions and settings, and never what is secret",
    ),
  ),
  item(
    46,
    "No role lifts itself, and no company is left without its owner",
    "8.2.1 2.3.2",
    shown(
      "src/server/members/people.db.test.ts: is changed by those who manage, and never the owner's",
      "src/server/users/users.db.test.ts: the last platform admin can neither demote nor disable themselves, and of two who demote each other one is left",
      "src/server/own-account/account-operations.db.test.ts: S10: any two operations leave every company with one owner that exists, and are answered",
    ),
  ),
  item(
    47,
    "An auditor reads their projects until their day, changes nothing, and each look is on record",
    "8.2.2 16.3.2",
    shown(
      "src/server/audit/audit.db.test.ts: an auditor is invited to chosen projects until a day, told so by mail and page, and sees those alone",
      "src/server/audit/audit.db.test.ts: they read evidence with its proof and file, and change nothing",
      "tests/contracts/principals.test.ts: does for an auditor what the table of roles says, and no more",
      "src/server/audit/audit.db.test.ts: every look is recorded in words, and the owner reads them beside the auditor, not in the way of the activity",
      "src/server/audit/audit.db.test.ts: whose time is over, or was ended, is answered like a stranger, and comes back when it is extended",
    ),
  ),
  item(
    48,
    "A platform admin has no way into a company",
    "8.2.1 13.3.2",
    shown(
      "src/server/users/users.db.test.ts: a platform role is no way into a company: not as a platform admin either, in any table",
      "tests/contracts/endpoints.test.ts: answers an outsider, and a platform admin, exactly as for a company that does not exist",
    ),
  ),
  item(
    49,
    "Limits of a plan hold when fifty ask at once",
    "2.3.4 2.3.2",
    shown(
      "src/server/members/people.db.test.ts: are never more than it has, when 50 invitations are sent at once",
      "src/server/members/people.db.test.ts: are never more than it has, when 50 people accept at once on a plan that became smaller",
      "src/server/platform/operators.db.test.ts: of fifty projects created at the same time no more frameworks come than the plan has",
      "src/server/limits/limits.db.test.ts: S8: 500 notes within seconds are refused, however many are written at once, and a note that was refused is not there",
    ),
  ),
  item(
    50,
    "Work in the background stays within the company it is for",
    "8.4.1",
    shown(
      "src/server/connections/run-collection.db.test.ts: a connection reaches nothing that another one has collected or is opened by",
      "src/server/connections/run-collection.db.test.ts: a result stands under a connection's name only if that connection filed what it rests on",
      "tests/contracts/isolation.test.ts: nobody reaches a row of a company that they are not entitled to, with any verb on any table",
    ),
  ),
];

export const invitations: readonly ChecklistItem[] = [
  item(
    51,
    "An invitation's token is the server's, kept as a hash, and leaves the address",
    "11.5.1 6.5.2 14.2.1",
    partly(
      "The token stands in the query of the mailed address, which a proxy may log; the page takes it out of the address at once.",
      "src/server/members/people.db.test.ts: keeps only a hash of its token, nowhere the token",
      "src/server/auth/tokens.test.ts: a token for a cookie or a link is 256 bits, and no two of ten thousand share even their first 48",
    ),
  ),
  item(
    52,
    "Only the invited, confirmed address accepts",
    "2.3.1 8.2.2",
    shown(
      "src/server/invitations/joining.db.test.ts: U14: the link that is shown to who invites proves no address, though the mail's does",
      "src/server/invitations/joining.db.test.ts: U14: an address with an account signs in instead, and its password stays",
      "src/server/invitations/joining.db.test.ts: U14: the address is the link's to say, and a link is good for nobody else",
      "src/server/members/people.db.test.ts: is mailed and shown once, makes exactly its address a member with its role, and is used up",
      "src/server/members/people.db.test.ts: that is declined opens no more; the link is enough, another account is not",
    ),
  ),
  item(
    53,
    "However often and at once it is answered, one membership comes of it",
    "2.3.1 2.3.3 2.3.4",
    shown(
      "src/server/members/people.db.test.ts: accepted in two tabs at once joins once",
      "src/server/members/people.db.test.ts: opens by each of its links until it ends; renewed it runs seven days more, cancelled none of them opens",
      "src/server/companies/endings.db.test.ts: accepting an invitation again leaves no second entry in the ledger",
      "src/server/invitations/joining.db.test.ts: U14: of eight tries at the same moment one makes the account, and one entry is in the ledger",
      "src/server/invitations/joining.db.test.ts: U14: all links of an invitation end with the first that joins, whichever it is",
    ),
  ),
  item(
    54,
    "The invitation says the role, never the request, and never owner",
    "15.3.3",
    shown(
      "src/server/members/people.db.test.ts: is mailed and shown once, makes exactly its address a member with its role, and is used up",
      "tests/contracts/endpoints.test.ts: every endpoint refuses a field it does not know, and changes nothing",
    ),
  ),
  item(
    55,
    "An unknown, an ended and a foreign token look alike to who guesses",
    "6.3.1",
    open(
      "The holder of a token that ended is told how it ended. No test compares the times of known and unknown tokens; 256 bits are not guessed.",
    ),
  ),
];
