import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import { Hono } from "hono";
import type { Context } from "hono";
import type { Logger } from "pino";
import { failures } from "#contract/failures.ts";
import { AppError, fail, isDatabaseAway } from "../../app-error.ts";
import { clientAddress } from "../../http/client-address.ts";
import { isForeignWrite } from "../../http/gate.ts";
import { documentOf } from "../../http/page-frame.ts";
import { readForm } from "../../http/read-form.ts";
import { isOwnForm } from "../staff-sessions.ts";
import type { StaffMember } from "../staff-sessions.ts";
import { sheetOf } from "./frame.ts";
import { heading } from "./html.ts";
import { contactRoutes } from "./contact-pages.ts";
import { deviceRoutes } from "./device-pages.ts";
import { holdRoutes } from "./hold-pages.ts";
import { homeRoutes } from "./home-page.ts";
import { linkRoutesOfStaff } from "./link-pages.ts";
import { missingDeviceRoutes } from "./missing-device-pages.ts";
import { policyRoutes } from "./policy-pages.ts";
import { reportRoutes } from "./report-pages.ts";
import { reminderRoutes } from "./reminder-pages.ts";
import { trainingRoutes } from "./training-pages.ts";
import type { PageAnswer, PageRoute, StaffPageDeps } from "./page.ts";

export interface StaffPagesDeps extends StaffPageDeps {
  readonly appOrigin: string;
  readonly trustedProxies: BlockList;
  readonly log: Logger;
}

interface Socket {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}
type Asked = Context<{ Bindings: Socket }>;

/**
 * Posts from one client address in an hour, where nobody is signed in: an office of hundreds comes from one. What a post can do is bounded
 * elsewhere: a token is not guessed, and an address gets so many mails a day.
 */
const POSTS_PER_HOUR = 2_000;

/** Every page of the staff portal. A contract test tries each as nobody, as staff, and as staff of another company. */
export function staffRoutes(deps: StaffPageDeps): readonly PageRoute[] {
  return [
    ...homeRoutes(deps),
    ...linkRoutesOfStaff(deps),
    ...reminderRoutes(deps),
    ...trainingRoutes(deps),
    ...policyRoutes(deps),
    ...holdRoutes(deps),
    ...deviceRoutes(deps),
    ...missingDeviceRoutes(deps),
    ...reportRoutes(deps),
    ...contactRoutes(deps),
  ];
}

/** The staff portal: pages without a script, for people who have no seat. */
export function staffPages(deps: StaffPagesDeps, built: string | undefined): Hono<{ Bindings: Socket }> {
  const document = documentOf(built);
  const app = new Hono<{ Bindings: Socket }>();
  for (const route of staffRoutes(deps)) {
    app.on(route.method, route.path, async (c) => {
      const asked: { staff?: StaffMember | undefined } = {};
      try {
        return send(document, await answer(deps, route, c, asked), asked.staff);
      } catch (error) {
        return send(document, problemPage(deps, error, c), asked.staff, error);
      }
    });
  }
  return app;
}

async function answer(
  deps: StaffPagesDeps,
  route: PageRoute,
  c: Asked,
  asked: { staff?: StaffMember | undefined },
): Promise<PageAnswer> {
  const { incoming } = c.env;
  const address = clientAddress(incoming, deps.trustedProxies);
  if (route.method === "POST" && isForeignWrite(incoming, deps.appOrigin)) return fail("cross-origin");
  await deps.rateLimits.takeGeneral(address);
  const cookie = c.req.header("cookie");
  const entered = await deps.sessions.enter(cookie);
  const staff = entered?.staff;
  asked.staff = staff;
  if (entered && entered.wait > 0) throw new AppError("too-many-requests", { retryAfterSeconds: entered.wait });
  if (!staff && route.method === "POST") await deps.rateLimits.take(`staff|${address}`, POSTS_PER_HOUR, 60 * 60);
  const form = route.method === "POST" ? await readForm(c.req.raw, declares(route)) : new Map<string, string>();
  const userAgent = (c.req.header("user-agent") ?? "").replace(/\p{Cc}/gu, " ").slice(0, 300);
  const ask = {
    parameters: c.req.param() as Record<string, string>,
    query: new URL(c.req.url).searchParams,
    form,
    cookie,
    address,
    userAgent,
  };
  if (route.access === "anyone") return await route.answer({ ...ask, staff });
  // Whoever's session is over finds the way to a new link.
  if (!staff) return { goTo: "/me" };
  if (route.method === "POST" && !isOwnForm(staff, form.get("token"))) return fail("cross-origin");
  return await route.answer({ ...ask, staff });
}

function declares({ access, fields = [] }: PageRoute): (name: string) => boolean {
  const own = fields instanceof RegExp ? (name: string) => fields.test(name) : (name: string) => fields.includes(name);
  return (name) => own(name) || (access === "staff" && name === "token");
}

function problemPage({ log }: StaffPagesDeps, error: unknown, c: Asked): PageAnswer {
  if (error instanceof AppError) {
    const title = error.status === 404 ? "Page not found" : "That did not work";
    return {
      title,
      status: error.status,
      main: `${heading(title, error.message)}<p><a class="link" href="/me">Back to my page</a></p>`,
    };
  }
  const { status, message } = isDatabaseAway(error) ? failures.unavailable : failures.unexpected;
  const requestId = c.env.outgoing.getHeader("x-request-id");
  log[status === 503 ? "warn" : "error"]({ err: error, requestId }, "a page of the staff portal failed");
  return { title: "That did not work", status, main: heading("That did not work", message) };
}

const secret = {
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  // Without the address it comes from, a form that is posted has no origin to be told by. It goes to no other site.
  "referrer-policy": "same-origin",
};

function send(
  document: (title: string, head: string, body: string) => string,
  said: PageAnswer,
  staff: StaffMember | undefined,
  error?: unknown,
): Response {
  if ("goTo" in said) {
    const headers = new Headers({ ...secret, location: said.goTo });
    if (said.cookie !== undefined) headers.append("set-cookie", said.cookie);
    return new Response(null, { status: 303, headers });
  }
  if ("bytes" in said)
    return new Response(Buffer.from(said.bytes), {
      headers: {
        ...secret,
        "content-type": said.mediaType,
        "content-disposition": `attachment; filename="${said.fileName}"`,
        "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      },
    });
  const wait = error instanceof AppError ? error.retryAfterSeconds : undefined;
  const head = '<link rel="stylesheet" href="/me.css">';
  return new Response(document(`${said.title} - Exhibit`, head, sheetOf(said.main, staff, said.company)), {
    status: said.status ?? 200,
    headers: {
      ...secret,
      "content-type": "text/html; charset=utf-8",
      ...(wait === undefined ? {} : { "retry-after": String(wait) }),
      // What was not read of a body would be taken for the next request.
      ...(error instanceof AppError && error.failure === "too-large" ? { connection: "close" } : {}),
    },
  });
}
