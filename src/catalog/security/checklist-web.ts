import { item, open, partly, shown } from "./proof.ts";
import type { ChecklistItem } from "./proof.ts";

export const browserBoundary: readonly ChecklistItem[] = [
  item(
    1,
    "Every page has a content policy without inline code, plug-ins, foreign bases or frames",
    "3.4.3 3.4.6",
    shown("tests/contracts/pages.test.ts: is HTML under a policy that allows its own inline scripts and nothing else"),
  ),
  item(
    2,
    "End-to-end tests in Chromium, under policy and Trusted Types, break neither",
    "3.4.3 3.2.2 1.3.1 1.2.3",
    partly(
      "No test plants a string as HTML in a page and sees the browser refuse it; not every end-to-end test listens.",
      "tests/end-to-end/ana-hands-an-auditor-a-bundle.spec.ts: Ana signs up, brings evidence in, and hands an auditor a bundle that verifies offline",
      "tests/end-to-end/ana-founds-a-firm.spec.ts: Ana founds a firm, invites Ben and Cleo, hands it to Ben and leaves",
      "tests/end-to-end/eve-tries-the-demo.spec.ts: Eve looks around in a company of her own, and leaves nothing behind",
    ),
  ),
  item(
    3,
    "Answers forbid sniffing, referrers, foreign windows and device features",
    "3.4.4 3.4.5 3.2.1",
    shown(
      "tests/contracts/endpoints.test.ts: carries the security headers and is never cached",
      "tests/contracts/pages.test.ts: is HTML under a policy that allows its own inline scripts and nothing else",
      "src/server/http/security-headers.test.ts: no address travels on, no other site holds our window or our files, and no page asks for a device",
    ),
  ),
  item(
    4,
    "HSTS for two years where APP_URL is https, none elsewhere",
    "3.4.1 12.2.1",
    shown(
      "src/server/http/security-headers.test.ts: a browser is told to keep to https for two years, subdomains included, exactly where we are served by it",
    ),
  ),
  item(
    5,
    "Another origin is allowed nothing, before a request or after it",
    "3.4.2 3.5.2",
    shown(
      "src/server/http/messages.db.test.ts: a preflight of another site is allowed nothing",
      "tests/contracts/endpoints.test.ts: carries the security headers and is never cached",
    ),
  ),
  item(
    6,
    "Each answer says its type and its characters",
    "4.1.1",
    partly(
      "JSON is sent as application/json without a charset, which RFC 8259 does not define; no test reads the type of every download.",
      "tests/contracts/pages.test.ts: is HTML under a policy that allows its own inline scripts and nothing else",
      "src/server/evidence/evidence.db.test.ts: nothing is ever shown as a page of ours: a file is an attachment in a sandbox",
    ),
  ),
  item(
    7,
    "The API is never cached, hashed files are for ever, signing out clears",
    "14.3.2 14.2.2 14.3.1",
    partly(
      'Signing out sends Clear-Site-Data for "cache" alone; the page clears its storage itself.',
      "tests/contracts/endpoints.test.ts: carries the security headers and is never cached",
      "tests/contracts/pages.test.ts: what is hashed by its name is kept for ever, and nothing outside the folder can be read",
      "src/server/http/messages.db.test.ts: signing out tells the browser to forget what it kept of answers",
      "src/web/recent-commands.test.ts: signing out leaves none behind, and nothing else is touched",
    ),
  ),
  item(
    8,
    "Markup typed into any field is shown as text",
    "1.2.1 1.2.2 1.2.3 1.3.1 3.2.2",
    partly(
      "Mails, portal, forms and links are shown; no end-to-end test types markup into every field and opens every screen.",
      "src/server/portal/portal.db.test.ts: words of the company are text and nothing else",
      "src/server/requests/requests.db.test.ts: cannot break out of a mail's head, nor bring markup into it",
      "tests/contracts/mails.test.ts: holds nothing from elsewhere, nothing that runs, and nothing that somebody typed as markup",
      "src/web/workspace/integrations/connect/instruction-text.test.ts: nothing else becomes a link",
    ),
  ),
  item(
    9,
    "No other site may frame a page",
    "3.4.6",
    partly(
      "The header is shown on every page; no browser has been seen to refuse the frame.",
      "tests/contracts/pages.test.ts: is HTML under a policy that allows its own inline scripts and nothing else",
    ),
  ),
  item(
    10,
    "Browser storage holds no token and nothing of a person",
    "14.3.3 14.3.1",
    partly(
      "An invitation's token waits in localStorage until it is used, so that a tab opened by a mailed link finds it; no end-to-end test lists the whole storage at its end.",
      "src/web/kept-forms.test.ts: what was typed is kept; a password, a code and a file never are",
      "src/web/kept-forms.test.ts: another person's forms are forgotten, one's own are not, and nothing else is touched",
      "src/web/recent-commands.test.ts: signing out leaves none behind, and nothing else is touched",
      "tests/end-to-end/ana-signs-in.spec.ts: Ana signs up, confirms by mail, signs out, and comes in again by password",
    ),
  ),
];

