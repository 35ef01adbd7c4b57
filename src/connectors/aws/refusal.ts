import { CredentialsRefused, RequestFailed } from "../http.ts";
import type { HttpAnswer } from "../http.ts";
import { fieldsOf, textOf } from "../json-fields.ts";
import { parseXml, textAt } from "./xml.ts";

/** What AWS said instead of an answer, and what that means here. */
export interface Refusal {
  /** AWS's code, such as "AccessDenied"; empty where it gave none. */
  readonly code: string;
  readonly error: Error;
}

/** A refusal that concerns one region: an organization's policy closed it, or the account has not opted in. */
export class RegionClosed extends RequestFailed {
  override name = "RegionClosed";
}

const credentialCodes = new Set([
  "InvalidClientTokenId",
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "ExpiredToken",
  "ExpiredTokenException",
  "TokenRefreshRequired",
  "InvalidToken",
  "UnrecognizedClientException",
  "AuthFailure",
  "MissingAuthenticationToken",
]);
const deniedCode = /^(Access(Denied|DeniedException)|UnauthorizedOperation|AllAccessDisabled|UnauthorizedAccess)$/;
// Where a code stands, and not where somebody's name might.
const code = /(?:<Code>|"(?:__type|code|Code)"\s*:\s*")([\w.#]+)/g;
const slow = /Throttl|RequestLimitExceeded|TooManyRequests|SlowDown|BandwidthLimitExceeded|PriorRequestNotComplete/;

/** Whether an answer means "slow down": AWS says so with 400, too. */
export function isThrottled(status: number, body: string): boolean {
  return (
    [400, 403, 503].includes(status) && [...body.slice(0, 4096).matchAll(code)].some(([, name]) => slow.test(name!))
  );
}

/** Reads an answer outside 2xx. `asked` names the operation, its permission and the region, for people. */
export function refusalOf(
  answer: HttpAnswer,
  asked: { readonly name: string; readonly permission: string | undefined; readonly region: string },
): Refusal {
  const { code, message } = saidIn(answer);
  const what = `${answer.status} ${code || "without a code"} at ${asked.name} in ${asked.region}`;
  const missing = asked.permission ? [asked.permission] : [];
  if (/service control policy/i.test(message) || code === "OptInRequired")
    return { code, error: new RegionClosed("denied", `${what}, closed by the organization`, answer.status, missing) };
  if (credentialCodes.has(code)) {
    // A region that is not switched on knows no keys; the home region always does.
    const error = asked.name === "GetCallerIdentity" ? new CredentialsRefused(what) : undefined;
    return { code, error: error ?? new RequestFailed("denied", what, answer.status) };
  }
  const denied = deniedCode.test(code) || answer.status === 403;
  const kind = denied ? "denied" : answer.status === 404 ? "unavailable" : "failed";
  return { code, error: new RequestFailed(kind, what, answer.status, denied ? missing : []) };
}

function saidIn(answer: HttpAnswer): { code: string; message: string } {
  const text = answer.text().trim();
  const typed = answer.headers["x-amzn-errortype"];
  if (text.startsWith("<")) return inXml(text);
  try {
    const fields = fieldsOf(answer.json());
    const code = typed ?? fields["__type"] ?? fields["code"];
    return { code: plainCode(code), message: textOf(fields["message"] ?? fields["Message"]) };
  } catch {
    return { code: plainCode(typed), message: "" };
  }
}

function inXml(text: string): { code: string; message: string } {
  try {
    const root = parseXml(text, "a refusal");
    const path = { ErrorResponse: ["Error"], Response: ["Errors", "Error"] }[root.name] ?? [];
    return { code: plainCode(textAt(root, ...path, "Code")), message: textAt(root, ...path, "Message") ?? "" };
  } catch {
    return { code: "", message: "" };
  }
}

/** "com.amazonaws.kms#AccessDeniedException:http://…" is AccessDeniedException. */
function plainCode(code: unknown): string {
  const text = typeof code === "string" ? code : "";
  return (
    /^[\w.]{1,80}$/.exec(
      text
        .slice(text.lastIndexOf("#") + 1)
        .split(":", 1)[0]!
        .trim(),
    )?.[0] ?? ""
  );
}
