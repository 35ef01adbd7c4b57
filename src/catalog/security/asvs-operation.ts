import { notApplicable, open, partly, requirement, shown } from "./proof.ts";
import type { AsvsRequirement } from "./proof.ts";

const noWebRtc = "No WebRTC.";

/** OWASP ASVS 5.0.0, chapters V13 to V17, levels 1 and 2, in words of ours. */
export const operationRequirements: readonly AsvsRequirement[] = [
  requirement(
    "13.1.1",
    2,
    "What is spoken to is written down",
    partly("Hosts of connectors are; no page lists every connection of an installation.", 67),
  ),
  requirement(
    "13.2.1",
    2,
    "Services prove who they are, by keys that change",
    partly(
      "Roles of the database have passwords of their own, derived from SECRET_KEY, which do not change by themselves.",
      80,
    ),
  ),
  requirement("13.2.2", 2, "Services have the rights they need", shown(80)),
  requirement(
    "13.2.3",
    2,
    "No default credentials",
    shown(
      33,
      "src/server/db/embedded-postgres.db.test.ts: S11: nobody comes in without the password, which lies in a file for this account alone",
    ),
  ),
  requirement(
    "13.2.4",
    2,
    "What we speak to is on a list",
    partly("Connectors reach listed hosts; a webhook may be at any public https address.", 66, 67),
  ),
  requirement(
    "13.2.5",
    2,
    "The server asks what is on a list",
    partly("The same: webhooks go to any public https address.", 66, 67),
  ),
  requirement(
    "13.3.1",
    2,
    "Secrets lie in a vault, and in no source",
    partly("They come from the environment or files; a vault is the operator's.", 73, 74),
  ),
  requirement(
    "13.3.2",
    2,
    "Secrets are open to whom they serve",
    shown(
      "src/server/connections/credentials.db.test.ts: who serves pages opens nothing: another key, or another connection's row, is refused",
      48,
    ),
  ),
  requirement("13.4.1", 1, "No repository is served", shown(78)),
  requirement("13.4.2", 2, "Debugging is off in production", shown(78)),
  requirement(
    "13.4.3",
    2,
    "No folder is listed",
    shown("src/server/http/messages.db.test.ts: no source map, no source and no list of a folder is served"),
  ),
  requirement("13.4.4", 2, "No TRACE", shown(15)),
  requirement(
    "13.4.5",
    2,
    "Documentation and health are shown on purpose",
    shown(
      "tests/sweeps/pages.test.ts: health answers without a session, and readiness says when the database is gone",
      "src/server/http/server.db.test.ts: a worker says that it lives, and serves nobody else",
    ),
  ),
  requirement(
    "14.1.1",
    2,
    "Sensitive data is classed",
    open("The threat model names what is worth attacking; it gives no levels."),
  ),
  requirement("14.1.2", 2, "Each level says how it is protected", open("There are no levels.")),
  requirement(
    "14.2.1",
    1,
    "No address holds a secret",
    partly(
      "The mailed address of an invitation holds its token in the query.",
      51,
      "src/contract/closed-shapes.test.ts: no address of an endpoint holds a password, a token or a code",
    ),
  ),
  requirement(
    "14.2.2",
    2,
    "Sensitive answers are not cached on the way",
    shown("tests/sweeps/endpoints.test.ts: carries the security headers and is never cached"),
  ),
  requirement(
    "14.2.3",
    2,
    "Nothing is sent to trackers",
    shown(
      "tests/sweeps/pages.test.ts: loads nothing from anywhere else",
      "tests/journeys/dana-looks-around-the-site.spec.ts: ${address} is whole at every width, in both themes and on paper, and asks nobody else for anything",
    ),
  ),
  requirement(
    "14.2.4",
    2,
    "Data is protected as its level says",
    partly("There are no levels to compare with.", 64, 65),
  ),
  requirement(
    "14.3.1",
    1,
    "Signing out clears what the browser holds",
    partly("What the page kept is cleared where it is kept; no journey looks at the whole browser.", 7, 10),
  ),
  requirement(
    "14.3.2",
    2,
    "Browsers keep no sensitive answer",
    shown("tests/sweeps/endpoints.test.ts: carries the security headers and is never cached"),
  ),
  requirement(
    "14.3.3",
    2,
    "Browser storage holds nothing sensitive",
    partly(
      "An invitation's token waits in localStorage until it is used; no journey lists the whole storage at its end.",
      10,
    ),
  ),
  requirement(
    "15.1.1",
    1,
    "How soon weak packages are replaced is written down",
    open("SECURITY.md says when we answer; it names no times for packages."),
  ),
  requirement(
    "15.1.2",
    2,
    "What a release is made of is listed",
    shown(
      "scripts/sbom.test.ts: the bill of materials lists every package that the lock file says a release needs, with the hash that is pinned",
    ),
  ),
  requirement(
    "15.1.3",
    2,
    "What costs much, and how it is bounded, is written down",
    partly("Decisions do, each for its part; no page lists all of it.", 89),
  ),
  requirement(
    "15.2.1",
    1,
    "No package is older than those times allow",
    open("There are no such times, and nothing asks for known weaknesses."),
  ),
  requirement(
    "15.2.2",
    2,
    "What costs much is bounded",
    partly("Searches, exports and reads of one company have no limit apart from their members' rates.", 56, 89, 90),
  ),
  requirement("15.2.3", 2, "Production has only what it needs", shown(33, 78)),
  requirement("15.3.1", 1, "Answers hold the fields that are needed", shown(45)),
  requirement("15.3.2", 2, "Redirects are not followed", shown(66)),
  requirement("15.3.3", 2, "Only declared fields are written", shown(44, 54)),
  requirement("15.3.4", 2, "The client's address is read from trusted proxies", shown(17)),
  requirement("15.3.5", 2, "Values have the type they should", shown(19)),
  requirement("15.3.6", 2, "No prototype is polluted", shown(19)),
  requirement("15.3.7", 2, "A name counts once", shown(19)),
  requirement("16.1.1", 2, "What is logged where, and for how long, is written down", open("No page lists it.")),
  requirement(
    "16.2.1",
    2,
    "An entry says when, where, who and what",
    partly("Acts and sign-ins do; a refused request leaves no entry.", 85),
  ),
  requirement(
    "16.2.2",
    2,
    "Times are UTC",
    shown(
      "src/server/log-lines.test.ts: whatever is logged stays one line in UTC, and steers no terminal",
      "src/server/logging.test.ts: a line is JSON with time, level, role and what was said",
    ),
  ),
  requirement(
    "16.2.3",
    2,
    "Logs go where it is written that they go",
    open("They go to standard output and the database; no page lists it."),
  ),
  requirement(
    "16.2.4",
    2,
    "Logs can be read by a program",
    shown("src/server/logging.test.ts: a line is JSON with time, level, role and what was said"),
  ),
  requirement(
    "16.2.5",
    2,
    "No secret is logged",
    shown(
      "src/server/logging.test.ts: the value under %s is never printed, at any depth",
      "src/server/logging.test.ts: a secret inside a text is not printed: %s",
      "src/server/connections/http/secrets.test.ts: nothing of a credential is in records, errors or logs when the vendor %s",
    ),
  ),
  requirement(
    "16.3.1",
    2,
    "Each sign-in is on record, also one that failed",
    shown(
      "src/server/auth/sessions.db.test.ts: a new browser is told to the owner by mail, a known one is not, and neither is the first",
      "src/server/features/second-factor.db.test.ts: stands in the history, refusals included",
      "src/server/features/passkeys.db.test.ts: counts as both factors, and is noted",
    ),
  ),
  requirement(
    "16.3.2",
    2,
    "Refused access is on record",
    open("It is answered and not recorded; only looks of auditors and at privileged items are."),
  ),
  requirement(
    "16.3.3",
    2,
    "Attempts to get around a control are on record",
    open("Foreign writes, failed human checks and reached limits are answered and not recorded."),
  ),
  requirement(
    "16.3.4",
    2,
    "Unexpected errors are logged",
    partly(
      "Shown for forms; no test throws in every handler.",
      "src/server/http/forms/form-posts.db.test.ts: a fault of ours says so, keeps what was typed, and tells the log",
    ),
  ),
  requirement("16.4.1", 2, "No text forges a line of the log", shown(86)),
  requirement(
    "16.4.2",
    2,
    "Logs cannot be changed",
    partly("What the database records cannot; standard output is the operator's.", 87),
  ),
  requirement("16.4.3", 2, "Logs are sent to another system", open("Standard output is the operator's to collect.")),
  requirement("16.5.1", 2, "A fault says nothing of our insides", partly("No test throws in every handler.", 88)),
  requirement("16.5.2", 2, "We go on when others are down", shown(91)),
  requirement("16.5.3", 2, "A failure never opens anything", shown(24, 63, 91)),
  requirement("17.1.1", 2, "TURN reaches no private address", notApplicable(noWebRtc)),
  requirement("17.2.1", 2, "Keys of DTLS are managed", notApplicable(noWebRtc)),
  requirement("17.2.2", 2, "Suites of DTLS are strong", notApplicable(noWebRtc)),
  requirement("17.2.3", 2, "SRTP is authenticated", notApplicable(noWebRtc)),
  requirement("17.2.4", 2, "Broken SRTP stops nothing", notApplicable(noWebRtc)),
  requirement("17.3.1", 2, "A flood of signals stops nothing", notApplicable(noWebRtc)),
  requirement("17.3.2", 2, "Broken signals stop nothing", notApplicable(noWebRtc)),
];
