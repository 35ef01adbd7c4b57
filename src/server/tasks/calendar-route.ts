import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import { Hono } from "hono";
import type { Logger } from "pino";
import { failures } from "#contract/failures.ts";
import { can } from "#domain/access.ts";
import type { CompanyRole } from "#domain/access.ts";
import { ownTasks } from "#domain/tasks/digest.ts";
import { AppError, isDatabaseAway } from "../app-error.ts";
import { sha256 } from "../auth/tokens.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { callFunction } from "../db/functions.ts";
import { clientAddress } from "../http/client-address.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { readPlannedTasks } from "./planned-tasks.ts";
import { taskCalendar } from "./task-calendar.ts";

export interface CalendarRouteDeps {
  readonly appUrl: string;
  readonly databases: Pick<Databases, "auth" | "user">;
  readonly now: () => Date;
  readonly log: Logger;
  readonly rateLimits: RateLimits;
  readonly trustedProxies: BlockList;
}

interface Socket {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** Calendars of many people come from the few servers of their makers. */
const PER_MINUTE = 600;
const ADDRESS = /^([\w-]{43})\.ics$/;

/** The calendar of tasks that a member's secret address opens; it ends with the address, and with their membership. */
export function calendarRoute(deps: CalendarRouteDeps): Hono<{ Bindings: Socket }> {
  const { databases, rateLimits, now } = deps;
  const app = new Hono<{ Bindings: Socket }>();
  app.get("/calendar/:file", async (c) => {
    const address = clientAddress(c.env.incoming, deps.trustedProxies);
    await rateLimits.takeGeneral(address);
    await rateLimits.take(`calendar|${address}`, PER_MINUTE, 60);
    const token = ADDRESS.exec(c.req.param("file"))?.[1];
    const at = now();
    const [feed] =
      token === undefined ? [] : await callFunction(databases.auth, "app.find_calendar_feed", [sha256(token), at]);
    if (!feed) return plain(404, "This calendar does not exist, or its owner ended it.");
    const { company_id: companyId, company, user_id: userId, has_second_factor: secondFactor } = feed;
    await callFunction(databases.auth, "app.note_calendar_read", [companyId, userId, at]);
    const role = feed.role as CompanyRole;
    const tasks = await asCaller(databases.user, { userId, companyId, secondFactor }, (tx) =>
      readPlannedTasks(tx, { companyId, role }, at),
    );
    const own = ownTasks(tasks, userId, can(role, "tasks.plan"));
    return new Response(taskCalendar({ companyId, company, tasks: own, now: at, appUrl: deps.appUrl }), {
      headers: {
        ...secret,
        "content-type": "text/calendar; charset=utf-8",
        "content-disposition": 'attachment; filename="exhibit-tasks.ics"',
      },
    });
  });
  app.onError((error, c) => {
    if (error instanceof AppError)
      return plain(error.status, error.message, { "retry-after": String(error.retryAfterSeconds ?? 60) });
    const { status, message } = isDatabaseAway(error) ? failures.unavailable : failures.unexpected;
    const requestId = c.env.outgoing.getHeader("x-request-id");
    deps.log[status === 503 ? "warn" : "error"]({ err: error, requestId }, "a calendar of tasks failed");
    return plain(status, message, { "retry-after": "60" });
  });
  return app;
}

const secret = { "cache-control": "no-store", "x-robots-tag": "noindex" };

function plain(status: number, sentence: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { ...secret, ...headers, "content-type": "text/plain; charset=utf-8" },
  });
}
