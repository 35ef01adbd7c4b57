import { failures } from "#contract/failures.ts";
import { toast } from "./design/toast-list.ts";

/** A request that did not succeed, in the words a person may read. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  /** Under this id our log keeps what happened. */
  readonly requestId: string | undefined;
  /** What is wrong with which field, by the field's name. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(facts: {
    code: string;
    message: string;
    status: number;
    requestId?: string;
    fields?: Record<string, string>;
  }) {
    super(facts.message);
    this.name = "Refusal";
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.fields = facts.fields ?? {};
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

/** The refusal an answer carries; every failed answer passes through here, whatever asked for it. */
export function refusalFrom(status: number, text: string): Refusal {
  const body = parse(text);
  return new Refusal({
    status,
    code: body.code ?? `status-${status}`,
    message: body.message || failures.unexpected.says,
    ...(body.data?.requestId ? { requestId: body.data.requestId } : {}),
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
export function unreachable(): Refusal {
  return new Refusal({
    status: 0,
    code: "unreachable",
    message: "Exhibit could not be reached. Check your connection and try again.",
  });
}

/** Tells the person in a toast: the server's sentence, or the screen's own when there is none. */
export function tell(error: unknown, fallback: string) {
  if (error instanceof Refusal && error.code === "signed-out") return;
  const message = error instanceof Refusal ? error.message : fallback;
  const requestId = error instanceof Refusal ? error.requestId : undefined;
  toast.error(message, requestId ? { description: `Request ${requestId}` } : {});
}
