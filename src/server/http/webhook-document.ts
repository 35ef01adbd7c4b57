import { ledgerEvents } from "#domain/events/index.ts";
import { escapeHtml } from "../escape-html.ts";

const example = JSON.stringify(
  {
    type: "evidence.filed",
    timestamp: "2026-11-21T09:41:07.113Z",
    data: {
      companyId: "0199b3c2-7d1e-7a44-8f10-5f0c2b6f9e21",
      index: 46,
      event: "evidence.filed",
      subject: "0199b3c2-91b0-7c1f-b8a2-3de1a0c1f7d4",
      exhibit: "EX-000047",
      name: "Quarterly access review",
    },
  },
  null,
  2,
);

/** What a receiver has to know: what comes, how to see that it came from us, and what happens when it does not answer. */
export function webhookSection(): string {
  const rows = ledgerEvents
    .map(({ event, label }) => `<tr><td><code>${event}</code></td><td>${escapeHtml(label)}</td></tr>`)
    .join("");
  return `<section><h2 id="told">What webhooks send</h2>
<p>A <code>POST</code> with this body, for every entry of the ledger that the webhook was made for. <code>index</code> is the entry,
<code>subject</code> what it was done to; <code>exhibit</code> and <code>name</code> come with filed evidence. <code>evidence.renamed</code> has
<code>exhibit</code> and both names, <code>from</code> and <code>to</code>; <code>evidence.refiled</code> has <code>exhibit</code> and the ids of
the controls that the item was <code>added</code> to and <code>removed</code> from. Ask the API for more.</p>
<pre>${escapeHtml(example)}</pre>
<p>The headers <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code> are those of Standard Webhooks 1.0:
<code>v1,</code> and the base64 of HMAC-SHA-256 over <code>id.timestamp.body</code>, keyed with the bytes whose base64 stands after <code>whsec_</code>. For a day after a new
secret was made there are two signatures; one that fits is enough. Refuse a timestamp that is five minutes off.</p>
<p>Answer with a status of 2xx within ten seconds. Anything else is tried again, under the same id, after 5 seconds, 5 minutes, 30 minutes, and
2, 5, 10, 14, 20 and 24 hours. An id may come twice, and entries may come out of order: keep the ids you have seen. A webhook to which nothing
arrives for five days is turned off. Redirects are not followed, and only public https addresses are sent to.</p>
<table><thead><tr><th>Event</th><th>What happened</th></tr></thead><tbody>${rows}</tbody></table></section>`;
}
