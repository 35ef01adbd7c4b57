import { openFailures } from "#contract/open-failures.ts";
import { toast } from "./design/toast-list.ts";

/** A request that did not succeed, in the words a person may read. */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  /** Under this id our log keeps what happened. */
  readonly requestId: string | undefined;
  /** What is wrong with which field, by the field's name. */
  readonly fields: Readonly<Record<string, string>>;
  /** What else the refusal says, by its code. */
  readonly data: unknown;

  constructor(facts: {
    code: string;
    message: string;
    status: number;
    requestId?: string;
    fields?: Record<string, string>;
    data?: unknown;
  }) {
    super(facts.message);
    this.name = "Refusal";
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.fields = facts.fields ?? {};
    this.data = facts.data;
  }
}

interface FailureBody {
  readonly code?: string;
  readonly message?: string;
  readonly data?: {
    readonly fields?: readonly { readonly path: string; readonly message: string }[];
    /** Present only for what we did not expect ourselves. */
    readonly requestId?: string;
  };
}

const sessionEnded = new Set<() => void>();

/** Calls back when any answer, whatever asked for it, says that nobody is signed in any more. */
export function onSessionEnded(listener: () => void): () => void {
  sessionEnded.add(listener);
  return () => sessionEnded.delete(listener);
}

const refused = new Set<() => void>();
/** Several answers of a screen may say the same at once; they are heard of together. */
const heardTogetherMs = 250;
let hearing: ReturnType<typeof setTimeout> | undefined;

/** Calls back when an answer says that something may not be done or seen: somebody's role may have changed. */
export function onRefused(listener: () => void): () => void {
  refused.add(listener);
  return () => refused.delete(listener);
}

const saysOtherRole: readonly string[] = ["forbidden", "not-found", "second-factor-required"];
const saysSignedOut: readonly string[] = ["signed-out", "company-signed-out"];

/** The refusal an answer carries; every failed answer passes through here, and who waits for the session's end hears it. */
export function errorFrom(status: number, text: string): AppError {
  const refusal = readError(status, text);
  if (saysSignedOut.includes(refusal.code)) for (const listener of sessionEnded) listener();
  if (saysOtherRole.includes(refusal.code) && refused.size > 0)
    hearing ??= setTimeout(() => {
      hearing = undefined;
      for (const listener of refused) listener();
    }, heardTogetherMs);
  return refusal;
}

function readError(status: number, text: string): AppError {
  const body = parse(text);
  return new AppError({
    status,
    code: body.code ?? `status-${status}`,
    message: body.message || openFailures.unexpected.message,
    ...(body.data?.requestId ? { requestId: body.data.requestId } : {}),
    data: body.data,
    fields: Object.fromEntries((body.data?.fields ?? []).map((field) => [field.path, field.message])),
  });
}

function parse(text: string): FailureBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** No answer at all: the network is gone, or the server is. */
export function unreachable(): AppError {
  return new AppError({
    status: 0,
    code: "unreachable",
    message: "We could not reach Exhibit. Check your connection and try again.",
  });
}

/** What is not told here, because it is told elsewhere: on /login, and in the dialog that asks who is there. */
const toldElsewhere: readonly string[] = ["signed-out", "confirm-identity"];

/** Tells the person in a toast: the server's sentence, or the screen's own when there is none. */
export function showError(error: unknown, fallback: string): void {
  if (!(error instanceof AppError)) return toast.error(fallback);
  if (toldElsewhere.includes(error.code)) return;
  if (isWordless(error)) return toast.error(fallback, { description: error.status === 0 && error.message });
  toast.error(error.message, error.requestId ? { description: `Request ${error.requestId}` } : {});
}

/** Whether nobody answered, or somebody who is not our server: then the page's own sentence is said. */
function isWordless(refusal: AppError): boolean {
  return refusal.status === 0 || refusal.code === `status-${refusal.status}`;
}
