import { item, open, partly, shown } from "./proof.ts";
import type { ChecklistItem } from "./proof.ts";

export const content: readonly ChecklistItem[] = [
  item(
    56,
    "An upload that is too large, lies or never ends is refused and leaves nothing",
    "5.2.1 15.2.2",
    shown(
      "src/server/evidence/evidence.db.test.ts: more than the limit is refused at once by its announced length, and at the limit when the length lies",
      "src/server/evidence/evidence.db.test.ts: an upload that breaks off files nothing",
      "src/server/limits/limits.db.test.ts: S8: two uploads at once never share the last megabyte, and one that fails gives its room back",
      "src/server/uploads/uploads.db.test.ts: a part that does not go on where the upload stands is refused, and so is one that is too long",
      "src/server/uploads/uploads.db.test.ts: what nobody goes on with is swept after its hours, and what is still under way is not",
    ),
  ),
  item(
    57,
    "A file is served as an attachment in a sandbox, whatever its name or bytes say",
    "5.2.2 3.2.1 5.3.1 1.3.4",
    shown(
      "src/server/evidence/evidence.db.test.ts: nothing is ever shown as a page of ours: a file is an attachment in a sandbox",
      "src/web/workspace/evidence/preview-kind.test.ts: %s named %s shows as %s",
    ),
  ),
  item(
    58,
    "What is packed is never read beyond its bounds",
    "5.2.3",
    shown(
      "src/server/imports/imports.db.test.ts: %s is refused with a sentence, and nothing of it stays",
      "src/domain/bundle/foreign-zip.test.ts: packed bytes that go on after their end, stop before it, or make more than they should",
      "src/domain/bundle/verify-bundle.test.ts: lists that say they are enormous are refused, not loaded",
      "src/server/outbound/line.test.ts: what is packed is read unpacked, and never beyond what may be read",
    ),
  ),
  item(
    59,
    "No name of a file leads out of its folder, in what we read or write",
    "5.3.2 5.4.1",
    shown(
      "src/domain/bundle/bundle-path.test.ts: %j may not stand in a bundle",
      "src/server/bundle/zip-writer.test.ts: a path that is unsafe, or there already in any case, is refused, and the archive can go on",
      "src/server/blobs/blob-stores.db.test.ts: %j is no key",
      "src/server/bundle/verify-command.test.ts: refuses an unpacked bundle with a file too few, too many, or with a link in it",
    ),
  ),
  item(
    60,
    "A file's name cannot break out of its header",
    "5.4.1 5.4.2",
    shown("src/server/evidence/evidence.db.test.ts: a file name cannot break out of its header"),
  ),
  item(
    61,
    "Files are scanned for malware",
    "5.4.3 16.5.2",
    open("Nothing scans files. They are sealed, never run, and served as attachments in a sandbox."),
  ),
  item(
    62,
    "No cell of a CSV file is run by a spreadsheet",
    "1.3.3",
    shown(
      "src/domain/csv.test.ts: the cell of %j is %j",
      "src/domain/csv.test.ts: whatever the texts, a reader gets as many cells back, and none that a spreadsheet would run",
      "src/server/activity/activity.db.test.ts: a cell that a spreadsheet would run is written as text",
    ),
  ),
  item(
    63,
    "A sealed file that was changed, cut or exchanged opens nothing and is said to be damaged",
    "11.3.3 16.5.3",
    shown(
      "src/server/blobs/sealed-stream.test.ts: not one altered byte is released, wherever it lies",
      "src/server/blobs/sealed-stream.test.ts: a cut, a lengthened, and a rearranged object are refused",
      "src/server/blobs/sealed-stream.test.ts: another key, and another item's name, open nothing",
      "src/server/evidence/evidence.db.test.ts: a damaged file is never released, and says so",
    ),
  ),
  item(
    64,
    "A company that was erased is closed in yesterday's backup as well",
    "11.1.1 14.2.4",
    shown(
      "src/server/backup/erased-keys.db.test.ts: S6: yesterday's backup with today's keys brings nothing of it back, and all of the others",
      "src/server/backup/erased-keys.db.test.ts: S6: who holds yesterday's backup and today's keys, opened, reads nothing of it and cannot confirm a guess",
      "src/server/companies/deletion.db.test.ts: a company is erased 30 days after its owner asked, from every table and store, and no other is touched",
    ),
  ),
  item(
    65,
    "A bundle verifies without us, and any byte that was changed is named",
    "11.3.3 14.2.4",
    shown(
      "src/domain/bundle/verify-bundle.test.ts: each byte of each file: any one changed is found, and no other file is blamed for it",
      "src/domain/bundle/forged-bundles.test.ts: S4: 120 forged bundles of a grammar, none accepted with the key given, none VERIFIED without it",
      "src/server/bundle/verify-command.test.ts: answers 0 for an untouched bundle of the key that was given, zipped and unpacked",
    ),
  ),
];

