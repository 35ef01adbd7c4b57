import { unbroken } from "./fault-proxy.ts";
import type { Fault, FaultedAnswer } from "./fault-proxy.ts";

type Headers = Record<string, string>;

export const refuse =
  (status: number, headers: Headers | ((now: Date) => Headers) = {}, message = "Refused", isDated = true): Fault =>
  ({ response, now }) => {
    response.sendDate = false;
    const date = isDated ? { date: now().toUTCString() } : {};
    const own = typeof headers === "function" ? headers(now()) : headers;
    response.writeHead(status, { "content-type": "application/json", ...date, ...own });
    response.end(JSON.stringify({ message }));
  };

const inSeconds = (seconds: number) => (now: Date) => ({
  "retry-after": new Date(now.getTime() + seconds * 1_000).toUTCString(),
});
const secondary = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";

/** What goes by: after it the same request is answered. Nothing may be lost by it. */
export const passing: Readonly<Record<string, Fault>> = {
  "429 with seconds": refuse(429, { "retry-after": "2" }),
  "429 with a date": refuse(429, inSeconds(2)),
  "429 with a date, without the vendor's own": refuse(429, inSeconds(2), secondary, false),
  "429 with nothing": refuse(429),
  "403 with Retry-After": refuse(403, { "retry-after": "2" }),
  "403 with a header of its own": refuse(403, { "gh-limited-by": "search-elapsed-time-shared-grouped" }),
  "403 that says so in words": refuse(403, {}, secondary),
  "503 with Retry-After": refuse(503, { "retry-after": "1" }),
  "500": refuse(500),
  "a connection that breaks": ({ response }) => void response.destroy(),
  "half a body": ({ response, answer }) => {
    const { "content-encoding": _, ...headers } = answer.headers;
    response.writeHead(200, { ...headers, "content-length": answer.body.length + 10 });
    response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
  },
  "half a body in chunks": ({ response, answer }) => {
    response.writeHead(200, answer.headers);
    response.write(`${answer.body.toString("latin1").slice(0, 20)} `, () => response.destroy());
  },
  "a clock of an hour ago": (faulted) => {
    const { response, now } = faulted;
    response.sendDate = false;
    const date = new Date(now().getTime() - 3_600_000).toUTCString();
    unbroken({ ...faulted, answer: { ...faulted.answer, headers: { ...faulted.answer.headers, date } } });
  },
  "a slow body": ({ response, answer }) => {
    response.writeHead(answer.status, answer.headers);
    const half = Math.floor(answer.body.length / 2);
    response.write(answer.body.subarray(0, half));
    setTimeout(() => response.end(answer.body.subarray(half)), 5);
  },
};

const elsewhere = "https://evil.example/next";

/** What stays, however often one asks. What it hides may not be taken for good. */
export const lasting: Readonly<Record<string, Fault>> = {
  "403": refuse(403),
  "404": refuse(404),
  "500 for ever": refuse(500),
  "429 for ever": refuse(429, { "retry-after": "1" }),
  "malformed JSON": ({ response, answer }) => {
    response.writeHead(200, answer.headers).end(`{"cut": [${answer.body.toString("latin1").slice(0, 30)}`);
  },
  "JSON of another shape": ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" }).end('"a text"');
  },
  "a redirect": ({ response }) => void response.writeHead(302, { location: elsewhere }).end(),
  "a next page that is the same": (faulted) => paged(faulted, faulted.origin + faulted.request.path, "same"),
  "a next page at another host": (faulted) => paged(faulted, elsewhere, elsewhere),
};

/** Names a next page in every way that vendors have. Answers that are no list are passed on. */
function paged(faulted: FaultedAnswer, url: string, token: string): void {
  const { answer } = faulted;
  const { link: _, ...headers } = answer.headers;
  let body: unknown;
  try {
    body = JSON.parse(answer.body.toString());
  } catch {
    return unbroken(faulted);
  }
  const isList = Array.isArray(body) || Object.values(body as object).some((value) => Array.isArray(value));
  if (answer.status !== 200 || !isList) return unbroken(faulted);
  // The same for every page, so that a page that comes again is the same byte for byte.
  const bare = url.split("?")[0]!;
  const changed = Array.isArray(body)
    ? body
    : {
        ...(body as object),
        "@odata.nextLink": bare,
        nextPageToken: token,
        nextPage: bare,
        isLast: false,
        next: bare,
      };
  unbroken({
    ...faulted,
    answer: {
      ...answer,
      headers: { ...headers, link: `<${url}>; rel="next"` },
      body: Buffer.from(JSON.stringify(changed)),
    },
  });
}