export const requests: readonly ChecklistItem[] = [
  item(
    11,
    "Session cookies have the __Host- prefix, Secure, HttpOnly and SameSite, and 256 bits",
    "3.3.1 3.3.2 3.3.3 3.3.4 7.2.3 11.5.1",
    shown(
      "src/server/auth/sessions.db.test.ts: every cookie has the __Host- prefix, Secure, HttpOnly and SameSite",
      "src/server/session/session.db.test.ts: the cookie is HttpOnly, for the whole path, and a forged one is nobody's",
      "src/server/auth/tokens.test.ts: a token for a cookie or a link is 256 bits, and no two of ten thousand share even their first 48",
    ),
  ),
  item(
    12,
    "A write that another site makes the browser send is refused, at every endpoint",
    "3.5.1 3.5.2",
    shown(
      "tests/contracts/endpoints.test.ts: every write that another site makes the browser send is refused, and changes nothing",
      "tests/contracts/access.test.ts: from another site it is refused, and nothing changes",
      "src/server/http/gate.test.ts: a write with a cookie that says nothing of where it comes from is refused, and a token's is not",
    ),
  ),
  item(
    13,
    "A write of another content type is refused",
    "3.5.2 1.5.2",
    shown(
      "tests/contracts/endpoints.test.ts: refuses malformed JSON with 400, too much of it with 413, and another type with 415",
      "src/server/http/gate.test.ts: a body that is declared as %j is no JSON",
      "src/server/requests/forms/form-posts.db.test.ts: from another site, with undeclared or doubled fields, of another type or too large is refused",
    ),
  ),
  item(
    14,
    "A GET changes nothing",
    "3.5.3",
    shown("tests/contracts/endpoints.test.ts: a GET changes nothing in the database"),
  ),
  item(
    15,
    "TRACE and wrong methods are refused, and no header overrides a method",
    "13.4.4 3.5.3",
    shown(
      "src/server/http/messages.db.test.ts: TRACE repeats nothing, and no header makes another method of a request",
      "tests/contracts/endpoints.test.ts: answers a wrong method with 405 and the right ones",
    ),
  ),
  item(
    16,
    "A message that can be read in two ways, is too large or too slow ends the connection",
    "4.2.1",
    shown(
      "src/server/http/messages.db.test.ts: a request whose end could be read in two ways is refused, and nothing behind it is answered: %s",
      "src/server/http/messages.db.test.ts: more than 16 KiB of headers are refused with 431",
      "src/server/http/server.db.test.ts: S9: a body that stays half-sent ends the request after 15 s, and the connection with it",
    ),
  ),
  item(
    17,
    "Forwarding headers count from trusted proxies alone, and links use APP_URL",
    "4.1.3 15.3.4",
    shown(
      "src/server/http/client-address.test.ts: %s",
      "src/server/http/messages.db.test.ts: a mailed link begins with APP_URL, whatever the request says of its host",
      "src/server/http/server.db.test.ts: S11: another Host is refused with 421 everywhere, and probes are answered under any",
    ),
  ),
  item(
    18,
    "Over plain http the API refuses and pages redirect",
    "4.1.2 12.2.1",
    open(
      "The process speaks plain http to the operator's proxy and does neither; the proxy of the guide listens on 443 alone.",
    ),
  ),
  item(
    19,
    "Doubled names, prototypes and unknown fields are refused",
    "15.3.7 15.3.6 15.3.5",
    shown(
      "src/server/http/read-input.test.ts: what is %s is refused",
      "tests/contracts/endpoints.test.ts: every endpoint refuses a field it does not know, and changes nothing",
      "src/domain/ledger/canonical-json.test.ts: a name like __proto__ is a name",
    ),
  ),
  item(
    20,
    "After signing in one only comes back to pages of our own",
    "3.7.2 1.2.2",
    shown(
      "src/web/return-path.test.ts: %j is no page of the workspace",
      "src/server/connections/linking/linking.db.test.ts: nobody is sent elsewhere by what stands in a way back, and the vendor's words are shown as ours",
      "src/web/recent-commands.test.ts: a place that somebody wrote into the storage leads nowhere else: %s",
    ),
  ),
];