export const outbound: readonly ChecklistItem[] = [
  item(
    66,
    "Nothing is sent to an address that is not public, however it is spelled or resolved",
    "1.3.6 13.2.4 13.2.5 15.3.2",
    shown(
      "src/server/outbound/public-address.test.ts: %s is nobody's on the public internet",
      "src/server/outbound/line.test.ts: an address is judged as it is connected to, whatever its name resolved to before",
      "src/server/webhooks/webhooks.db.test.ts: nothing is sent to an address that is not public, whatever it calls itself",
      "src/server/webhooks/webhooks.db.test.ts: redirects are not followed, and a receiver that never answers is not waited for",
      "src/server/connections/http/open-http.test.ts: a redirect is not followed; the error names its host",
      "src/server/outbound/stream.test.ts: a stream is opened behind the guard, and a redirect is an answer",
      "src/server/linked-files/linked-files.db.test.ts: a provider is asked at its own hosts alone, and bytes come from no other host, whatever its answers say",
    ),
  ),
  item(
    67,
    "A connector reaches the hosts that its manifest names",
    "13.2.4 13.1.1",
    shown(
      "src/connectors/conformance.test.ts: talks to hosts that are written down: https alone, and a pattern where a person types part of it",
      "src/server/connections/http/addresses.test.ts: %s leaves it and is refused",
      "src/server/connections/credentials/authorizers.test.ts: nothing that was typed, or was not, leads a token request to another host",
    ),
  ),
  item(
    68,
    "What others send us unasked is signed, fresh and counts once",
    "9.1.1 2.3.1 2.4.1",
    shown(
      "src/server/pipelines/pipelines.db.test.ts: is let in once for one proof",
      "src/server/pipelines/pipelines.db.test.ts: nobody else is let in, and each is told the same:",
      "src/server/imports/imports.db.test.ts: is filed once for one key, however often it is sent, and another under that key is refused",
    ),
  ),
  item(
    69,
    "A way to a vendor and back counts once, in the session that began it, by state and PKCE",
    "10.1.1 10.1.2 10.2.1 10.2.2 10.5.1 10.5.2 10.5.3 10.5.4",
    shown(
      "src/server/connections/linking/linking.db.test.ts: a way back counts once, in the session that began it, for ten minutes, at its vendor's address",
      "src/server/connections/linking/linking.db.test.ts: a code that was made for somebody else's way is refused by its verifier",
      "src/server/connections/credentials.db.test.ts: no secret of any kind of link is found anywhere but sealed",
      "src/server/auth/single-sign-on.db.test.ts: is proved by state, nonce and PKCE, and its cookie comes along from another site",
      "src/server/auth/public-providers.db.test.ts: what was begun with one provider is not ended at the address of another, which is asked nothing",
    ),
  ),
  item(
    70,
    "What is typed breaks out of no mail's head",
    "1.3.11",
    shown(
      "src/server/requests/requests.db.test.ts: cannot break out of a mail's head, nor bring markup into it",
      "tests/contracts/mails.test.ts: arrives as it was written, with the head of a mail by a machine",
    ),
  ),
  item(
    71,
    "A certificate that nobody vouches for ends a connection",
    "12.3.1 12.3.2 12.1.1",
    partly(
      "No test meets such a certificate at a bucket or a database.",
      "src/server/outbound/tls-trust.test.ts: neither a vendor, a webhook's receiver nor a mail server is spoken to whose certificate nobody vouches for",
      "src/server/cryptography.test.ts: no text becomes code or a command, and no certificate goes unchecked",
    ),
  ),
  item(
    72,
    "A person who signs in by a provider is known by their account there, never by an address alone",
    "6.8.1 6.8.2 10.5.2",
    shown(
      "src/server/auth/single-sign-on.db.test.ts: is known by who they are at the provider after their address changed, and not by the address",
      "src/server/auth/single-sign-on.db.test.ts: does not get the account of somebody who had the address before them",
      "src/server/auth/single-sign-on.db.test.ts: is refused with %s, and nothing is made",
      "src/server/auth/public-providers.db.test.ts: nOAuth: a token of Microsoft that %s signs nobody in to the account of the address",
      "src/server/auth/public-providers.db.test.ts: Google with %s signs nobody in, and nothing is made",
      "src/server/auth/forged-sign-on.db.test.ts: an ID token with %s signs nobody in",
    ),
  ),
];

