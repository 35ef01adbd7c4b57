import type { BlockList } from "node:net";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Hono } from "hono";
import type { Context } from "hono";
import type { Logger } from "pino";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import type { HumanCheck, Proof } from "../../human-check/human-check.ts";
import type { WrittenQuestions } from "../../human-check/written-question.ts";
import { isDatabaseAway, AppError } from "../../app-error.ts";
import type { Intake } from "../intake.ts";
import { isForeignWrite } from "../../http/gate.ts";
import { clientAddress } from "../../http/client-address.ts";
import type { RateLimits } from "../../limits/rate-limits.ts";
import { formPage, questionPage } from "./form-page.ts";
import { closingPage } from "../../http/closing-page.ts";
import { frameOf } from "../../http/page-frame.ts";
import { plainForms } from "./plain-forms.ts";
import type { PlainForm, PlainInput } from "./plain-forms.ts";
import { readForm } from "../../http/read-form.ts";

export interface FormPostDeps {
  readonly appOrigin: string;
  readonly trustedProxies: BlockList;
  readonly humanCheck: HumanCheck;
  readonly questions: WrittenQuestions;
  readonly reception: Intake;
  readonly rateLimits: RateLimits;
  readonly log: Logger;
  /** A built page by its address. */
  readonly builtPage: (path: string) => string | undefined;
}

/** Forms posted from one address in an hour: several for each that is received, and far fewer than the API allows. */
const POSTS_PER_HOUR = 40;

interface Socket {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}
type Posted = Context<{ Bindings: Socket }>;

/** Receives the public forms from browsers that run no script, and answers each with a page. */
export function formPosts(deps: FormPostDeps): Hono<{ Bindings: Socket }> {
  const app = new Hono<{ Bindings: Socket }>();
  for (const form of plainForms) {
    const page = pageIn(frameOf(deps.builtPage(form.path)));
    app.post(form.path, (c) => answer(deps, form, page, c));
  }
  return app;
}

/** Answers with a page in the frame of the form's own. */
type Page = (status: number, title: string, main: string, headers?: Record<string, string>) => Response;

function pageIn(frame: (title: string, main: string) => string): Page {
  return (status, title, main, headers) =>
    new Response(frame(`${title} - Exhibit`, main), {
      status,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
        // See the built pages with a form.
        "referrer-policy": "same-origin",
        ...headers,
      },
    });
}

async function answer(deps: FormPostDeps, form: PlainForm, page: Page, c: Posted): Promise<Response> {
  const { incoming, outgoing } = c.env;
  const address = clientAddress(incoming, deps.trustedProxies);
  let values: ReadonlyMap<string, string> = new Map();
  try {
    if (isForeignWrite(incoming, deps.appOrigin)) return closed(form, page, "cross-origin");
    await deps.rateLimits.takeGeneral(address);
    values = await readForm(c.req.raw, (name) => declaredBy(form).includes(name));
    await deps.rateLimits.take(`forms|${address}`, POSTS_PER_HOUR, 60 * 60);
    return await answerRead(deps, form, page, values, address);
  } catch (error) {
    // Whoever hung up is told nothing, and nobody else is either.
    if (incoming.destroyed && !incoming.complete) return closed(form, page, "request-timeout");
    if (error instanceof AppError && !keepsTyped.includes(error.failure)) return closed(form, page, error.failure);
    const { status, message } =
      error instanceof AppError ? { status: error.status, message: error.message } : faultOf(error, form);
    if (status >= 500) {
      const requestId = outgoing.getHeader("x-request-id");
      deps.log[status === 503 ? "warn" : "error"]({ err: error, requestId }, "a form could not be received");
    }
    const wait = error instanceof AppError ? error.retryAfterSeconds : undefined;
    const headers: Record<string, string> = wait === undefined ? {} : { "retry-after": String(wait) };
    const typed = { values, errors: new Map<string, string>(), problem: message };
    return page(status, `Error: ${form.heading}`, formPage(form, typed), headers);
  }
}

async function answerRead(
  deps: FormPostDeps,
  form: PlainForm,
  page: Page,
  values: ReadonlyMap<string, string>,
  address: string,
): Promise<Response> {
  const received = () =>
    page(200, form.heading, closingPage(form.heading, form.success, { href: "/", label: "Return to Home" }));
  if (values.get("website")) return received();
  const fields = [...values].filter(([name]) => name !== "question" && name !== "answer");
  // A field that is missing is one that was left empty: the sentence under it is the same.
  const empty = form.fields.map(({ name }) => [name, ""]);
  const read = form.schema.safeParse({ ...Object.fromEntries([...empty, ...fields]), ...form.fixed });
  if (!read.success) {
    const issues = read.error.issues.map((issue) => [String(issue.path[0]), issue.message] as const);
    // Of several things wrong with a field, the first is said.
    const typed = { values, errors: new Map(issues.toReversed()), problem: failures["invalid-input"].message };
    return page(400, `Error: ${form.heading}`, formPage(form, typed));
  }
  const proof = await proofOf(deps, values, address);
  if (proof === undefined || proof instanceof AppError) {
    const asked = { values, question: deps.questions.ask(), problem: proof?.message };
    return page(proof?.status ?? 200, "One question before we send it", questionPage(form, asked));
  }
  await receive(deps.reception, read.data, proof, address);
  return received();
}

/** Refusals after which everything typed is shown again; the others are about what was not typed. */
const keepsTyped: readonly FailureName[] = ["too-many-requests", "verification-failed"];

function closed(form: PlainForm, page: Page, failure: FailureName): Response {
  const back = { href: form.path, label: "Back to the form" };
  // What was not read of a body would be taken for the next request.
  const headers: Record<string, string> = failure === "too-large" ? { connection: "close" } : {};
  const { status, message } = failures[failure];
  return page(status, form.heading, closingPage(form.heading, message, back), headers);
}

function faultOf(error: unknown, form: PlainForm): { status: number; message: string } {
  return isDatabaseAway(error) ? failures.unavailable : { status: 500, message: form.failure };
}

function declaredBy(form: PlainForm): string[] {
  const typed = form.fields.map((field) => field.name);
  return [...typed, ...Object.keys(form.fixed), "website", "verification", "question", "answer"];
}

/** What shows that a person sent the form; undefined when nothing was tried yet. */
async function proofOf(
  { humanCheck, questions }: FormPostDeps,
  values: ReadonlyMap<string, string>,
  address: string,
): Promise<Proof | AppError | undefined> {
  const verification = values.get("verification") ?? "";
  const question = values.get("question") ?? "";
  try {
    if (verification !== "") return await humanCheck.verify(verification, address);
    if (question !== "") return await questions.verify(question, values.get("answer") ?? "");
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function receive(reception: Intake, input: PlainInput, proof: Proof, address: string): Promise<void> {
  if ("kind" in input) await reception.receiveAccessRequest(input, proof, address);
  else await reception.receiveMessage(input, proof, address);
}
