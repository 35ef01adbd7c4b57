import { notApplicable, open, partly, requirement, shown } from "./proof.ts";
import type { AsvsRequirement } from "./proof.ts";

/** OWASP ASVS 5.0.0, chapters V6 to V8, levels 1 and 2, in words of ours. */
export const accountRequirements: readonly AsvsRequirement[] = [
  requirement(
    "6.1.1",
    1,
    "How guessing is slowed is written down",
    partly("docs/departures.md says the limits; none can be set, and no test reads the page.", 23),
  ),
  requirement(
    "6.1.2",
    2,
    "Words that a password must not hold are written down",
    partly(
      "They stand in the code alone.",
      "src/server/auth/common-passwords.test.ts: %s is refused: it is tried first",
    ),
  ),
  requirement(
    "6.1.3",
    2,
    "All ways to sign in are written down together",
    open("They stand in several pages and decisions."),
  ),
  requirement(
    "6.2.1",
    1,
    "Passwords have 8 characters or more",
    shown("src/domain/password.test.ts: %j may be a password: %s"),
  ),
  requirement("6.2.2", 1, "People can change their password", shown(28)),
  requirement("6.2.3", 1, "Changing it needs the current one", shown(28)),
  requirement(
    "6.2.4",
    1,
    "The 3,000 most frequent are refused",
    shown(
      "src/server/auth/common-passwords.test.ts: %s is refused: it is tried first",
      "src/server/own-account/own-account.db.test.ts: common and breached passwords are refused wherever one is set, and nothing is used up",
    ),
  ),
  requirement(
    "6.2.5",
    1,
    "No rule asks for kinds of characters",
    open("The product's specification asks for upper case, lower case and a digit; there is no setting that lifts it."),
  ),
  requirement(
    "6.2.6",
    1,
    "Passwords are masked as they are typed",
    partly(
      "No test reads the type of every field.",
      "tests/end-to-end/ida-uses-the-keyboard-alone.spec.ts: a password manager knows every field of every form of access",
    ),
  ),
  requirement(
    "6.2.7",
    1,
    "Pasting and password managers work",
    partly(
      "No test pastes.",
      "tests/end-to-end/ida-uses-the-keyboard-alone.spec.ts: a password manager knows every field of every form of access",
    ),
  ),
  requirement(
    "6.2.8",
    1,
    "A password counts as it was typed",
    partly(
      "Unicode is put in one form (NFC), so that two keyboards give one password.",
      "src/server/auth/passwords.test.ts: a password of 128 characters counts to its last one, and its spaces and capitals count",
    ),
  ),
  requirement(
    "6.2.9",
    2,
    "64 characters are allowed",
    shown(
      "src/server/auth/passwords.test.ts: a password of 128 characters counts to its last one, and its spaces and capitals count",
    ),
  ),
  requirement(
    "6.2.10",
    2,
    "No password ends by the calendar",
    shown(
      "src/server/auth/reset-beside-a-factor.db.test.ts: a password is good after five years: nobody has to change it by the calendar",
    ),
  ),
  requirement(
    "6.2.11",
    2,
    "The words of the context are refused",
    partly(
      "The company's name is not compared.",
      "src/server/auth/common-passwords.test.ts: %s is refused: it is tried first",
    ),
  ),
  requirement(
    "6.2.12",
    2,
    "Passwords known from breaches are refused",
    partly(
      "The list has the fifty thousand most frequent ones; no service of breaches is asked.",
      "src/server/own-account/own-account.db.test.ts: common and breached passwords are refused wherever one is set, and nothing is used up",
    ),
  ),
  requirement("6.3.1", 1, "Guessing and stuffing are slowed", shown(21, 22, 23, 24)),
  requirement("6.3.2", 1, "There are no default accounts", shown(33)),
  requirement(
    "6.3.3",
    2,
    "A second factor is asked for",
    partly("Companies and the platform's administration can ask for it; an account by itself need not have one.", 32),
  ),
  requirement(
    "6.3.4",
    2,
    "Every way to sign in holds to the same rules",
    shown(
      32,
      "tests/contracts/access.test.ts: the contract test knows every door",
      "src/server/auth/single-sign-on.db.test.ts: is asked for where the account has one and the provider did not ask",
    ),
  ),
  requirement(
    "6.4.1",
    1,
    "First secrets are random and soon over",
    shown(
      "src/server/session/session.db.test.ts: a confirmation link works once: it confirms, signs in, and is used up",
      "src/server/session/session.db.test.ts: a link stops working after an hour, and when a newer one was sent",
      "src/server/auth/tokens.test.ts: a token for a cookie or a link is 256 bits, and no two of ten thousand share even their first 48",
    ),
  ),
  requirement("6.4.2", 1, "No hints and no secret questions", notApplicable("There are none.")),
  requirement("6.4.3", 2, "A reset does not get past a second factor", shown(30)),
  requirement(
    "6.4.4",
    2,
    "A lost factor is replaced with as much proof as it took to set it up",
    partly(
      "Recovery codes stand in; for whom lost those, too, nothing is written down.",
      "src/server/second-factor/second-factor.db.test.ts: stand in for the app once each, however they are typed, and the owner is told",
    ),
  ),
  requirement(
    "6.5.1",
    2,
    "Codes and links count once",
    shown(
      "src/server/second-factor/second-factor.db.test.ts: takes no code twice, nor one from before the last",
      "src/server/second-factor/second-factor.db.test.ts: let one of ten through that bring the same one at the same instant",
      "src/server/own-account/own-account.db.test.ts: a sign-in link works once, for ten minutes, and ends the one before it",
    ),
  ),
  requirement(
    "6.5.2",
    2,
    "Short secrets are kept as salted password hashes",
    open("Recovery codes of 80 bits are kept as SHA-256 without a salt."),
  ),
  requirement(
    "6.5.3",
    2,
    "They come from a secure source of chance",
    shown(
      "src/server/cryptography.test.ts: chance that can be foretold spreads waits and decides nothing",
      "src/server/auth/tokens.test.ts: a token for a cookie or a link is 256 bits, and no two of ten thousand share even their first 48",
    ),
  ),
  requirement(
    "6.5.4",
    2,
    "They have 20 bits or more",
    shown(
      "src/server/second-factor/second-factor.db.test.ts: brings ten recovery codes of 80 bits, a new token, and ends the sessions from before",
      "src/server/second-factor/second-factor.db.test.ts: gives 160 bits that every app understands, which the database never holds in the clear",
    ),
  ),
  requirement(
    "6.5.5",
    2,
    "They live ten minutes, and codes of an app 30 seconds",
    partly(
      "A reset lives 30 minutes, a confirmation 60, and an invitation that makes an account seven days; a code counts one step early and late.",
      29,
      31,
    ),
  ),
  requirement("6.6.1", 2, "Codes by telephone", notApplicable("Nothing is sent by telephone.")),
  requirement(
    "6.6.2",
    2,
    "A code counts for the request that asked for it",
    partly(
      "A mailed link counts for its purpose, and in any browser on purpose.",
      "src/server/own-account/own-account.db.test.ts: a link is good for its own purpose only",
    ),
  ),
  requirement(
    "6.6.3",
    2,
    "Guessing codes is slowed",
    shown(
      "src/server/second-factor/second-factor.db.test.ts: ends after five wrong codes, even if a thousand come at once",
      "tests/contracts/access.test.ts: too many tries are refused, with the seconds to wait, for a known and an unknown account alike",
    ),
  ),
  requirement("6.8.1", 2, "One provider cannot speak for another's people", shown(72)),
  requirement(
    "6.8.2",
    2,
    "What a provider says is signed, and the signature checked",
    shown("src/server/auth/forged-sign-on.db.test.ts: an ID token with %s signs nobody in", 81),
  ),
  requirement("6.8.3", 2, "SAML assertions count once", notApplicable("No SAML.")),
  requirement(
    "6.8.4",
    2,
    "How strongly the provider asked is read from its answer",
    shown(
      "src/server/auth/single-sign-on.db.test.ts: is asked for where the account has one and the provider did not ask",
      "src/server/auth/single-sign-on.db.test.ts: counts as brought when the provider says that it asked (%s)",
    ),
  ),
  requirement(
    "7.1.1",
    2,
    "How long sessions last, and why, is written down",
    partly("docs/departures.md and README say it; no test reads the pages.", 36),
  ),
  requirement(
    "7.1.2",
    2,
    "How many sessions an account may have is written down",
    open("There is no limit, and no page says so."),
  ),
  requirement(
    "7.1.3",
    2,
    "Sessions by a provider are written down",
    open("A decision says how they begin; nothing says how they end at the provider."),
  ),
  requirement("7.2.1", 1, "The server judges session tokens", shown(34, 35)),
  requirement("7.2.2", 1, "Tokens are made for each session", shown(34)),
  requirement("7.2.3", 1, "Tokens have 128 bits or more", shown(11)),
  requirement(
    "7.2.4",
    1,
    "Signing in brings a new token and ends the old one",
    shown(
      34,
      "src/server/auth/sessions.db.test.ts: what was set up long ago must be confirmed again before something irreversible",
    ),
  ),
  requirement("7.3.1", 2, "Sessions end when they are not used", shown(36)),
  requirement("7.3.2", 2, "Sessions end in any case", shown(36)),
  requirement("7.4.1", 1, "A session that ended opens nothing", shown(35)),
  requirement(
    "7.4.2",
    1,
    "All sessions of an account end with it",
    shown(
      35,
      "src/server/own-account/own-account.db.test.ts: deleting asks for the address, ends everything, and the address may sign up again as somebody new",
    ),
  ),
  requirement(
    "7.4.3",
    2,
    "A changed factor ends the other sessions",
    shown(
      28,
      "src/server/second-factor/second-factor.db.test.ts: brings ten recovery codes of 80 bits, a new token, and ends the sessions from before",
    ),
  ),
  requirement(
    "7.4.4",
    2,
    "Sign Out is on every page",
    partly(
      "An end-to-end test signs out; no test looks for it on every page.",
      "tests/end-to-end/ana-signs-in.spec.ts: Ana signs up, confirms by mail, signs out, and comes in again by password",
    ),
  ),
  requirement("7.4.5", 2, "Administrators end sessions", shown(35)),
  requirement("7.5.1", 2, "Factors change only after fresh proof", shown(28)),
  requirement(
    "7.5.2",
    2,
    "People see and end their sessions, after fresh proof",
    partly("Ending one asks for no fresh proof.", 37),
  ),
  requirement(
    "7.6.1",
    2,
    "Sessions here and at the provider end together as written",
    open("A session by single sign-on lives as long as any other; the provider is not asked again."),
  ),
  requirement(
    "7.6.2",
    2,
    "No session begins without an act of the person",
    partly("The page of a mailed link sends its token at once.", 38),
  ),
  requirement(
    "8.1.1",
    1,
    "Who may do what is written down",
    shown(
      "src/domain/role-words.test.ts: what the %s may do is said as the table of roles has it",
      "src/domain/access.test.ts: a company's %s may do what the role adds and what lesser roles may, and nothing else",
    ),
  ),
  requirement(
    "8.1.2",
    2,
    "Which fields each may read and write is written down",
    partly("The committed manifest lists columns and grants; no page puts them in words.", 39),
  ),
  requirement("8.2.1", 1, "Functions are for whom they are allowed", shown(39, 41, 48)),
  requirement("8.2.2", 1, "So are single things", shown(39, 41, 47)),
  requirement("8.2.3", 2, "So are single fields", shown(44, 45)),
  requirement("8.3.1", 1, "The server decides, not the page", shown(39, 41)),
  requirement("8.4.1", 2, "No company reaches another", shown(39, 40, 42, 50)),
];