export const secrets: readonly ChecklistItem[] = [
  item(
    73,
    "Production does not start without a secret key, or with a damaged one",
    "13.3.1 11.2.3",
    shown(
      "src/server/app/config.test.ts: production asks for a secret key instead of inventing one",
      "src/server/app/config.test.ts: a damaged secret key is refused, not replaced",
      "src/server/app/config.test.ts: a refusal never repeats a secret",
    ),
  ),
  item(
    74,
    "Secrets that were planted are found in no log, table, answer or error",
    "13.3.1 16.2.5 14.2.1",
    partly(
      "Each kind of secret has a test of its own; no one run looks for all of them everywhere.",
      "src/server/app/logging.test.ts: the value under %s is never printed, at any depth",
      "src/server/app/logging.test.ts: a secret inside a text is not printed: %s",
      "src/server/connections/http/secrets.test.ts: nothing of a credential is in records, errors or logs when the vendor %s",
      "src/server/connections/credentials.db.test.ts: no secret of any kind of link is found anywhere but sealed",
      "src/server/auth/sessions.db.test.ts: a token stands in no table, and a dump of the sessions opens nothing",
    ),
  ),
  item(
    75,
    "Every key can be turned over while the product runs",
    "11.1.1 11.2.2",
    partly(
      "Keys that wrap or sign for the installation and logins of the database are; a company's own key and the key that signs its ledger are wrapped anew and stay.",
      "tests/chaos/keys-are-turned-over.test.ts: S12: keys and logins are turned over five times under load on two processes, and no request fails",
      "src/server/vault/vault.db.test.ts: a rotation leaves no value to the old keys, and no secret of a webhook counts as changed",
      "src/server/backup/other-vault.db.test.ts: S12: an old one is restored after the keys and SECRET_KEY were turned over, when the old one is given, too",
    ),
  ),
  item(
    76,
    "AES-256-GCM, ChaCha20-Poly1305, SHA-2, HKDF, Ed25519, X25519 and P-256, and no code from text",
    "11.2.1 11.3.1 11.3.2 11.4.1 11.4.3 11.6.1 1.3.2 1.2.5",
    shown(
      "src/server/cryptography.test.ts: no cipher, hash or kind of key is used but those of the list",
      "src/server/cryptography.test.ts: no text becomes code or a command, and no certificate goes unchecked",
      "src/server/cryptography.test.ts: chance that can be foretold spreads waits and decides nothing",
    ),
  ),
  item(
    77,
    "What is typed is never part of a statement or a pattern",
    "1.2.4 1.2.9",
    partly(
      "Searches are tried with quotes and patterns; no lint refuses a statement that is put together from text.",
      "src/server/evidence/evidence.db.test.ts: search takes what is typed for text: no pattern, no quote breaks it",
      "src/server/search/search.db.test.ts: what is typed is text and never a pattern, and nothing finds nothing",
      "src/domain/like-pattern.test.ts: words are found in their order, and what stands for others in a pattern stands for itself",
    ),
  ),
  item(
    78,
    "Production shows no debug page to strangers, no source, no repository and no folder",
    "13.4.1 13.4.2 13.4.3 13.4.5 15.2.3",
    shown(
      "src/server/debug/debug.db.test.ts: in production it is there for platform admins with a second factor, and for nobody else",
      "src/server/http/messages.db.test.ts: no source map, no source and no list of a folder is served",
      "tests/contracts/pages.test.ts: what is hashed by its name is kept for ever, and nothing outside the folder can be read",
      "src/server/app/config.test.ts: S11: mails are shown in development on this machine alone, whatever else is set",
    ),
  ),
  item(
    79,
    "A release is made of pinned packages, without install scripts, and lists them",
    "15.1.1 15.1.2 15.2.1",
    partly(
      "Nothing asks for known weaknesses of the packages, and no page says how soon they are mended.",
      "scripts/sbom.test.ts: the bill of materials lists every package that the lock file says a release needs, with the hash that is pinned",
      "scripts/sbom.test.ts: it lists nothing that only builds or tests, and names every package that another needs",
      "scripts/runtime.test.ts: the pinned archive is installed, and no script of it runs",
    ),
  ),
  item(
    80,
    "The roles that serve have no special power, or the server does not start",
    "13.2.2 13.2.1",
    shown(
      "src/server/db/start-check.db.test.ts: it is not served, but again once repaired, when: %s",
      "src/server/db/start-check.db.test.ts: a pool that is logged in as another role is not served",
      "tests/contracts/catalog-lints.test.ts: holds for the whole database",
      "src/server/db/embedded-postgres.db.test.ts: S11: nobody comes in without the password, which lies in a file for this account alone",
    ),
  ),
  item(
    81,
    "A token that somebody signed counts by its issuer's key, audience, time and purpose",
    "9.1.1 9.1.2 9.1.3 9.2.1 9.2.2 9.2.3",
    shown(
      "src/server/pipelines/pipelines.db.test.ts: nobody else is let in, and each is told the same:",
      "src/server/auth/forged-sign-on.db.test.ts: an ID token with %s signs nobody in",
      "src/server/auth/single-sign-on.db.test.ts: is refused with another %s than was sent",
      "src/server/clock.db.test.ts: believes a provider by its own time, and not ten minutes later",
    ),
  ),
];

