import { notApplicable, open, partly, requirement, shown } from "./proof.ts";
import type { AsvsRequirement } from "./proof.ts";

const noAuthorizationServer =
  "Exhibit lets nobody sign in elsewhere: it is no OAuth authorization server or OpenID provider.";
const noResourceServer = "Exhibit accepts no access tokens of others: it is no OAuth resource server.";

/** OWASP ASVS 5.0.0, chapters V9 to V12, levels 1 and 2, in words of ours. */
export const tokenRequirements: readonly AsvsRequirement[] = [
  requirement("9.1.1", 1, "Signed tokens are checked before they count", shown(81)),
  requirement("9.1.2", 1, "Only listed algorithms sign and check", shown(81)),
  requirement(
    "9.1.3",
    1,
    "Keys come from where they were set, not from the token",
    shown("src/server/auth/forged-sign-on.db.test.ts: an ID token with %s signs nobody in", 81),
  ),
  requirement("9.2.1", 1, "Tokens count in their time", shown(81)),
  requirement(
    "9.2.2",
    2,
    "Tokens count for their purpose",
    partly("No test sends another kind of token where an ID token is wanted.", 81),
  ),
  requirement("9.2.3", 2, "Tokens count for their audience", shown(81)),
  requirement(
    "9.2.4",
    2,
    "One key issues tokens for named audiences",
    notApplicable("We issue no self-contained tokens that others accept for a user."),
  ),
  requirement("10.1.1", 2, "Tokens stay where they are needed", shown(69)),
  requirement("10.1.2", 2, "Only answers of a flow that this session began count", shown(69)),
  requirement("10.2.1", 2, "No foreign page begins or ends a flow", shown(69)),
  requirement("10.2.2", 2, "One authorization server cannot pass for another", shown(69)),
  requirement("10.3.1", 2, "Access tokens name their audience", notApplicable(noResourceServer)),
  requirement("10.3.2", 2, "Their claims decide", notApplicable(noResourceServer)),
  requirement("10.3.3", 2, "They name people by what is not given anew", notApplicable(noResourceServer)),
  requirement("10.3.4", 2, "They show how strongly somebody signed in", notApplicable(noResourceServer)),
  requirement("10.4.1", 1, "Redirects are registered", notApplicable(noAuthorizationServer)),
  requirement("10.4.2", 1, "Codes count once", notApplicable(noAuthorizationServer)),
  requirement("10.4.3", 1, "Codes are short-lived", notApplicable(noAuthorizationServer)),
  requirement("10.4.4", 1, "Clients have the grants they need", notApplicable(noAuthorizationServer)),
  requirement("10.4.5", 1, "Refresh tokens are not replayed", notApplicable(noAuthorizationServer)),
  requirement("10.4.6", 2, "PKCE is asked for", notApplicable(noAuthorizationServer)),
  requirement("10.4.7", 2, "Clients that register themselves are judged", notApplicable(noAuthorizationServer)),
  requirement("10.4.8", 2, "Refresh tokens end", notApplicable(noAuthorizationServer)),
  requirement("10.4.9", 2, "Tokens can be revoked by people", notApplicable(noAuthorizationServer)),
  requirement("10.4.10", 2, "Confidential clients prove who they are", notApplicable(noAuthorizationServer)),
  requirement("10.4.11", 2, "Clients have the scopes they need", notApplicable(noAuthorizationServer)),
  requirement(
    "10.5.1",
    2,
    "ID tokens are not replayed",
    shown(
      "src/server/auth/single-sign-on.db.test.ts: is refused with another %s than was sent",
      "src/server/auth/single-sign-on.db.test.ts: works once",
    ),
  ),
  requirement("10.5.2", 2, "People are known by what the provider never gives anew", shown(72)),
  requirement(
    "10.5.3",
    2,
    "Metadata of another issuer is refused",
    shown(
      "src/server/auth/forged-sign-on.db.test.ts: metadata that names another issuer is not believed, and nobody is sent there",
    ),
  ),
  requirement(
    "10.5.4",
    2,
    "ID tokens are for this client",
    shown("src/server/auth/forged-sign-on.db.test.ts: an ID token with %s signs nobody in"),
  ),
  requirement("10.5.5", 2, "Back-channel logout", notApplicable("It is not offered.")),
  requirement("10.6.1", 2, "Response modes of a provider", notApplicable(noAuthorizationServer)),
  requirement("10.6.2", 2, "Forced logout at a provider", notApplicable(noAuthorizationServer)),
  requirement("10.7.1", 2, "Consent is asked for", notApplicable(noAuthorizationServer)),
  requirement("10.7.2", 2, "Consent is clear", notApplicable(noAuthorizationServer)),
  requirement("10.7.3", 2, "Consent can be taken back", notApplicable(noAuthorizationServer)),
  requirement(
    "11.1.1",
    2,
    "The life of keys is written down and kept to",
    partly("What opens what stands in the guides; a policy of each key's life is being written.", 64),
  ),
  requirement(
    "11.1.2",
    2,
    "Keys, algorithms and certificates are listed",
    partly("Algorithms are; keys and where they may be used are being written.", 76),
  ),
  requirement(
    "11.2.1",
    2,
    "Cryptography comes from proven implementations",
    shown(
      76,
      "src/server/backup/age-file.test.ts: a file of %i bytes is opened by the library of the format, and by us the same",
    ),
  ),
  requirement(
    "11.2.2",
    2,
    "Algorithms and keys can be exchanged",
    partly("A company's own key and the key that signs its ledger are wrapped anew and stay.", 75),
  ),
  requirement("11.2.3", 2, "Everything has 128 bits of security or more", shown(73, 76)),
  requirement("11.3.1", 1, "No weak modes or paddings", shown(76)),
  requirement("11.3.2", 1, "Only approved ciphers", shown(76)),
  requirement(
    "11.3.3",
    2,
    "What is sealed cannot be changed unnoticed",
    shown(
      63,
      "src/server/backup/age-file.test.ts: S6: segments that are changed, removed, swapped, repeated, cut or added to are refused",
    ),
  ),
  requirement(
    "11.4.1",
    1,
    "Only approved hashes",
    partly(
      "Codes of authenticator apps are HMAC-SHA-1, as every app makes them; MD5 is the checksum that a bucket asks for.",
      76,
    ),
  ),
  requirement("11.4.2", 2, "Passwords are kept by a slow hash", shown(27)),
  requirement(
    "11.4.3",
    2,
    "Signatures and integrity rest on strong hashes",
    shown(76, "src/domain/ledger/merkle.test.ts: of %i leaves has its published root"),
  ),
  requirement("11.4.4", 2, "Keys from passwords are stretched", notApplicable("No key is derived from a password.")),
  requirement("11.5.1", 2, "What must not be guessed has 128 random bits", partly("Recovery codes have 80.", 11, 51)),
  requirement("11.6.1", 2, "Keys are made, and signatures too, by approved algorithms", shown(76)),
  requirement(
    "12.1.1",
    1,
    "TLS 1.2 and 1.3 only",
    partly(
      "TLS is the operator's proxy's; the one of our guide is tested.",
      "scripts/proxy-guide.test.ts: the proxies that are given offer TLS 1.2 and 1.3 alone, and no suite below 256 bits",
    ),
  ),
  requirement(
    "12.1.2",
    2,
    "Strong suites only",
    partly(
      "TLS is the operator's proxy's; the one of our guide is tested.",
      "scripts/proxy-guide.test.ts: the proxies that are given offer TLS 1.2 and 1.3 alone, and no suite below 256 bits",
    ),
  ),
  requirement("12.1.3", 2, "Client certificates are checked", notApplicable("Nobody signs in by a certificate.")),
  requirement(
    "12.2.1",
    1,
    "Browsers reach us by TLS alone",
    partly("HSTS is sent; that nothing answers in clear is the operator's proxy's.", 4),
  ),
  requirement("12.2.2", 1, "Certificates are publicly trusted", open("It is the operator's certificate.")),
  requirement(
    "12.3.1",
    2,
    "Every connection in or out is encrypted",
    partly("Connectors speak https alone; to mail server and database it is as the operator's address says.", 67),
  ),
  requirement(
    "12.3.2",
    2,
    "We check certificates",
    partly("No test meets a certificate of its own making at a bucket or a database.", 71),
  ),
  requirement(
    "12.3.3",
    2,
    "Connections between our own services are encrypted",
    open("From the proxy to the process it is plain http, on the operator's network."),
  ),
  requirement("12.3.4", 2, "They use certificates that are trusted", open("There are none between proxy and process.")),
];