export const operation: readonly ChecklistItem[] = [
  item(
    82,
    "Input is judged by the server, with the specified sentences, and nothing of what is wrong is kept",
    "2.2.1 2.2.2 2.2.3 2.1.1 1.4.2",
    shown(
      "src/server/onboarding/onboarding.db.test.ts: %s as %j: %s",
      "src/server/session/session.db.test.ts: a sign-up with a wrong %s says so under that field",
      "src/domain/email-address.test.ts: %.60j is an email address: %s",
      "tests/contracts/odd-input.test.ts: whatever stands in a field of an endpoint, the answer is one of the catalogue and no fault",
      "tests/contracts/endpoints.test.ts: every endpoint refuses a field it does not know, and changes nothing",
    ),
  ),
  item(
    83,
    "No step of a flow can be skipped",
    "2.3.1",
    shown(
      "src/server/auth/pre-hijacking.db.test.ts: S5: before confirmation neither a magic link nor a reset reaches the address, and no endpoint opens",
      "tests/contracts/endpoints.test.ts: opens nothing to a caller who still lacks the second factor",
      "src/server/bundle/exported-bundle.db.test.ts: that is cancelled cannot be downloaded, and one that nobody downloads has failed after an hour",
    ),
  ),
  item(
    84,
    "An operation happens whole or not at all",
    "2.3.3 16.5.3",
    partly(
      "Filing, importing and killed processes are tried; no fault is put between any two statements of every operation.",
      "src/server/evidence/filing.db.test.ts: what fails in the middle leaves no number, no entry and no link",
      "tests/chaos/killed-while-filing.test.ts: 12 times kill -9 of the server while evidence is filed: nothing acknowledged is lost or doubled",
      "tests/chaos/killed-while-collecting.test.ts: 24 hours with the worker killed ten times: each hour once, what was slept through is missed, nothing is filed twice",
    ),
  ),
  item(
    85,
    "Each event of security is on record: when, who, where, what, and how it ended",
    "16.2.1 16.2.2 16.2.4 16.2.5 16.3.1 16.3.2 16.3.3 16.3.4",
    partly(
      "Sign-ins, acts and looks are on record; refused access, foreign writes and reached limits are not.",
      "src/server/auth/sessions.db.test.ts: a new browser is told to the owner by mail, a known one is not, and neither is the first",
      "src/server/second-factor/second-factor.db.test.ts: stands in the history, refusals included",
      "src/server/activity/activity.db.test.ts: acts and filings are told together, newest first, each in a sentence with its place in the ledger",
      "src/server/app/logging.test.ts: a line is JSON with time, level, role and what was said",
    ),
  ),
  item(
    86,
    "One line of the log stays one line",
    "16.4.1 1.3.10",
    shown("src/server/app/log-lines.test.ts: whatever is logged stays one line in UTC, and steers no terminal"),
  ),
  item(
    87,
    "Not even the owner of the tables can change what is on record without being found out",
    "16.4.2",
    shown(
      "tests/contracts/isolation.test.ts: not even the administrator changes, deletes or empties rows of %s",
      "src/server/ledger/signer.db.test.ts: S2: a ledger that was rewritten is not signed, though its anchors are deleted, while a checkpoint is stored",
    ),
  ),
  item(
    88,
    "A fault of ours says its number and nothing else",
    "16.5.1 16.5.2",
    shown(
      "src/server/http/faults.db.test.ts: a fault of ours says its number and nothing of our insides, at every endpoint of a company; the log says the rest",
      "src/server/requests/forms/form-posts.db.test.ts: a fault of ours says so, keeps what was typed, and tells the log",
      "src/server/debug/debug.db.test.ts: a row inserted past the API is refused by the database, in the catalogue's words and nothing else",
      "src/server/app/logging.test.ts: an error shows its kind, message, code and causes, and none of the row it was about",
      "tests/chaos/killed-while-filing.test.ts: 5 times kill -9 of PostgreSQL: 503 meanwhile, and nothing acknowledged is lost or doubled",
    ),
  ),
  item(
    89,
    "What costs much has limits for each company, and others do not wait for it",
    "15.2.2 15.1.3 2.4.1",
    partly(
      "That another company is hardly slowed is measured by npm run test:long alone, with one kind of noise.",
      "src/server/fair-turns.test.ts: S8: two hundred of one company leave places to the next that comes, and wait behind it",
      "src/server/limits/limits.db.test.ts: S8: 300 exports within seconds are refused, five are under way at once, and another company's go on",
      "tests/contracts/limits.test.ts: S8: every table that a company can fill has a limit, or an excuse that says why it needs none",
      "tests/long/one-noisy-company.test.ts: S8: one noisy company changes another's p99 by less than a fifth",
      "src/server/reading/report-readers.test.ts: a company has so many reports waiting and no more",
      "src/server/reading/report-readers.test.ts: S1: one company's hostile reports hold nobody else up",
      "src/server/uploads/uploads.db.test.ts: a company has so much on its way and no more, until the time of the others is up",
      "src/server/connections/planning.db.test.ts: a company whose runs do not end leaves places to others in every worker",
    ),
  ),
  item(
    90,
    "Long words, deep JSON and long lists are judged at once",
    "1.2.9 1.5.2 15.2.2",
    shown(
      "src/contract/heavy-input.test.ts: %s in every field of every endpoint is judged at once",
      "scripts/slow-patterns.test.ts: S1: it finds exponential patterns and those made of a constant text, and lets linear ones be",
      "src/server/reading/linear-time.test.ts: takes time in proportion to its size, whatever grows in it, and is judged or refused",
    ),
  ),
  item(
    91,
    "When another service is down its part waits, and no check passes that was not made",
    "16.5.2 16.5.3",
    shown(
      "src/server/connections/run-collection.db.test.ts: a vendor that cannot be reached fails the hour, and the next one is tried all the same",
      "src/connectors/judge.test.ts: a step that is %s never lets a check pass",
      "src/server/mail/delivery.db.test.ts: a server that refuses is tried again later, and the mail is not lost",
      "src/server/auth/single-sign-on.db.test.ts: may be down: that is said, nothing hangs, and it works again as soon as it is back",
      "src/server/uploads/uploads.db.test.ts: a storage location that does not answer keeps its own parts, and nobody waits for it",
    ),
  ),
];
